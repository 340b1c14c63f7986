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
}

/** Calls granted in a minute of the clock, and how many of them to scheduled runs. */
export const NOTHING_GRANTED = { minute: 0, granted: 0, scheduled: 0 };
export type MinuteCount = Readonly<typeof NOTHING_GRANTED>;

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

/** The largest lease, as a share of the minute. */
const LARGEST_LEASE = 1 / 12;

/** If the shared budget does not respond, an isolate allows itself this share of it, and asks again a minute later. */
const SHARE_ALONE = 1 / 20;
const BUDGET_DEADLINE_MS = 500;

export interface CallBudget {
  /** Takes one call, or returns the seconds until there may be another. Never rejects. */
  take(purpose: CallPurpose): Promise<number | null>;
}

interface Balance {
  calls: number;
  /** Calls of the whole lease. */
  readonly size: number;
  readonly untilMs: number;
  /** No further lease is available before this one ends. */
  readonly isLast: boolean;
}

/** An isolate's leases for one purpose. */
class Leases {
  readonly #request: (calls: number) => Promise<Lease>;
  readonly #callsPerMinute: number;
  readonly #now: () => number;
  #last: Balance | null = null;
  #leasing: Promise<void> | null = null;
  #waiting = 0;

  constructor(request: (calls: number) => Promise<Lease>, callsPerMinute: number, now: () => number) {
    this.#request = request;
    this.#callsPerMinute = callsPerMinute;
    this.#now = now;
  }

  /** The balance of the last lease, if that has not ended. One dated further ahead than a minute was leased under a wrong clock. */
  balance(): Balance | null {
    const leftMs = this.#last ? this.#last.untilMs - this.#now() : 0;
    return leftMs > 0 && leftMs <= MINUTE_MS ? this.#last : null;
  }

  /** Calls that come while a lease is requested share it. */
  async refill(): Promise<void> {
    this.#waiting += 1;
    const running = this.#leasing;
    if (running === null) {
      this.#leasing = this.#lease();
      await this.#leasing;
      this.#leasing = null;
      // A lease may be lost with the request that asked for it.
    } else if ((await within(BUDGET_DEADLINE_MS, running)) === null) this.#leasing = null;
    this.#waiting -= 1;
  }

  async #lease(): Promise<void> {
    // Calls of the same turn join in.
    await Promise.resolve();
    const doubled = 2 * (this.balance()?.size ?? 0);
    const size = Math.min(Math.max(this.#waiting, doubled), Math.ceil(this.#callsPerMinute * LARGEST_LEASE));
    const requestedAtMs = this.#now();
    try {
      const { calls, forMs } = await inTime(BUDGET_DEADLINE_MS, this.#request(size));
      this.#last = { calls, size, untilMs: requestedAtMs + forMs, isLast: calls < size };
    } catch {
      const calls = Math.ceil(this.#callsPerMinute * SHARE_ALONE);
      this.#last = { calls, size, untilMs: requestedAtMs + MINUTE_MS, isLast: true };
    }
  }
}

/** A lease covers the waiting calls; within a minute each is at least twice the last, so that busy isolates need few. */
export class LeasedCalls implements CallBudget {
  readonly #now: () => number;
  readonly #leases: Readonly<Record<CallPurpose, Leases>>;

  constructor(shared: SharedBudget, callsPerMinute: number, now: () => number) {
    const leases = (purpose: CallPurpose) =>
      new Leases((calls) => shared.lease({ purpose, calls, callsPerMinute }), callsPerMinute, now);
    this.#now = now;
    this.#leases = { first: leases('first'), renewal: leases('renewal'), schedule: leases('schedule') };
  }

  async take(purpose: CallPurpose): Promise<number | null> {
    const own = this.#leases[purpose];
    // What was leased for renewals serves a first call too.
    const usable = purpose === 'first' ? [own, this.#leases.renewal] : [own];
    for (;;) {
      const balance = usable.map((leases) => leases.balance()).find((found) => found && found.calls > 0);
      if (balance) {
        balance.calls -= 1;
        return null;
      }
      const last = own.balance();
      if (last?.isLast) return Math.ceil((last.untilMs - this.#now()) / 1000);
      await own.refill();
    }
  }
}
