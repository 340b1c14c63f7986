/** Every change is stored before it is sent. Items that differ from their confirmed value are the queue, so a change survives any failure. */
import { err, ok, type Result } from '#compute';
import {
  INSERT_ONLY_KINDS,
  MAX_BATCH_ITEMS,
  type ItemChange,
  type ItemKind,
  type StoredItem,
} from '#worker/contract';
import { atom, type Store } from '../../store.ts';
import { isSignedInHere, signInAtom } from '../sign-in/open-sign-in.ts';
import { trimEvents } from '../user/alert-events.ts';
import { openStorageAtom, readText, writeText } from '../user/browser-storage.ts';
import { trimJournal } from '../user/forecast-journal.ts';
import { editedItems, KINDS, valuesOf, type Edit, type KindItems } from '../user/items.ts';
import {
  changeItemsAtom,
  kindAtoms,
  ownerAtom,
  syncKey,
  type Change,
  type ReadKind,
  type ReadValues,
} from '../user/user-items.ts';
import { ownedAtom } from '../user/owned-atom.ts';
import { trimAlerts } from '../user/watchlist-edits.ts';
import type { AccountApi, AccountFailure } from './account-api.ts';
import {
  changeId,
  forgetUndone,
  itemId,
  mergeItems,
  noteSent,
  parseState,
  pendingChanges,
  stateText,
  withinLimit,
  type SyncState,
} from './sync-state.ts';

export interface RefusedChange {
  readonly kind: ItemKind;
  readonly key: string;
  /** `limit`: the account or this browser's list is full. */
  readonly reason: 'limit' | 'invalid';
}

export type SyncFailure =
  | AccountFailure
  | { readonly reason: 'storage_full' }
  | { readonly reason: 'stopped' };

type ItemsApi = Pick<AccountApi, 'getItems' | 'putItems'>;

/** By {@link changeId}. Not sent again until the page is reloaded. */
export const refusedChangesAtom = ownedAtom<ReadonlyMap<string, RefusedChange>>(new Map());

const pendingAtoms = KINDS.map((kind) => atom((get) => pendingChanges(kind, get(kindAtoms[kind]).items)));

/** Deletions come first: they make room. */
export const unsentChangesAtom = atom((get) => {
  const refused = get(refusedChangesAtom);
  const changes = pendingAtoms.flatMap((own) => get(own)).filter((change) => !refused.has(changeId(change)));
  return changes.toSorted((a, b) => Number('deleted' in b) - Number('deleted' in a));
});

/** Removals that follow from merged items: alerts without a star, the oldest events and forecasts. */
const TRIMS: readonly { readonly kinds: readonly ItemKind[]; readonly trim: Change }[] = [
  { kinds: ['star', 'alert'], trim: trimAlerts },
  { kinds: ['alert_event'], trim: trimEvents },
  { kinds: ['forecast', 'outcome'], trim: trimJournal },
];

function trimmed(
  read: ReadKind,
  changed: ReadonlyMap<ItemKind, KindItems>,
): ReadonlyMap<ItemKind, KindItems> {
  const itemsOf = (kind: ItemKind) => changed.get(kind) ?? read(kind).items;
  const values = ((kind) => valuesOf(itemsOf(kind))) as ReadValues;
  const edits: readonly Edit[] = TRIMS.filter(({ kinds }) => kinds.some((kind) => changed.has(kind))).flatMap(
    ({ trim }) => trim(values),
  );
  const next = new Map(changed);
  for (const { kind } of edits) next.set(kind, editedItems(kind, itemsOf(kind), edits));
  return next;
}

const STOPPED = err({ reason: 'stopped' } as const);

export class Sync {
  readonly #store: Store;
  readonly #uid: string;
  readonly #api: ItemsApi;
  readonly #storage: Storage;
  #isStopped = false;
  #hasPulled = false;

  constructor(store: Store, uid: string, api: ItemsApi) {
    this.#store = store;
    this.#uid = uid;
    this.#api = api;
    this.#storage = store.get(openStorageAtom);
  }

  /** Fetches, then sends. Never throws. */
  round(): Promise<Result<void, SyncFailure>> {
    return this.#exchange(true);
  }

  /** Sends only: the server compares versions. Never throws. */
  send(): Promise<Result<void, SyncFailure>> {
    return this.#exchange(false);
  }

