/**
 * Keeps a browser's documents and the account's items in step. Local first: everything is stored here before it is sent, and
 * what differs from the items that the server last confirmed is the queue, so that a change survives any failure.
 *
 * A round pulls, then pushes: it fetches what changed and merges it into the documents, then sends what differs. No timers in
 * here; `sync-schedule.ts` says when a round runs, and `sync-state.ts` how items are compared and merged.
 */
import { err, ok, type Result } from '#compute';
import {
  INSERT_ONLY_KINDS,
  MAX_BATCH_ITEMS,
  type ItemChange,
  type ItemKind,
  type ItemValue,
  type StoredItem,
} from '#worker/contract';
import { memoized } from '../user/browser-storage.ts';
import { documentText, readItems, type Items } from '../user/documents.ts';
import type { AccountFailure, createAccountApi } from './account-api.ts';
import { accountKeys, claimSettings, DOCUMENTS, itemsOf, syncKey } from './local-data.ts';
import {
  changeId,
  emptyState,
  forgetLost,
  forgetSent,
  forgetUndone,
  itemId,
  mergeItems,
  noteSent,
  parseState,
  pendingChanges,
  stateText,
  withinLimits,
  type Local,
  type SyncState,
} from './sync-state.ts';

interface SyncDeps {
  readonly storage: Storage;
  /** The user's email, or another id of theirs: whose documents these are. */
  readonly owner: string;
  readonly uid: string;
  readonly api: Pick<ReturnType<typeof createAccountApi>, 'getItems' | 'putItems'>;
  /** Notifies this tab of a document that was written, as a `storage` event notifies the other tabs. */
  readonly onWrite: (key: string, text: string | null) => void;
}

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

export type Sync = ReturnType<typeof createSync>;

