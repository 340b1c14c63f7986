/** Syncs at the start, on focus, when online again and every ten minutes while visible; two seconds after a change it only sends. */
import type { Result } from '#compute';
import { INSERT_ONLY_KINDS, type ItemChange } from '#worker/contract';
import { atom, type Store } from '../../store.ts';
import { nowMs } from '../api/server-clock.ts';
import { listen } from '../browser/listen.ts';
import { isReducedDataAtom } from '../user/settings.ts';
import { refusedChangesAtom, unsentChangesAtom, type Sync, type SyncFailure } from './sync.ts';

type SyncPhase =
  | 'starting'
  | 'synced'
  | 'waiting'
  /** The server refuses for now, or has no accounts. */
  | 'refused'
  | 'storage_full'
  /** The server refuses the user's token. */
  | 'unauthenticated'
  /** The account has data of a newer build. */
  | 'outdated'
  | 'deleted';

interface SyncProgress {
  readonly phase: SyncPhase;
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

type Exchanges = Pick<Sync, 'round' | 'send' | 'stop'>;

export class SyncSchedule {
  readonly #store: Store;
  readonly #sync: Exchanges;
  readonly #lockName: string;
  readonly #listening: readonly (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = Infinity;
  /** The server refuses calls until this time. */
  #notBeforeMs = -Infinity;
  #lastFetchAtMs = -Infinity;
  #running: Promise<void> | null = null;
  /** A round was requested while one was running. */
  #isDueAgain = false;
  #isStopped = false;

  /** Starts. Rounds run one at a time across tabs, under the lock `lockName`. */
  constructor(store: Store, sync: Exchanges, lockName: string) {
    this.#store = store;
    this.#sync = sync;
    this.#lockName = lockName;
    store.set(syncProgressAtom, NOT_STARTED);
    const onFocus = () => void (this.#hasFetchedWithin(MIN_FETCH_INTERVAL_MS) || this.#run());
    const onHidden = () => void (this.#hasUnsent() && this.#run(true));
    this.#listening = [
      listen(window, { focus: onFocus, online: () => void this.#run() }),
      listen(document, { visibilitychange: () => (isVisible() ? onFocus() : onHidden()) }),
      store.sub(unsentChangesAtom, () => {
        if (store.get(unsentChangesAtom).some(isByUser)) this.#runIn(AFTER_CHANGE_MS);
      }),
    ];
    void this.#run();
  }

  async flush(): Promise<void> {
    await this.#running;
    if (this.#hasUnsent()) await this.#run(true);
  }

  stop(): void {
    this.#isStopped = true;
    this.#sync.stop();
    clearTimeout(this.#timer);
    for (const stopListening of this.#listening) stopListening();
  }

  #publish(change: Partial<SyncProgress>): void {
    this.#store.set(syncProgressAtom, (progress) => ({ ...progress, ...change }));
  }

  #hasUnsent(): boolean {
    return this.#store.get(unsentChangesAtom).length > 0;
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

  async #run(isSending = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueMs = Infinity;
    if (this.#isStopped) return;
    if (this.#running) {
      this.#isDueAgain = true;
      return this.#running;
    }
    if (!navigator.onLine) return this.#publish({ phase: 'waiting' });
    const startedAtMs = nowMs();
    if (startedAtMs < this.#notBeforeMs) return this.#runIn(this.#notBeforeMs - startedAtMs);
    this.#running = this.#exchange(isSending, startedAtMs);
    return this.#running;
  }

  async #exchange(isSending: boolean, startedAtMs: number): Promise<void> {
    const exchange = async () => {
      if (this.#isStopped) return null;
      return isSending ? this.#sync.send() : this.#sync.round();
    };
    // Without the lock, the next round tries again.
    const result = await underLock(this.#lockName, exchange).catch(() => null);
    this.#running = null;
    if (result?.ok === false) this.#lastFetchAtMs = -Infinity;
    else if (!isSending) this.#lastFetchAtMs = startedAtMs;
    if (result !== null && !this.#isStopped) this.#settle(result);
  }

  #settle(result: Result<void, SyncFailure>): void {
    if (result.ok) {
      this.#publish({ phase: 'synced', syncedAtMs: nowMs() });
    } else {
      const { error } = result;
      if (error.reason === 'refused') this.#notBeforeMs = nowMs() + (error.retryAfterSeconds ?? 0) * 1000;
      const phase = PHASE_AFTER[error.reason];
      this.#publish({ phase });
      // Only a reload helps.
      if (phase === 'deleted' || phase === 'outdated') return this.stop();
    }
    if (this.#isDueAgain) this.#runIn(0);
    else if (isVisible() && !this.#store.get(isReducedDataAtom)) this.#runIn(this.#untilNextFetchMs());
    this.#isDueAgain = false;
  }

  #untilNextFetchMs(): number {
    return this.#hasFetchedWithin(EVERY_MS) ? this.#lastFetchAtMs + EVERY_MS - nowMs() : EVERY_MS;
  }
}

/** The page, not the user, saves forecasts and outcomes. */
function isByUser(change: ItemChange): boolean {
  return 'deleted' in change || !INSERT_ONLY_KINDS.has(change.kind);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Pages served over plain http have no locks; two tabs then request twice, which is harmless. */
async function underLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request(name, work) : await work();
}

const PHASE_AFTER: Readonly<Record<SyncFailure['reason'], SyncPhase>> = {
  unreachable: 'waiting',
  stopped: 'waiting',
  account_deleted: 'deleted',
  storage_full: 'storage_full',
  outdated: 'outdated',
  unauthenticated: 'unauthenticated',
  recent_login_required: 'unauthenticated',
  malformed: 'refused',
  invalid_item: 'refused',
  over_limit: 'refused',
  refused: 'refused',
};
