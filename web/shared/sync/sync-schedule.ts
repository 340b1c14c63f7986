/**
 * When the sync runs. It fetches and sends at the start, on focus, when the network is back, and every ten minutes while the page
 * is visible. Two seconds after a user's change it only sends. Forecasts wait for one of these, or until the page is hidden.
 */
import type { Result } from '#compute';
import { INSERT_ONLY_KINDS, type ItemChange } from '#worker/contract';
import { atom, type Store } from '../../store.ts';
import { nowMs } from '../api/server-clock.ts';
import { listen } from '../ui/listen.ts';
import { isReducedDataAtom } from '../user/settings.ts';
import { refusedChangesAtom, unsentChangesAtom, type Sync, type SyncFailure } from './sync.ts';

type SyncPhase =
  | 'starting'
  | 'synced'
  /** The server is unreachable. */
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

/** Rounds run one at a time across tabs, under the lock `lockName`. */
export function startSchedule(store: Store, sync: Sync, lockName: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueMs = Infinity;
  /** The server refuses calls until this time. */
  let notBeforeMs = -Infinity;
  /** Start of the last fetch; reset when a round fails. */
  let lastFetchAtMs = -Infinity;
  let running: Promise<void> | null = null;
  /** A round was requested while one was running. */
  let isDueAgain = false;
  let isStopped = false;

  function publish(change: Partial<SyncProgress>): void {
    store.set(syncProgressAtom, (progress) => ({ ...progress, ...change }));
  }

  function hasUnsent(): boolean {
    return store.get(unsentChangesAtom).length > 0;
  }

  function runIn(ms: number): void {
    if (isStopped || nowMs() + ms >= dueMs) return;
    clearTimeout(timer);
    dueMs = nowMs() + ms;
    timer = setTimeout(() => void run(hasFetchedWithin(EVERY_MS)), ms);
  }

  function hasFetchedWithin(ms: number): boolean {
    return nowMs() - lastFetchAtMs < ms;
  }

  function run(isSending = false): Promise<void> {
    clearTimeout(timer);
    dueMs = Infinity;
    if (isStopped) return Promise.resolve();
    if (running) {
      isDueAgain = true;
      return running;
    }
    if (!navigator.onLine) {
      publish({ phase: 'waiting' });
      return Promise.resolve();
    }
    const startedAtMs = nowMs();
    if (startedAtMs < notBeforeMs) {
      runIn(notBeforeMs - startedAtMs);
      return Promise.resolve();
    }
    const exchange = isSending ? sync.send : sync.round;
    running = underLock(lockName, async () => (isStopped ? null : exchange()))
      // Without the lock, the next round tries again.
      .catch(() => null)
      .then((result) => {
        running = null;
        if (result?.ok === false) lastFetchAtMs = -Infinity;
        else if (!isSending) lastFetchAtMs = startedAtMs;
        if (result !== null && !isStopped) settle(result);
      });
    return running;
  }

  function settle(result: Result<void, SyncFailure>): void {
    if (result.ok) {
      publish({ phase: 'synced', syncedAtMs: nowMs() });
    } else {
      const { error } = result;
      if (error.reason === 'refused') notBeforeMs = nowMs() + (error.retryAfterSeconds ?? 0) * 1000;
      const phase = PHASE_AFTER[error.reason];
      publish({ phase });
      // Only a reload helps.
      if (phase === 'deleted' || phase === 'outdated') return stop();
    }
    if (isDueAgain) runIn(0);
    else if (isVisible() && !store.get(isReducedDataAtom)) runIn(untilNextFetchMs());
    isDueAgain = false;
  }

  function untilNextFetchMs(): number {
    return hasFetchedWithin(EVERY_MS) ? lastFetchAtMs + EVERY_MS - nowMs() : EVERY_MS;
  }

  const onFocus = () => {
    if (!hasFetchedWithin(MIN_FETCH_INTERVAL_MS)) void run();
  };
  const onVisibility = () => {
    if (isVisible()) onFocus();
    else if (hasUnsent()) void run(true);
  };
  const onChange = () => {
    if (store.get(unsentChangesAtom).some(isByUser)) runIn(AFTER_CHANGE_MS);
  };

  function stop(): void {
    isStopped = true;
    sync.stop();
    clearTimeout(timer);
    for (const stopListening of listening) stopListening();
  }

  store.set(syncProgressAtom, NOT_STARTED);
  const listening = [
    listen(window, { focus: onFocus, online: () => void run() }),
    listen(document, { visibilitychange: onVisibility }),
    store.sub(unsentChangesAtom, onChange),
  ];
  void run();

  return {
    /** Resolves once everything unsent has been tried. */
    async flush(): Promise<void> {
      await running;
      if (hasUnsent()) await run(true);
    },
    stop,
  };
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