export function createSync({ storage, owner, uid, api, onWrite }: SyncDeps) {
  let isStopped = false;
  let hasPulled = false;
  /** By {@link changeId}. They are not sent again while the page lives. */
  const refused = new Map<string, RefusedChange>();
  /** Parsing a journal of two thousand forecasts takes a while, and it rarely changes. */
  const parsers = DOCUMENTS.map((document) => memoized((text) => readItems(text, document)));

  function readLocal(): Local {
    const values = new Map<string, unknown>();
    const lost = new Set<ItemKind>();
    for (const [at, { kinds, storageKey }] of DOCUMENTS.entries()) {
      const items = parsers[at]?.(storage.getItem(storageKey(owner))) ?? null;
      for (const kind of kinds) {
        if (items === null) lost.add(kind);
        for (const [key, value] of items?.[kind] ?? []) values.set(itemId({ kind, key }), value);
      }
    }
    return { values, lost };
  }

  function write(key: string, text: string | null): void {
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    onWrite(key, text);
  }

  function readState(): SyncState {
    const stored = parseState(storage.getItem(syncKey(owner)));
    return stored?.uid === uid ? stored : emptyState(uid);
  }

  function writeState(state: SyncState): void {
    storage.setItem(syncKey(owner), stateText(state));
  }

  /** Claims this browser for the user: sets the previous user's settings aside and removes data left by a deleted account with the same email. */
  function claimBrowser(): void {
    claimSettings(storage, uid, write);
    const stored = parseState(storage.getItem(syncKey(owner)));
    if (stored === null || stored.uid === uid) return;
    for (const key of accountKeys(owner)) write(key, null);
  }

  async function pull(): Promise<Result<void, SyncFailure>> {
    const before = readState();
    if (forgetLost(before, readLocal())) writeState(before);
    const fetched = await fetchChanges(before.version);
    if (isStopped) return err({ reason: 'stopped' });
    if (!fetched.ok) return fetched;
    const { items, version, isWhole } = fetched.value;
    // Read again: the user may have changed something meanwhile.
    const state = readState();
    state.version = version;
    merge(state, items, isWhole);
    // Not after a push, whose response says nothing of what an earlier one may have stored.
    forgetUndone(state, readLocal());
    writeState(state);
    return ok(undefined);
  }

  /** What changed after a version. `isWhole`: these are all items that the account holds. */
  async function fetchChanges(since: number) {
    let items: readonly StoredItem[] = [];
    let version = since;
    for (;;) {
      const response = await api.getItems(version);
      if (!response.ok) return response;
      const { full, more } = response.value;
      items = full ? response.value.items : [...items, ...response.value.items];
      ({ version } = response.value);
      if (!more) return ok({ items, version, isWhole: full || since === 0 });
    }
  }

  /**
   * Merges the server's items into the documents. Throws where storage is full. The caller stores the state afterwards: if storage
   * is full before, the items come again. The other way round, what was not written would look deleted.
   */
  function merge(state: SyncState, items: readonly StoredItem[], isWhole: boolean): void {
    const local = readLocal();
    forgetLost(state, local);
    const { values, changed, deleted } = mergeItems(state, local, items, isWhole);
    for (const [id, { kind }] of refused) if (deleted.has(kind)) refused.delete(id);

    const allowed = withinLimits(state, values);
    for (const document of DOCUMENTS.filter(({ kinds }) => kinds.some((kind) => changed.has(kind)))) {
      const kept = itemsOf(document, allowed);
      write(document.storageKey(owner), documentText(kept));
      noteLeftOut(state, itemsOf({ kinds: document.kinds }, values), kept);
    }
  }

  /** Notes what a document had no room for and the account does not have. */
  function noteLeftOut(state: SyncState, merged: Items, kept: Items): void {
    for (const kind of Object.keys(merged) as ItemKind[]) {
      // Old forecasts go, as they do without an account.
      if (INSERT_ONLY_KINDS.has(kind)) continue;
      for (const [key, value] of merged[kind] ?? []) {
        const isStored = (state.known.get(itemId({ kind, key }))?.version ?? 0) > 0;
        if (isStored || kept[kind]?.has(key)) continue;
        // An alert goes with its listing.
        if (kind === 'alert' && !merged.star?.has((value as ItemValue<'alert'>).ticker)) continue;
        refuse({ kind, key, value: { ...value }, base_version: 0 }, 'limit');
      }
    }
  }

  function refuse(change: ItemChange, reason: RefusedChange['reason']): void {
    const { kind, key } = change;
    refused.set(changeId(change), { kind, key, reason });
  }

  function changesToSend(): readonly ItemChange[] {
    return pendingChanges(readState(), readLocal()).filter((change) => !refused.has(changeId(change)));
  }

  /** Sends what differs in batches, each change once. */
  async function push(): Promise<Result<void, SyncFailure>> {
    const attempted = new Set<string>();
    for (;;) {
      // A response may bring something that changes the rest.
      const batch = changesToSend()
        .filter((change) => !attempted.has(changeId(change)))
        .slice(0, MAX_BATCH_ITEMS);
      if (batch.length === 0) return ok(undefined);
      for (const change of batch) attempted.add(changeId(change));
      const sent = await send(batch);
      if (!sent.ok) return sent;
    }
  }

  /** Sends a batch and merges the response. A refused batch is halved until the change at fault is alone. */
  async function send(batch: readonly ItemChange[]): Promise<Result<void, SyncFailure>> {
    const before = readState();
    for (const change of batch) noteSent(before, change);
    writeState(before);

    const response = await api.putItems(batch);
    if (isStopped) return err({ reason: 'stopped' });
    if (response.ok) {
      const state = readState();
      merge(state, response.value.items, false);
      writeState(state);
      return ok(undefined);
    }
    const { reason } = response.error;
    if (reason !== 'over_limit' && reason !== 'invalid_item') return response;

    const [change, ...others] = batch;
    if (change && others.length === 0) {
      refuse(change, reason === 'over_limit' ? 'limit' : 'invalid');
      const after = readState();
      forgetSent(after, change);
      writeState(after);
      return ok(undefined);
    }
    const half = Math.ceil(batch.length / 2);
    const first = await send(batch.slice(0, half));
    return first.ok ? send(batch.slice(half)) : first;
  }

  /** Whether a fetch is needed to know what changed locally: none has run yet, or a document was lost since. */
  function needsPull(): boolean {
    const state = readState();
    return !hasPulled || state.version === 0 || forgetLost(state, readLocal());
  }

  async function exchange(isPulling: boolean): Promise<Result<void, SyncFailure>> {
    try {
      claimBrowser();
      if (isPulling || needsPull()) {
        const pulled = await pull();
        if (!pulled.ok) return pulled;
        hasPulled = true;
      }
      return await push();
    } catch (cause) {
      // Storage refuses with a DOMException. Anything else is a bug, not a lack of room.
      return err({ reason: cause instanceof DOMException ? 'storage_full' : 'malformed' });
    }
  }

  function unsent(): readonly ItemChange[] {
    try {
      return changesToSend();
    } catch {
      return [];
    }
  }

  return {
    /** Fetches what is new, then sends what is not confirmed. Never throws. */
    round: () => exchange(true),
    /** Sends what is not confirmed: the server compares versions, so nothing has to be fetched before. Never throws. */
    send: () => exchange(false),
    countUnsent: (): number => unsent().length,
    /** Whether something waits that the user has done; forecasts and outcomes are noted by the page. */
    isUserWaiting: (): boolean =>
      unsent().some((change) => 'deleted' in change || !INSERT_ONLY_KINDS.has(change.kind)),
    refused: (): readonly RefusedChange[] => [...refused.values()],
    /** Ends a round that is under way: its responses change nothing any more. */
    stop(): void {
      isStopped = true;
    },
  };
}
