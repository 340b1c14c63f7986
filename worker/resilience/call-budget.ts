import { BINDING_DEADLINE_MS, inTime, SingleFlight } from './single-flight.ts';

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

interface Balance {
  calls: number;
  /** Calls of the whole lease. */
  readonly size: number;
  readonly untilMs: number;
  /** No further lease is available before this one ends. */
  readonly isLast: boolean;
}

/** A lease covers the waiting calls; within a minute each is at least twice the last, so that busy isolates need few. */
export class LeasedCalls {
  readonly #shared: SharedBudget;
  readonly #callsPerMinute: number;
  readonly #now: () => number;
  /** The last lease for each purpose. */
  readonly #balances = new Map<CallPurpose, Balance>();
  readonly #waiting = { first: 0, renewal: 0, schedule: 0 };
  readonly #leasing = new SingleFlight<void>(BINDING_DEADLINE_MS);

  constructor(shared: SharedBudget, callsPerMinute: number, now: () => number) {
    this.#shared = shared;
    this.#callsPerMinute = callsPerMinute;
    this.#now = now;
  }

  /** Takes one call, or returns the seconds until there may be another. Never rejects. */
  async take(purpose: CallPurpose): Promise<number | null> {
    for (;;) {
      const own = this.#balance(purpose);
      // What was leased for renewals serves a first call too.
      const balances = [own, purpose === 'first' ? this.#balance('renewal') : null];
      const balance = balances.find((found) => found && found.calls > 0);
      if (balance) {
        balance.calls -= 1;
        return null;
      }
      if (own?.isLast) return Math.ceil((own.untilMs - this.#now()) / 1000);
      this.#waiting[purpose] += 1;
      // The load that waits for it is kept alive already.
      await this.#leasing.run(
        purpose,
        () => undefined,
        () => this.#lease(purpose),
      );
      this.#waiting[purpose] -= 1;
    }
  }

  /** The balance of the last lease, if that has not ended. */
  #balance(purpose: CallPurpose): Balance | null {
    const last = this.#balances.get(purpose);
    return last && last.untilMs > this.#now() ? last : null;
  }

  async #lease(purpose: CallPurpose): Promise<void> {
    // Calls of the same turn join in.
    await Promise.resolve();
    const callsPerMinute = this.#callsPerMinute;
    const doubled = 2 * (this.#balance(purpose)?.size ?? 0);
    const size = Math.min(
      Math.max(this.#waiting[purpose], doubled),
      Math.ceil(callsPerMinute * LARGEST_LEASE),
    );
    const requestedAtMs = this.#now();
    try {
      const leasing = this.#shared.lease({ purpose, calls: size, callsPerMinute });
      const { calls, forMs } = await inTime(BINDING_DEADLINE_MS, leasing);
      this.#balances.set(purpose, { calls, size, untilMs: requestedAtMs + forMs, isLast: calls < size });
    } catch {
      const calls = Math.ceil(callsPerMinute * SHARE_ALONE);
      this.#balances.set(purpose, { calls, size, untilMs: requestedAtMs + MINUTE_MS, isLast: true });
    }
  }
}
