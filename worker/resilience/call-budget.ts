import { inTime, within } from './single-flight.ts';

/** A call for a listing without a copy, one that renews a copy, or one of a scheduled run. */
export type CallPurpose = 'first' | 'renewal' | 'schedule';

/** The right to make `calls` calls, for `forMs` from the moment of the request. */
export interface Lease {
  readonly calls: number;
  readonly forMs: number;
}

export interface LeaseRequest {
  readonly purpose: CallPurpose;
  readonly calls: number;
  readonly callsPerMinute: number;
}

/** What all isolates share about one vendor. */
export interface SharedBudget {
  /** Grants what is left for the purpose in this minute, and at most what was requested. */
  lease(request: LeaseRequest): Promise<Lease>;
  /** Whether the vendor denied this symbol within the last day. */
  isUnknown(symbol: string): Promise<boolean>;
  recordUnknown(symbol: string): Promise<void>;
}

/** Calls granted in a minute of the clock, and how many of them to scheduled runs. */
export interface MinuteCount {
  readonly minute: number;
  readonly granted: number;
  readonly scheduled: number;
}

export const NOTHING_GRANTED: MinuteCount = { minute: 0, granted: 0, scheduled: 0 };

const MINUTE_MS = 60_000;

/** This share of each minute belongs to scheduled runs. */
const SCHEDULE_SHARE = 1 / 6;

/** Renewals, and scheduled runs beyond their own share, leave this share to first calls. */
const FIRST_SHARE = 1 / 4;

export function grantLease(
  count: MinuteCount,
  { purpose, calls, callsPerMinute }: LeaseRequest,
  nowMs: number,
): readonly [MinuteCount, Lease] {
  const minute = Math.floor(nowMs / MINUTE_MS);
  const { granted, scheduled } = count.minute === minute ? count : NOTHING_GRANTED;
  const reserved = Math.max(Math.floor(callsPerMinute * SCHEDULE_SHARE) - scheduled, 0);
  const open = callsPerMinute - granted - reserved;
  const shared = Math.max(purpose === 'first' ? open : Math.floor(open - callsPerMinute * FIRST_SHARE), 0);
  const isScheduled = purpose === 'schedule';
  const allowed = Math.min(calls, isScheduled ? reserved + shared : shared);
  return [
    { minute, granted: granted + allowed, scheduled: scheduled + (isScheduled ? allowed : 0) },
    { calls: allowed, forMs: (minute + 1) * MINUTE_MS - nowMs },
  ];
}

/** The budget of a Worker that shares none. The cache of its only isolate remembers unknown symbols. */
export function createOwnBudget(now: () => number): SharedBudget {
  let count = NOTHING_GRANTED;
  return {
    async lease(request) {
      const [after, lease] = grantLease(count, request, now());
      count = after;
      return lease;
    },
    isUnknown: async () => false,
    recordUnknown: async () => undefined,
  };
}

/** The largest lease, as a share of the minute. */
const LARGEST_LEASE = 1 / 12;

/** If the shared budget does not respond, an isolate allows itself this share of it, and asks again a minute later. */
const SHARE_ALONE = 1 / 20;
export const BUDGET_DEADLINE_MS = 500;

export interface CallBudget {
  /** Takes one call, or returns the seconds until there may be another. Never rejects. */
  take(purpose: CallPurpose): Promise<number | null>;
}

/** What an isolate has left of its last lease for a purpose. */
interface LeaseBalance {
  calls: number;
  /** Calls of the whole lease. */
  readonly size: number;
  readonly untilMs: number;
  /** No further lease is available before this one ends. */
  readonly isLast: boolean;
}

/**
 * Takes calls from a shared budget. A lease covers the calls that wait at that moment; while leases are used up within their
 * minute, each is at least twice the last one. So an isolate with one request leaves nothing unused, and a busy one needs few leases.
 */
export function createCallBudget(
  shared: SharedBudget,
  callsPerMinute: number,
  now: () => number,
): CallBudget {
  const balances = new Map<CallPurpose, LeaseBalance>();
  const leasing = new Map<CallPurpose, Promise<LeaseBalance>>();
  const waiting = new Map<CallPurpose, number>();
  const largest = Math.ceil(callsPerMinute * LARGEST_LEASE);

  async function lease(purpose: CallPurpose): Promise<LeaseBalance> {
    // Calls of the same turn join in.
    await Promise.resolve();
    const last = balanceOf(purpose);
    const size = Math.min(Math.max(waiting.get(purpose) ?? 1, last ? 2 * last.size : 1), largest);
    const requestedAtMs = now();
    try {
      const request = shared.lease({ purpose, calls: size, callsPerMinute });
      const { calls, forMs } = await inTime(BUDGET_DEADLINE_MS, request);
      return { calls, size, untilMs: requestedAtMs + forMs, isLast: calls < size };
    } catch {
      const calls = Math.ceil(callsPerMinute * SHARE_ALONE);
      return { calls, size, untilMs: requestedAtMs + MINUTE_MS, isLast: true };
    }
  }

  /** Calls that come while a lease is requested share it. */
  async function refill(purpose: CallPurpose): Promise<void> {
    waiting.set(purpose, (waiting.get(purpose) ?? 0) + 1);
    const running = leasing.get(purpose);
    if (running !== undefined) {
      // A lease may be lost with the request that asked for it.
      if ((await within(BUDGET_DEADLINE_MS, running)) === null) leasing.delete(purpose);
    } else {
      const next = lease(purpose);
      leasing.set(purpose, next);
      balances.set(purpose, await next);
      leasing.delete(purpose);
    }
    waiting.set(purpose, (waiting.get(purpose) ?? 1) - 1);
  }

  /** A balance dated further ahead than a minute was leased under a wrong clock. */
  function balanceOf(purpose: CallPurpose): LeaseBalance | undefined {
    const balance = balances.get(purpose);
    const leftMs = balance ? balance.untilMs - now() : 0;
    return leftMs > 0 && leftMs <= MINUTE_MS ? balance : undefined;
  }

  function isTaken(purpose: CallPurpose): boolean {
    // What was leased for renewals serves a first call too.
    const purposes: CallPurpose[] = purpose === 'first' ? ['first', 'renewal'] : [purpose];
    const balance = purposes.map(balanceOf).find((found) => found !== undefined && found.calls > 0);
    if (balance) balance.calls -= 1;
    return balance !== undefined;
  }

  return {
    async take(purpose) {
      while (!isTaken(purpose)) {
        const balance = balanceOf(purpose);
        if (balance?.isLast) return Math.ceil((balance.untilMs - now()) / 1000);
        await refill(purpose);
      }
      return null;
    },
  };
}
