/** Seeded listings, the same for every page: two of 1,250 sessions and a long one for the back-test. */
import { candlesFromRows, rangeStart, type Candles } from '#compute';

const SESSIONS = 1250;
const LONG_SESSIONS = 5000;
const SECONDS_PER_DAY = 86_400;
const LAST_SESSION = Date.UTC(2026, 10, 20) / 1000;

export const TICKERS = ['AAPL', 'MSFT', 'LONG'] as const;
export type BenchTicker = (typeof TICKERS)[number];

/** A week to start every switch from, then a month, a year and all: about 21, 250 and 1,250 sessions. */
export const RANGES = ['1W', '1M', '1Y', 'ALL'] as const;
export type BenchRange = (typeof RANGES)[number];

/** mulberry32, T. Ettinger 2017. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Weekday bars of a random walk that ends on 2026-11-20. */
function walk(seed: number, sessions: number): Candles {
  const random = seeded(seed);
  const days: number[] = [];
  for (let time = LAST_SESSION; days.length < sessions; time -= SECONDS_PER_DAY) {
    const weekday = new Date(time * 1000).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days.unshift(time);
  }
  let close = 100;
  return candlesFromRows(
    days.map((time) => {
      const open = close;
      close = Math.round(open * Math.exp((random() - 0.495) * 0.04) * 100) / 100;
      const spread = Math.round(random() * 100) / 100;
      return {
        time,
        open,
        close,
        high: Math.round((Math.max(open, close) + spread) * 100) / 100,
        low: Math.round((Math.min(open, close) - spread / 2) * 100) / 100,
        volume: Math.round(1e6 + random() * 1e7),
      };
    }),
  );
}

export const LISTINGS: Readonly<Record<BenchTicker, Candles>> = {
  AAPL: walk(1, SESSIONS),
  MSFT: walk(2, SESSIONS),
  LONG: walk(3, LONG_SESSIONS),
};

/** Dates and closes of a range: views, as the product cuts them. */
export function rangeOf(ticker: BenchTicker, range: BenchRange) {
  const { time, close } = LISTINGS[ticker];
  const start = rangeStart(time, range) ?? 0;
  return { dates: time.subarray(start), closes: close.subarray(start) };
}
