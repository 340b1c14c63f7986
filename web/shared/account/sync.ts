/**
 * Keeps a browser's documents and the account's items in step. Local first: what differs from the items that the server last
 * confirmed is the queue, so that nothing else has to be stored and a change survives any failure. No timers in here.
 */
import { err, ok, type Result } from '#compute';
import {
  ITEM_KINDS,
  MAX_BATCH_ITEMS,
  type ItemChange,
  type ItemKind,
  type ItemsResponse,
  type ItemsTaken,
  type ItemValue,
  type StoredItem,
} from '#worker/contract';
import type { AccountFailure } from './account-api.ts';
import { DOCUMENTS, parseDocument, type Items, type StoredDocument } from './documents.ts';
import { accountKeys, claimSettings, syncKey } from './local-data.ts';
import {
  canonical,
  changeId,
  differences,
  forgetLost,
  forgetUndone,
  idOf,
  inOrder,
  mapOf,
  merged,
  stateIn,
  table,
  textOf,
  type Local,
  type SyncState,
} from './sync-state.ts';

interface SyncDeps {
  readonly storage: Storage;
  /** The user's email, or another id of theirs: whose documents these are. */
  readonly owner: string;
  readonly uid: string;
  readonly api: {
    readonly getItems: (since: number) => Promise<Result<ItemsResponse, AccountFailure>>;
    readonly putItems: (items: readonly ItemChange[]) => Promise<Result<ItemsTaken, AccountFailure>>;
  };
  /** Tells this tab's stores that a document was written, as a `storage` event tells other tabs. */
  readonly onWrite: (key: string, text: string | null) => void;
}

/** A change that the account does not take. It stays in this browser. */
export interface RefusedChange {
  readonly kind: ItemKind;
  readonly key: string;
  /** `limit`: the account, or this browser's list, has no room. */
  readonly reason: 'limit' | 'invalid';
}

export type SyncFailure =
  | AccountFailure
  | { readonly reason: 'storage_full' }
  | { readonly reason: 'stopped' };

export interface Round {
  /** Whether anything came or went. */
  readonly hasChanged: boolean;
  /** Whether anything went. */
  readonly hasSent: boolean;
  /** When a device last changed what the account held before this round: epoch milliseconds, `null` for never. */
  readonly changedAtMs: number | null;
}

/** More than this is a server that does not come to an end. */
const MAX_PAGES = 100;

