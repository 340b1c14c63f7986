import { SECONDS_PER_DAY } from '#compute';
import type { Candle } from '#compute';
import type { SampleListing } from './listings.ts';
import { hashText, normal, randomOf } from './random.ts';
import type { Random } from './random.ts';
import { tick } from './series.ts';
import type { SampleSession } from './series.ts';

/** How much of a session's volume is at its ends: 0 spreads it evenly, 1 leaves none at noon. */
const VOLUME_SMILE = 0.5;

/**
 * The bar of a session after `minute` of its `minutes`. The path is fixed by listing and date: it starts at the session's
 * open, touches its low and its high and ends at its close, so the bar of the last minute is the session's own.
 */
export function barAtMinute(
  session: SampleSession,
  listing: SampleListing,
  minute: number,
  minutes: number,
): Candle {
  const { time, open, high, low, close } = session;
  if (minute >= minutes) return { time, open, high, low, close, volume: session.volume };
  const path = minutePath(session, listing, minutes).subarray(0, minute + 1);
  return {
    time,
    open,
    high: Math.max(
      open,
      tick(
        path.reduce((a, b) => Math.max(a, b)),
        listing,
      ),
    ),
    low: Math.min(
      open,
      tick(
        path.reduce((a, b) => Math.min(a, b)),
        listing,
      ),
    ),
    close: tick(path.at(-1) ?? open, listing),
    volume: Math.round(session.volume * volumeShare((minute + 1) / (minutes + 1))),
  };
}

/** Prices at the start of each minute and at the close. */
function minutePath(session: SampleSession, listing: SampleListing, minutes: number): Float64Array {
  const random = randomOf(hashText(`${listing.symbol} minutes`), session.time / SECONDS_PER_DAY);
  const { open, high, low, close } = session;
  const turns = [random(), random()].sort((a, b) => a - b);
  const first = 1 + Math.floor((turns[0] ?? 0) * (minutes - 2));
  const second = first + 1 + Math.floor((turns[1] ?? 0) * (minutes - 1 - first));
  // On a rising day the low more often comes first.
  const lowFirst = random() < (close >= open ? 0.7 : 0.3);
  const knots: readonly (readonly [number, number])[] = [
    [0, open],
    [first, lowFirst ? low : high],
    [second, lowFirst ? high : low],
    [minutes, close],
  ];
  const path = new Float64Array(minutes + 1);
  const minuteSd = session.intradaySd / Math.sqrt(minutes);
  for (let leg = 1; leg < knots.length; leg++) {
    const [from, fromPrice] = knots[leg - 1] ?? [0, open];
    const [to, toPrice] = knots[leg] ?? [minutes, close];
    const noise = bridge(to - from, minuteSd, random);
    for (let k = 0; k <= to - from; k++) {
      const share = k / Math.max(to - from, 1);
      const price = (fromPrice + (toPrice - fromPrice) * share) * Math.exp(noise[k] ?? 0);
      path[from + k] = Math.min(Math.max(price, low), high);
    }
  }
  return path;
}

/** A random walk of `steps` steps that starts and ends at 0. */
function bridge(steps: number, stepSd: number, random: Random): Float64Array {
  const walk = new Float64Array(steps + 1);
  for (let k = 1; k <= steps; k++) walk[k] = (walk[k - 1] ?? 0) + stepSd * normal(random);
  const end = walk[steps] ?? 0;
  return walk.map((value, k) => value - (end * k) / Math.max(steps, 1));
}

/** Share of the day's volume traded after a share of the session: busiest at open and close. */
function volumeShare(progress: number): number {
  return progress + VOLUME_SMILE * (4 * (progress - 0.5) ** 3 + 0.5 - progress);
}
