/** Every change is stored before it is sent. Items that differ from their confirmed value are the queue, so a change survives any failure. */
import { err, ok, type Result } from '#compute';
import { MAX_BATCH_ITEMS, type ItemChange, type StoredItem } from '#worker/contract';
import { atom, type Store } from '../../store.ts';
import { isSignedInHere, signInAtom } from '../sign-in/open-sign-in.ts';
import { nowMs } from '../api/server-clock.ts';
import { trimEvents } from '../user/alert-events.ts';
import { textAtom } from '../user/browser-storage.ts';
import { trimJournal } from '../user/forecast-journal.ts';
import { KINDS } from '../user/items.ts';
import { canTakeBack } from '../user/own-ranges.ts';
import {
  changeItemsAtom,
  editAtom,
  kindAtoms,
  ownedAtom,
  ownerAtom,
  storedKind,
  syncKey,
  type Change,
} from '../user/user-items.ts';
import { trimAlerts } from '../user/watchlist-edits.ts';
import type { AccountApi, AccountFailure } from './account-api.ts';
import { changeId, mergeItems, pendingChanges, withSent, type Scope } from './merge-items.ts';

export type RefusedChange = Pick<ItemChange, 'kind' | 'key'> & Pick<AccountFailure, 'reason'>;

export interface SyncFailure extends Pick<AccountFailure, 'retryAfterSeconds'> {
  readonly reason: AccountFailure['reason'] | 'storage_full' | 'stopped';
}

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

const versionAtom = textAtom((get) => syncKey(get(ownerAtom)));

export const STOPPED = err<SyncFailure>({ reason: 'stopped' });
const STORAGE_FULL = err<SyncFailure>({ reason: 'storage_full' });

export class Sync {
  readonly #store: Store;
  readonly #uid: string;
  readonly #api: ItemsApi;
  #isStopped = false;

  constructor(store: Store, uid: string, api: ItemsApi) {
    this.#store = store;
    this.#uid = uid;
    this.#api = api;
  }

  /**
   * Fetches, then sends. With `isSending` it only sends, if it can: the server compares versions. Unless `isLast`, a range that
   * can be taken back waits, since the account would take no other one. Never throws.
   */
  async round(isSending = false, isLast = false): Promise<Result<void, SyncFailure>> {
    if (!this.#isCurrent()) return STOPPED;
    try {
      if (!isSending || this.#version() === 0) {
        const pulled = await this.#pull();
        if (!pulled.ok) return pulled;
      }
      return await this.#push(isLast);
    } catch {
      return err({ reason: 'malformed' });
    }
  }

  /** Responses of the current round are ignored from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  #isCurrent(): boolean {
    const store = this.#store;
    return (
      !this.#isStopped &&
      store.get(ownerAtom) === this.#uid &&
      isSignedInHere(store.get(signInAtom), this.#uid)
    );
  }

  /** Version of the last fetch. 0, which fetches everything, if a kind's text is missing or damaged: no user emptied it. */
  #version(): number {
    const { get } = this.#store;
    const isLost = KINDS.some((kind) => storedKind(get, kind, this.#uid).isLost);
    return isLost ? 0 : Number(get(versionAtom)) || 0;
  }

  async #pull(): Promise<Result<void, SyncFailure>> {
    const fetched = await this.#api.getItems(this.#version());
    if (!this.#isCurrent()) return STOPPED;
    if (!fetched.ok) return fetched;
    const { items, version, full } = fetched.value;
    const isStored = merge(this.#store, items, full ? 'all' : 'changes');
    // Stored last, so that after a failure the items are fetched again.
    return isStored && this.#store.set(versionAtom, () => String(version)) ? ok(undefined) : STORAGE_FULL;
  }

  async #push(isLast: boolean): Promise<Result<void, SyncFailure>> {
    const store = this.#store;
    const sent = new Set<string>();
    for (;;) {
      // Read again: a response may change the rest, and a refused batch is sent without the changes at fault.
      const unsent = store
        .get(unsentChangesAtom)
        .filter((change) => !sent.has(changeId(change)) && (isLast || !isWaiting(change)));
      const batch = unsent.slice(0, MAX_BATCH_ITEMS);
      if (batch.length === 0) return ok(undefined);
      noteSent(store, batch);
      const response = await this.#api.putItems(batch);
      if (!this.#isCurrent()) return STOPPED;
      if (response.ok) {
        for (const change of batch) sent.add(changeId(change));
        if (!merge(store, response.value.items, 'batch')) return STORAGE_FULL;
      } else {
        const atFault = response.error.refused?.flatMap((at) => batch[at] ?? []) ?? [];
        if (atFault.length === 0) return response;
        const { reason } = response.error;
        const refused = new Map(store.get(refusedChangesAtom));
        for (const change of atFault)
          refused.set(changeId(change), { kind: change.kind, key: change.key, reason });
        store.set(refusedChangesAtom, () => refused);
      }
    }
  }
}

function isWaiting(change: ItemChange): boolean {
  return change.kind === 'own_range' && 'value' in change && canTakeBack(change.value, nowMs());
}

function noteSent(store: Store, batch: readonly ItemChange[]): void {
  const byKind = [...Map.groupBy(batch, ({ kind }) => kind)];
  store.set(changeItemsAtom, (read) =>
    Object.fromEntries(byKind.map(([kind, changes]) => [kind, withSent(read(kind).items, changes)])),
  );
}

/** Removals that follow from merged items: alerts without a star, the oldest events and forecasts. */
const TRIMS: readonly Change[] = [trimAlerts, trimEvents, trimJournal];

/** Returns false if storage is full. */
function merge(store: Store, stored: readonly StoredItem[], scope: Scope): boolean {
  const byKind = Map.groupBy(stored, ({ kind }) => kind);
  const isStored = store.set(changeItemsAtom, (read) =>
    Object.fromEntries(
      KINDS.flatMap((kind) => {
        const { items } = read(kind);
        const next = mergeItems(items, byKind.get(kind) ?? [], scope);
        return next === items ? [] : [[kind, next]];
      }),
    ),
  );
  store.set(editAtom, (values) => TRIMS.flatMap((trim) => trim(values)));
  const withRoom = new Set(stored.flatMap(({ kind, deleted }) => (deleted ? kind : [])));
  store.set(
    refusedChangesAtom,
    (refused) => new Map([...refused].filter(([, { kind }]) => !withRoom.has(kind))),
  );
  return isStored;
}