  /** Responses of the current round are ignored from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  async #exchange(isPulling: boolean): Promise<Result<void, SyncFailure>> {
    if (!this.#isCurrent()) return STOPPED;
    try {
      if (isPulling || this.#needsPull()) {
        const pulled = await this.#pull();
        if (!pulled.ok) return pulled;
        this.#hasPulled = true;
      }
      return await this.#push();
    } catch (cause) {
      // Storage refuses with a DOMException. Anything else is a bug.
      return err({ reason: cause instanceof DOMException ? 'storage_full' : 'malformed' });
    }
  }

  #isCurrent(): boolean {
    const store = this.#store;
    return (
      !this.#isStopped &&
      store.get(ownerAtom) === this.#uid &&
      isSignedInHere(store.get(signInAtom), this.#uid)
    );
  }

  #needsPull(): boolean {
    return !this.#hasPulled || this.#readState().version === 0 || lostKinds(this.#store).length > 0;
  }

  #readState(): SyncState {
    return parseState(readText(this.#storage, syncKey(this.#uid)));
  }

  #writeState(state: SyncState): void {
    if (!writeText(this.#storage, syncKey(this.#uid), stateText(state))) throw storageFull();
  }

  async #pull(): Promise<Result<void, SyncFailure>> {
    const lost = lostKinds(this.#store);
    const since = lost.length > 0 ? 0 : this.#readState().version;
    const fetched = await fetchChanges(this.#api, since);
    if (!this.#isCurrent()) return STOPPED;
    if (!fetched.ok) return fetched;
    const { items, version, isWhole } = fetched.value;
    const state = { ...this.#readState(), version };
    for (const id of state.sent.keys())
      if (lost.some((kind) => id.startsWith(`${kind} `))) state.sent.delete(id);
    const after = merge(this.#store, state, items, isWhole);
    // Only after a fetch: the response to a push says nothing about earlier pushes.
    forgetUndone(after, (kind) => this.#store.get(kindAtoms[kind]).items);
    this.#writeState(after);
    return ok(undefined);
  }

  async #push(): Promise<Result<void, SyncFailure>> {
    const attempted = new Set<string>();
    for (;;) {
      // Read again: a response may change the rest.
      const batch = this.#store
        .get(unsentChangesAtom)
        .filter((change) => !attempted.has(changeId(change)))
        .slice(0, MAX_BATCH_ITEMS);
      if (batch.length === 0) return ok(undefined);
      for (const change of batch) attempted.add(changeId(change));
      const sent = await this.#sendBatch(batch);
      if (!sent.ok) return sent;
    }
  }

  /** If the batch is refused, sends the changes that are not at fault once more. */
  async #sendBatch(batch: readonly ItemChange[]): Promise<Result<void, SyncFailure>> {
    const before = this.#readState();
    for (const change of batch) noteSent(before, change);
    this.#writeState(before);

    const response = await this.#api.putItems(batch);
    if (!this.#isCurrent()) return STOPPED;
    if (response.ok) {
      this.#writeState(merge(this.#store, this.#readState(), response.value.items, false));
      return ok(undefined);
    }
    const { reason, refused } = response.error;
    if (reason !== 'over_limit' && reason !== 'invalid_item') return response;
    const atFault = new Set(batch.length === 1 ? batch : (refused ?? []).flatMap((at) => batch[at] ?? []));
    if (atFault.size === 0) {
      const half = Math.ceil(batch.length / 2);
      const first = await this.#sendBatch(batch.slice(0, half));
      return first.ok ? this.#sendBatch(batch.slice(half)) : first;
    }
    this.#giveUp(atFault, reason === 'over_limit' ? 'limit' : 'invalid');
    const others = batch.filter((change) => !atFault.has(change));
    return others.length === 0 ? ok(undefined) : this.#sendBatch(others);
  }

  #giveUp(changes: ReadonlySet<ItemChange>, reason: RefusedChange['reason']): void {
    const after = this.#readState();
    const refused = new Map(this.#store.get(refusedChangesAtom));
    for (const change of changes) {
      after.sent.delete(itemId(change));
      refused.set(changeId(change), { kind: change.kind, key: change.key, reason });
    }
    this.#store.set(refusedChangesAtom, () => refused);
    this.#writeState(after);
  }
}

function storageFull(): DOMException {
  return new DOMException('', 'QuotaExceededError');
}

/** Kinds whose text is missing or damaged: no user emptied them, so they are fetched again. */
function lostKinds(store: Store): readonly ItemKind[] {
  let lost: readonly ItemKind[] = [];
  store.set(changeItemsAtom, (read) => {
    lost = KINDS.filter((kind) => read(kind).isLost);
    return {};
  });
  return lost;
}

/** `isWhole`: the items are everything the account has. */
async function fetchChanges(api: ItemsApi, since: number) {
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

/** Throws if storage is full. Store the returned state afterwards, so that after a failure the items are fetched again. */
function merge(store: Store, state: SyncState, stored: readonly StoredItem[], isWhole: boolean): SyncState {
  const byKind = Map.groupBy(stored, ({ kind }) => kind);
  const withRoom = new Set(stored.flatMap(({ kind, deleted }) => (deleted ? [kind] : [])));
  const refused = new Map([...store.get(refusedChangesAtom)].filter(([, { kind }]) => !withRoom.has(kind)));
  let hasLost = false;
  const isStored = store.set(changeItemsAtom, (read) => {
    hasLost = !isWhole && KINDS.some((kind) => read(kind).isLost);
    const changed = new Map<ItemKind, KindItems>();
    for (const kind of isWhole ? KINDS : byKind.keys()) {
      const all = mergeItems(read(kind).items, byKind.get(kind) ?? [], state, isWhole);
      const { items, excess } = withinLimit(kind, all);
      changed.set(kind, items);
      // The oldest forecasts go silently.
      if (INSERT_ONLY_KINDS.has(kind)) continue;
      for (const key of excess) {
        const id = changeId({ kind, key, value: { ...all.get(key)?.value }, base_version: 0 });
        refused.set(id, { kind, key, reason: 'limit' });
      }
    }
    return Object.fromEntries(trimmed(read, changed));
  });
  store.set(refusedChangesAtom, () => refused);
  if (!isStored) throw storageFull();
  return hasLost ? { ...state, version: 0 } : state;
}