/** Builds the sync of one user in one browser. */
export function createSync({ storage, owner, uid, api, onWrite }: SyncDeps) {
  let isStopped = false;
  /** Refused changes by kind, key and value: they are not sent again while the page lives. */
  const refused = new Map<string, RefusedChange>();

  /** What was read last: a journal of two thousand forecasts takes a while to parse, and rarely changes. */
  const lastRead = new Map<StoredDocument, { readonly text: string | null; readonly items: Items | null }>();

  function read(): Local {
    return new Map(DOCUMENTS.map((document) => [document, readOne(document)]));
  }

  function readOne(document: StoredDocument): Items | null {
    const text = storage.getItem(document.storageKey(owner));
    let last = lastRead.get(document);
    if (last?.text !== text) {
      last = { text, items: parseDocument(document, text) };
      lastRead.set(document, last);
    }
    return last?.items ?? null;
  }

  function load(): SyncState {
    const stored = stateIn(storage.getItem(syncKey(owner)));
    return stored?.uid === uid ? stored : { uid, version: 0, base: {}, sent: {} };
  }

  /** Separates this user from another who was here: their settings are set aside, the lists of a deleted account go. */
  function claimBrowser(): void {
    claimSettings(storage, uid, write);
    const stored = stateIn(storage.getItem(syncKey(owner)));
    if (stored === null || stored.uid === uid) return;
    for (const key of accountKeys(owner)) write(key, null);
  }

  function save(state: SyncState): void {
    storage.setItem(syncKey(owner), JSON.stringify(state));
  }

  function write(key: string, text: string | null): void {
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    onWrite(key, text);
  }

  /** Applies everything that changed since. Returns whether that wrote a document, and when the account last changed. */
  async function pull(): Promise<
    Result<{ readonly hasWritten: boolean; readonly changedAtMs: number | null }, SyncFailure>
  > {
    const before = load();
    if (forgetLost(before, read())) save(before);
    let items: readonly StoredItem[] = [];
    let { version } = before;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
      const answer = await api.getItems(version);
      if (isStopped) return err({ reason: 'stopped' });
      if (!answer.ok) return answer;
      const { full, more, changed_at: changedAt } = answer.value;
      items = full ? answer.value.items : [...items, ...answer.value.items];
      ({ version } = answer.value);
      if (more) continue;
      // From here to the end nothing waits, so that no change of the user falls between.
      const state = load();
      state.version = version;
      // Asked from the beginning, everything there is has come too.
      const hasWritten = apply(state, items, full || before.version === 0);
      return ok({ hasWritten, changedAtMs: changedAt === null ? null : Date.parse(changedAt) });
    }
    return err({ reason: 'malformed' });
  }

  /**
   * Applies the server's items, as {@link merged} has it; `isWhole` where they are all that the account holds. Returns whether
   * a document was written. Throws where storage is full.
   */
  function apply(state: SyncState, items: readonly StoredItem[], isWhole = false): boolean {
    const local = read();
    forgetLost(state, local);
    const { next, changed, deleted } = merged(state, local, items, isWhole);
    for (const [id, change] of refused) if (deleted.has(change.kind)) refused.delete(id);
    const documents = DOCUMENTS.filter(({ kinds }) => kinds.some((kind) => changed.has(kind)));
    for (const document of documents) {
      const wanted = Object.fromEntries(
        document.kinds.map((kind) => [
          kind,
          inOrder(next.get(kind) ?? new Map(), state.base[kind] ?? table()),
        ]),
      ) as Items;
      const key = document.storageKey(owner);
      write(key, document.write(wanted, storage.getItem(key)));
      noteLeftOut(document, wanted, state);
    }
    forgetUndone(state, read());
    // Last: without it the same items come again, whereas what the base has and a document lacks counts as deleted.
    save(state);
    return documents.length > 0;
  }

  /** Notes what a document had no room for. Forecasts go by age, as they do without an account. */
  function noteLeftOut(document: StoredDocument, wanted: Items, state: SyncState): void {
    const written = readOne(document) ?? {};
    for (const kind of document.kinds) {
      if (ITEM_KINDS[kind].isInsertOnly) continue;
      for (const [key, value] of mapOf(wanted, kind)) {
        if (state.base[kind]?.[key] || mapOf(written, kind).has(key)) continue;
        // An alert goes with its listing.
        if (kind === 'alert' && !wanted.star?.has((value as ItemValue<'alert'>).ticker)) continue;
        refused.set(idOf(kind, key, canonical(value)), { kind, key, reason: 'limit' });
      }
    }
  }

  /** What is to be sent. */
  function changesOf(state: SyncState): readonly ItemChange[] {
    return differences(state, read()).filter((change) => !refused.has(changeId(change)));
  }

  /** Sends what is to be sent, in batches; each change once. */
  async function push(): Promise<Result<boolean, SyncFailure>> {
    const attempted = new Set<string>();
    let hasSent = false;
    for (;;) {
      const batch = changesOf(load())
        .filter((change) => !attempted.has(changeId(change)))
        .slice(0, MAX_BATCH_ITEMS);
      if (batch.length === 0) return ok(hasSent);
      for (const change of batch) attempted.add(changeId(change));
      // oxlint-disable-next-line no-await-in-loop -- what a batch brings back may change the next
      const answer = await send(batch);
      if (!answer.ok) return answer;
      hasSent = true;
    }
  }

  /** Sends a batch. One that is refused is halved until what is at fault stands alone. */
  async function send(batch: readonly ItemChange[]): Promise<Result<void, SyncFailure>> {
    const before = load();
    for (const change of batch) {
      const sent = ((before.sent[change.kind] ??= table())[change.key] ??= []);
      if (!sent.includes(textOf(change))) sent.push(textOf(change));
    }
    save(before);
    const answer = await api.putItems(batch);
    if (isStopped) return err({ reason: 'stopped' });
    if (answer.ok) {
      apply(load(), answer.value.items);
      return ok(undefined);
    }
    const { error } = answer;
    if (error.reason !== 'over_limit' && error.reason !== 'invalid_item') return err(error);
    const [change, ...others] = batch;
    if (change && others.length === 0) {
      const { kind, key } = change;
      refused.set(changeId(change), {
        kind,
        key,
        reason: error.reason === 'over_limit' ? 'limit' : 'invalid',
      });
      const after = load();
      delete after.sent[kind]?.[key];
      save(after);
      return ok(undefined);
    }
    const half = Math.ceil(batch.length / 2);
    const first = await send(batch.slice(0, half));
    return first.ok ? send(batch.slice(half)) : first;
  }

  return {
    /** Fetches what is new, then sends what is not confirmed. Never throws. */
    async round(): Promise<Result<Round, SyncFailure>> {
      try {
        claimBrowser();
        const pulled = await pull();
        if (!pulled.ok) return pulled;
        const pushed = await push();
        if (!pushed.ok) return pushed;
        const { hasWritten, changedAtMs } = pulled.value;
        return ok({ hasChanged: hasWritten || pushed.value, hasSent: pushed.value, changedAtMs });
      } catch (cause) {
        // Storage refuses with a DOMException; anything else is a fault of ours, and no lack of room.
        return err({ reason: cause instanceof DOMException ? 'storage_full' : 'malformed' });
      }
    },
    /** How many changes wait to be sent. */
    countUnsent(): number {
      try {
        return changesOf(load()).length;
      } catch {
        return 0;
      }
    },
    refused: (): readonly RefusedChange[] => [...refused.values()],
    /** Ends a round that is under way: its answers change nothing any more. */
    stop(): void {
      isStopped = true;
    },
  };
}
