import { inTime, within } from './single-flight.ts';

/** A call for a listing without a copy, or one that renews a copy. */
export type CallPurpose = 'first' | 'renewal';

/** The right to so many calls, for so long from the moment that it was asked for. */
export interface Lease {
  readonly calls: number;
  readonly forMs: number;
}

export interface LeaseRequest {
  readonly purpose: CallPurpose;
  readonly calls: number;
  readonly callsPerMinute: number;
}

/** What all isolates share. Grants what is left of the minute where that is less than was asked for. */
export interface SharedBudget {
  lease(request: LeaseRequest): Promise<Lease>;
}

export interface MinuteCount {
  readonly minute: number;
  readonly granted: number;
}

export const NOTHING_GRANTED: MinuteCount = { minute: 0, granted: 0 };

const MINUTE_MS = 60_000;

/** Renewals leave this share of each minute to first calls. */
const RESERVED_SHARE = 0.25;

export function grantLease(
  count: MinuteCount,
  { purpose, calls, callsPerMinute }: LeaseRequest,
  nowMs: number,
): readonly [MinuteCount, Lease] {
  const minute = Math.floor(nowMs / MINUTE_MS);
  const before = count.minute === minute ? count.granted : 0;
  const limit = purpose === 'first' ? callsPerMinute : Math.floor(callsPerMinute * (1 - RESERVED_SHARE));
  const granted = Math.max(Math.min(calls, limit - before), 0);
  return [
    { minute, granted: before + granted },
    { calls: granted, forMs: (minute + 1) * MINUTE_MS - nowMs },
  ];
}

/** The budget of a Worker that shares none. */
export function createOwnBudget(now: () => number): SharedBudget {
  let count = NOTHING_GRANTED;
  return {
    async lease(request) {
      const [after, lease] = grantLease(count, request, now());
      count = after;
      return lease;
    },
  };
}

/** Leases per minute and isolate: fewer means fewer requests, more spreads the budget more evenly. */
const LEASES_PER_MINUTE = 12;

/** Where the shared budget does not respond, an isolate allows itself this share of it, and asks again a minute later. */
const SHARE_ALONE = 1 / 20;
const LEASE_DEADLINE_MS = 500;

export type CallBudget = ReturnType<typeof createCallBudget>;

/** What an isolate has left of its last lease for a purpose. */
interface LeaseBalance {
  calls: number;
  readonly untilMs: number;
  /** No further lease is available before this one ends. */
  readonly isLast: boolean;
}

export function createCallBudget(shared: SharedBudget, callsPerMinute: number, now: () => number) {
  const purses = new Map<CallPurpose, LeaseBalance>();
  const asking = new Map<CallPurpose, Promise<LeaseBalance>>();
  const wanted = Math.ceil(callsPerMinute / LEASES_PER_MINUTE);

  async function leased(purpose: CallPurpose): Promise<LeaseBalance> {
    const askedAtMs = now();
    try {
      const request = shared.lease({ purpose, calls: wanted, callsPerMinute });
      const { calls, forMs } = await inTime(LEASE_DEADLINE_MS, request);
      return { calls, untilMs: askedAtMs + forMs, isLast: calls < wanted };
    } catch {
      const calls = Math.ceil(callsPerMinute * SHARE_ALONE);
      return { calls, untilMs: askedAtMs + MINUTE_MS, isLast: true };
    }
  }

  /** Calls that come while a lease is under way share it. */
  async function refill(purpose: CallPurpose): Promise<void> {
    const running = asking.get(purpose);
    if (running !== undefined) {
      // A lease may be lost with the request that asked for it.
      if ((await within(LEASE_DEADLINE_MS, running)) === null) asking.delete(purpose);
      return;
    }
    const lease = leased(purpose);
    asking.set(purpose, lease);
    purses.set(purpose, await lease);
    asking.delete(purpose);
  }

  /** A purse dated further ahead than a minute was filled by a wrong clock. */
  function purseOf(purpose: CallPurpose): LeaseBalance | undefined {
    const purse = purses.get(purpose);
    const leftMs = purse ? purse.untilMs - now() : 0;
    return leftMs > 0 && leftMs <= MINUTE_MS ? purse : undefined;
  }

  function taken(purpose: CallPurpose): boolean {
    const purse = purseOf(purpose);
    if (!purse || purse.calls < 1) return false;
    purse.calls -= 1;
    return true;
  }

  return {
    /** Takes one call; where none is left, the seconds until there may be another. Never rejects. */
    async take(purpose: CallPurpose): Promise<number | null> {
      // What was leased for renewals serves a first call too.
      const isTaken = () => taken(purpose) || (purpose === 'first' && taken('renewal'));
      for (let leases = 0; !isTaken(); leases++) {
        const purse = purseOf(purpose);
        const waitMs = purse ? purse.untilMs - now() : MINUTE_MS;
        if (purse?.isLast || leases > LEASES_PER_MINUTE) return Math.ceil(waitMs / 1000);
        await refill(purpose);
      }
      return null;
    },
  };
}
