/**
 * When the sync runs, and what it reports. It fetches and sends at the start, on focus, when the network is back, and every
 * ten minutes while the page is visible; two seconds after a change of the user's it only sends. The forecasts that the page
 * notes wait for one of these, or until the page is hidden, and go up together. Rounds never overlap.
 */
import type { Result } from '#compute';
import { CHANGED } from '../browser-storage.ts';
import type { RefusedChange, SyncFailure } from './sync.ts';
import { listen } from '../../ui/listen.ts';

type SyncPhase =
  | 'starting'
  | 'synced'
  /** No way to the server: everything waits in this browser. */
  | 'waiting'
  /** The server refuses at the moment, or has no accounts. */
  | 'refused'
  | 'storage_full'
  /** The server refuses the user's token. */
  | 'unauthenticated'
  /** This build is older than what the account holds. */
  | 'outdated'
  | 'deleted';

export interface SyncReport {
  readonly phase: SyncPhase;
  /** Epoch milliseconds of the last complete round. */
  readonly syncedAtMs: number | null;
  readonly unsent: number;
  readonly refused: readonly RefusedChange[];
}

export const NOT_STARTED: SyncReport = {
  phase: 'starting',
  syncedAtMs: null,
  unsent: 0,
  refused: [],
};

export interface ScheduleDeps {
  readonly sync: {
    readonly round: () => Promise<Result<void, SyncFailure>>;
    readonly send: () => Promise<Result<void, SyncFailure>>;
    readonly countUnsent: () => number;
    readonly isUserWaiting: () => boolean;
    readonly refused: () => readonly RefusedChange[];
    readonly stop: () => void;
  };
  /** Runs work while no other tab of this browser does. */
  readonly underLock: <T>(work: () => Promise<T>) => Promise<T>;
  readonly window: EventTarget;
  readonly document: EventTarget & Pick<Document, 'visibilityState'>;
  readonly isOnline: () => boolean;
  /** Whether the reader chose that nothing is fetched by itself. */
  readonly isReducedData: () => boolean;
  readonly nowMs: () => number;
  readonly onReport: (report: SyncReport) => void;
}

/** Several changes go up together. */
const AFTER_CHANGE_MS = 2000;
const EVERY_MS = 10 * 60_000;
/** A page that is shown gets the focus too, and who looks elsewhere for a moment comes back to the same account. */
const LOOKED_MS = 60_000;

export function startSchedule(deps: ScheduleDeps) {
  const { sync } = deps;
  let report = NOT_STARTED;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires. */
  let dueMs = Infinity;
  /** The server refuses calls until then. */
  let notBeforeMs = -Infinity;
  /** When the last round began that fetched; none once one has failed since. */
  let lookedAtMs = -Infinity;
  let running: Promise<void> | null = null;
  /** Something asked for a round while one was running. */
  let isDueAgain = false;
  let isStopped = false;

  function publish(change: Partial<SyncReport>): void {
    report = { ...report, refused: sync.refused(), unsent: sync.countUnsent(), ...change };
    deps.onReport(report);
  }

  /** Runs after a while, unless a run is due earlier. */
  function runIn(ms: number): void {
    if (isStopped || deps.nowMs() + ms >= dueMs) return;
    clearTimeout(timer);
    dueMs = deps.nowMs() + ms;
    timer = setTimeout(() => void run(hasLookedWithin(EVERY_MS)), ms);
  }

  function hasLookedWithin(ms: number): boolean {
    return deps.nowMs() - lookedAtMs < ms;
  }

  function run(isSending = false): Promise<void> {
    clearTimeout(timer);
    dueMs = Infinity;
    if (isStopped) return Promise.resolve();
    if (running) {
      isDueAgain = true;
      return running;
    }
    if (!deps.isOnline()) {
      publish({ phase: 'waiting' });
      return Promise.resolve();
    }
    const startedAtMs = deps.nowMs();
    if (startedAtMs < notBeforeMs) {
      runIn(notBeforeMs - startedAtMs);
      return Promise.resolve();
    }
    const exchange = isSending ? sync.send : sync.round;
    running = deps
      .underLock(() => (isStopped ? Promise.resolve(null) : exchange()))
      // Without the lock the next occasion tries again.
      .catch(() => null)
      .then((result) => {
        running = null;
        if (result?.ok === false) lookedAtMs = -Infinity;
        else if (!isSending) lookedAtMs = startedAtMs;
        if (result !== null && !isStopped) settle(result);
      });
    return running;
  }

  function settle(result: Result<void, SyncFailure>): void {
    if (result.ok) {
      publish({ phase: 'synced', syncedAtMs: deps.nowMs() });
    } else {
      const { error } = result;
      if (error.reason === 'refused') notBeforeMs = deps.nowMs() + (error.retryAfterSeconds ?? 0) * 1000;
      const phase = phaseAfter(error);
      publish({ phase });
      // Nothing will change before the page is reloaded.
      if (phase === 'deleted' || phase === 'outdated') return stop();
    }
    if (isDueAgain) runIn(0);
    else if (isVisible() && !deps.isReducedData()) runIn(untilNextLookMs());
    isDueAgain = false;
  }

  function untilNextLookMs(): number {
    return hasLookedWithin(EVERY_MS) ? lookedAtMs + EVERY_MS - deps.nowMs() : EVERY_MS;
  }

  const isVisible = () => deps.document.visibilityState === 'visible';
  const onFocus = () => {
    if (!hasLookedWithin(LOOKED_MS)) void run();
  };
  const onVisibility = () => {
    if (isVisible()) onFocus();
    else if (sync.countUnsent() > 0) void run(true);
  };
  const onChange = () => {
    if (sync.isUserWaiting()) runIn(AFTER_CHANGE_MS);
  };

  function stop(): void {
    isStopped = true;
    sync.stop();
    clearTimeout(timer);
    for (const stopListening of listening) stopListening();
  }

  const listening = [
    listen(deps.window, { focus: onFocus, online: () => void run(), [CHANGED]: onChange }),
    listen(deps.document, { visibilitychange: onVisibility }),
  ];
  void run();

  return {
    /** Runs now, or once more after the round under way; resolves when what there was to send has been tried. */
    async flush(): Promise<void> {
      await running;
      if (sync.countUnsent() > 0) await run(true);
    },
    stop,
  };
}

function phaseAfter(failure: SyncFailure): SyncPhase {
  switch (failure.reason) {
    case 'unreachable':
    case 'stopped':
      return 'waiting';
    case 'account_deleted':
      return 'deleted';
    case 'storage_full':
    case 'outdated':
      return failure.reason;
    case 'unauthenticated':
    case 'recent_login_required':
      return 'unauthenticated';
    case 'malformed':
    case 'invalid_item':
    case 'over_limit':
    case 'refused':
      return 'refused';
  }
}
