/** Syncs at the start, on focus, when online again and every ten minutes while visible; two seconds after a change it only sends. */
import { INSERT_ONLY_KINDS } from '#worker/contract';
import { useEffect } from 'react';
import { atom, useStore, type Store } from '../../store.ts';
import { nowMs } from '../api/server-clock.ts';
import { listen } from '../browser/listen.ts';
import { unfinishedWorkAtom, type Auth } from '../sign-in/auth.ts';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { isReducedDataAtom } from '../user/settings.ts';
import { accountApi } from './account-api.ts';
import { changeId } from './merge-items.ts';
import { refusedChangesAtom, STOPPED, Sync, unsentChangesAtom, type SyncFailure } from './sync.ts';

interface SyncProgress {
  /** Why the last exchange failed, if it did. */
  readonly phase: 'starting' | 'synced' | SyncFailure['reason'];
  /** Epoch milliseconds of the last complete round. */
  readonly syncedAtMs: number | null;
}

export const NOT_STARTED: SyncProgress = { phase: 'starting', syncedAtMs: null };

export const syncProgressAtom = atom(NOT_STARTED);

export const syncReportAtom = atom((get) => ({
  ...get(syncProgressAtom),
  unsent: get(unsentChangesAtom).length,
  refused: [...get(refusedChangesAtom).values()],
}));

export type SyncReport = ReturnType<typeof syncReportAtom.read>;

/** Lets several changes go in one request. */
const AFTER_CHANGE_MS = 2000;
const EVERY_MS = 10 * 60_000;
/** A focus sooner than this fetches nothing. */
const MIN_FETCH_INTERVAL_MS = 60_000;

/** Ids of the changes that the user made. Forecasts and outcomes are saved by the page. */
const userChangesAtom = atom((get) =>
  get(unsentChangesAtom)
    .filter((change) => 'deleted' in change || !INSERT_ONLY_KINDS.has(change.kind))
    .map(changeId)
    .join(),
);

/** Starts at once. Rounds run one at a time across tabs. */
export class SyncSchedule {
  readonly #store: Store;
  readonly #sync: Pick<Sync, 'round' | 'stop'>;
  readonly #listening: readonly (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = Infinity;
  /** The server refuses calls until this time. */
  #notBeforeMs = -Infinity;
  #lastFetchAtMs = -Infinity;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(store: Store, sync: Pick<Sync, 'round' | 'stop'>) {
    this.#store = store;
    this.#sync = sync;
    store.set(syncProgressAtom, NOT_STARTED);
    const onFocus = () => void (this.#hasFetchedWithin(MIN_FETCH_INTERVAL_MS) || this.#run());
    this.#listening = [
      listen(window, { focus: onFocus, online: () => void this.#run() }),
      listen(document, { visibilitychange: () => (isVisible() ? onFocus() : void this.flush()) }),
      store.sub(userChangesAtom, () => {
        if (store.get(userChangesAtom) !== '') this.#runIn(AFTER_CHANGE_MS);
      }),
    ];
    void this.#run();
  }

  async flush(): Promise<void> {
    await this.#running;
    if (this.#store.get(unsentChangesAtom).length > 0) await this.#run(true, true);
  }

  stop(): void {
    this.#isStopped = true;
    this.#sync.stop();
    clearTimeout(this.#timer);
    for (const stopListening of this.#listening) stopListening();
  }

  #hasFetchedWithin(ms: number): boolean {
    return nowMs() - this.#lastFetchAtMs < ms;
  }

  #runIn(ms: number): void {
    if (this.#isStopped || nowMs() + ms >= this.#dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = nowMs() + ms;
    this.#timer = setTimeout(() => void this.#run(this.#hasFetchedWithin(EVERY_MS)), ms);
  }

  async #run(isSending = false, isLast = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueMs = Infinity;
    if (this.#isStopped) return;
    if (this.#running) return this.#runIn(AFTER_CHANGE_MS);
    const startedAtMs = nowMs();
    if (startedAtMs < this.#notBeforeMs) return this.#runIn(this.#notBeforeMs - startedAtMs);
    this.#running = this.#exchange(startedAtMs, isSending, isLast);
    return this.#running;
  }

  async #exchange(startedAtMs: number, isSending: boolean, isLast: boolean): Promise<void> {
    // Without the lock, the next round tries again.
    const round = () => this.#sync.round(isSending, isLast);
    const result = await (isLast ? round() : underLock(round)).catch(() => STOPPED);
    this.#running = null;
    if (!result.ok) this.#lastFetchAtMs = -Infinity;
    else if (!isSending) this.#lastFetchAtMs = startedAtMs;
    if (this.#isStopped) return;
    const failure = result.ok ? null : result.error;
    this.#store.set(syncProgressAtom, ({ syncedAtMs }) => ({
      phase: failure?.reason ?? 'synced',
      syncedAtMs: failure ? syncedAtMs : nowMs(),
    }));
    // Only a reload helps.
    if (failure?.reason === 'account_deleted' || failure?.reason === 'outdated') return this.stop();
    this.#notBeforeMs = nowMs() + (failure?.retryAfterSeconds ?? 0) * 1000;
    if (!isVisible() || this.#store.get(isReducedDataAtom)) return;
    this.#runIn(this.#hasFetchedWithin(EVERY_MS) ? this.#lastFetchAtMs + EVERY_MS - nowMs() : EVERY_MS);
  }
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Pages served over plain http have no locks; two tabs then request twice, which is harmless. */
async function underLock<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request('candor:sync', work) : await work();
}

/** Returns a function that ends it. */
export function startSync(store: Store, uid: string, idToken: Auth['idToken']): () => void {
  const schedule = new SyncSchedule(store, new Sync(store, uid, accountApi(uid, idToken)));
  store.set(unfinishedWorkAtom, schedule);
  return () => {
    schedule.stop();
    store.set(unfinishedWorkAtom, null);
  };
}

/** Syncs the signed-in user's account while it is mounted. Renders nothing. */
export function AccountSync() {
  const store = useStore();
  const { user, idToken } = useAuth();
  const uid = user?.uid;
  useEffect(() => (uid === undefined ? undefined : startSync(store, uid, idToken)), [store, uid, idToken]);
  return null;
}
