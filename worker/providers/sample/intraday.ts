import { SECONDS_PER_DAY } from '#compute';
import type { Candle } from '#compute';
import { hashText } from './listings.ts';
import type { SampleListing } from './listings.ts';
import { normal, randomOf, tick } from './series.ts';
import type { Random, SampleSession } from './series.ts';

/** How much of a session's volume is at its ends: 0 spreads it evenly, 1 leaves none at noon. */
const VOLUME_SMILE = 0.5;
/** Standard deviation of the logarithm of a minute's volume. */
const VOLUME_SD = 0.45;
/** Standard deviation of the path before or after regular hours, and its volume, as shares of the session's. */
const EXTENDED_SD = 0.3;
const EXTENDED_VOLUME = 0.03;
export const MINUTE_SECONDS = 60;

/** When a part of a session begins, and how long it is. */
interface PartHours {
  readonly startSeconds: number;
  readonly minutes: number;
}

/** The trading before (`pre`) or after (`post`) a session's regular hours, from one price to another. */
interface ExtendedPart extends PartHours {
  readonly name: 'pre' | 'post';
  readonly from: number;
  readonly to: number;
}

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
    volume: volumesByMinute(session, listing, minutes)[minute] ?? session.volume,
  };
}

/**
 * The minutes of a session up to the one that `minute` is the number of, whose bar has only begun. Together they make
 * {@link barAtMinute}.
 */
export function minuteBars(
  session: SampleSession,
  listing: SampleListing,
  { startSeconds, minutes }: PartHours,
  minute: number,
): Candle[] {
  const path = minutePath(session, listing, minutes).map((price) => tick(price, listing));
  const random = randomOf(hashText(`${listing.symbol} wicks`), session.time / SECONDS_PER_DAY);
  const wickSd = minuteSd(session, minutes);
  const volumes = volumesByMinute(session, listing, minutes);
  // Within the day's range so far, and seldom to its end: otherwise a row of bars would end at one price.
  const wick = (room: number) => Math.min(wickSd * Math.abs(normal(random)), room * random());
  let dayHigh = session.open;
  let dayLow = session.open;
  return barsAlong(path, minute, startSeconds, (k, high, low) => {
    dayHigh = Math.max(dayHigh, high);
    dayLow = Math.min(dayLow, low);
    const above = wick(dayHigh - high);
    const below = wick(low - dayLow);
    const isRunning = k === minute;
    const traded = k === minutes - 1 && minute >= minutes ? session.volume : (volumes[k] ?? 0);
    return {
      high: isRunning ? high : tick(high + above, listing),
      low: isRunning ? low : tick(low - below, listing),
      volume: traded - (volumes[k - 1] ?? 0),
    };
  });
}

/** The minutes before or after a session's regular hours, up to the one that `minute` is the number of. */
export function extendedBars(
  session: SampleSession,
  listing: SampleListing,
  part: ExtendedPart,
  minute: number,
): Candle[] {
  const { name, from, to, startSeconds, minutes } = part;
  const random = randomOf(hashText(`${listing.symbol} ${name}`), session.time / SECONDS_PER_DAY);
  const noise = bridge(minutes, (EXTENDED_SD * session.intradaySd) / Math.sqrt(minutes), random);
  const path = noise.map((value, k) =>
    tick(from * Math.exp((Math.log(to / from) * k) / minutes + value), listing),
  );
  const perMinute = (EXTENDED_VOLUME * session.volume) / minutes;
  return barsAlong(path, minute, startSeconds, (_, high, low) => ({
    high,
    low,
    volume: Math.round(perMinute * 2 * random()),
  }));
}

/** The price at which trading ends after a session's regular hours. */
export function afterHoursPrice(session: SampleSession, listing: SampleListing): number {
  const random = randomOf(hashText(`${listing.symbol} after hours`), session.time / SECONDS_PER_DAY);
  return tick(session.close * Math.exp(EXTENDED_SD * session.intradaySd * normal(random)), listing);
}

/** Bars between the prices at the start of each minute and at the end, none later than `minute`. */
function barsAlong(
  path: Float64Array,
  minute: number,
  startSeconds: number,
  range: (k: number, high: number, low: number) => Pick<Candle, 'high' | 'low' | 'volume'>,
): Candle[] {
  return Array.from({ length: Math.min(minute + 1, path.length - 1) }, (_, k) => {
    const open = path[k] ?? 0;
    const close = k < minute ? (path[k + 1] ?? open) : open;
    const time = startSeconds + k * MINUTE_SECONDS;
    return { time, open, close, ...range(k, Math.max(open, close), Math.min(open, close)) };
  });
}

/** A walk's range in its standard deviations, on average (Feller 1951). */
const WALK_RANGE = 1.6;

/** Standard deviation of a minute's change, in price units; a day of a narrow range has calmer minutes. */
function minuteSd({ open, high, low, intradaySd }: SampleSession, minutes: number): number {
  return Math.min(intradaySd * open, (high - low) / WALK_RANGE) / Math.sqrt(minutes);
}

/** A part of the day takes at least so long as one that crosses this share of its range. */
const LEAST_LEG = 0.1;

/**
 * Prices at the start of each minute and at the close: from the open to one end of the day's range, through the middle to the
 * other, and to the close. Each of the four legs keeps its distance to the end that it touches as a walk would that may not
 * cross it (a Bessel bridge in three dimensions), so that the price turns there and does not rest.
 */
function minutePath(session: SampleSession, listing: SampleListing, minutes: number): Float64Array {
  const random = randomOf(hashText(`${listing.symbol} minutes`), session.time / SECONDS_PER_DAY);
  const { open, high, low, close } = session;
  const range = high - low;
  const middle = low + range / 2;
  const stepSd = minuteSd(session, minutes);
  // On a rising day the low more often comes first.
  const isLowFirst = random() < (close >= open ? 0.7 : 0.3);
  const [first, second] = isLowFirst ? [low, high] : [high, low];
  const legs = [
    { from: open, to: first, edge: first },
    { from: first, to: middle, edge: first },
    { from: middle, to: second, edge: second },
    { from: second, to: close, edge: second },
  ].map((leg) => {
    const distance = Math.abs(leg.to - leg.from) + (LEAST_LEG * range || 1);
    return Object.assign(leg, { share: distance * (0.5 + random()) });
  });
  const total = legs.reduce((sum, { share }) => sum + share, 0);
  const path = new Float64Array(minutes + 1);
  let start = 0;
  let shares = 0;
  for (const { from, to, edge, share } of legs) {
    shares += share;
    const end = Math.round((minutes * shares) / total);
    const steps = end - start;
    const walks = [0, 1, 2].map(() => bridge(steps, stepSd, random));
    for (let k = 0; k <= steps; k++) {
      const straight = Math.abs(from + ((to - from) * k) / steps - edge);
      const [along = 0, ...across] = walks.map((walk) => walk[k] ?? 0);
      const distance = Math.hypot(straight + along, ...across);
      path[start + k] = reflect(edge === low ? low + distance : high - distance, low, high);
    }
    start = end;
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

/** A price that would leave the day's range turns back at its edge. */
function reflect(price: number, low: number, high: number): number {
  const inside = price < low ? 2 * low - price : price > high ? 2 * high - price : price;
  return Math.min(Math.max(inside, low), high);
}

/** The day's volume after each minute; the rest is that of the closing auction. */
function volumesByMinute(session: SampleSession, listing: SampleListing, minutes: number): Float64Array {
  const random = randomOf(hashText(`${listing.symbol} volume`), session.time / SECONDS_PER_DAY);
  const traded = new Float64Array(minutes);
  let total = 0;
  for (let k = 0; k < minutes; k++) {
    const usual = volumeShare((k + 1) / (minutes + 1)) - volumeShare(k / (minutes + 1));
    total += usual * Math.exp(VOLUME_SD * normal(random));
    traded[k] = total;
  }
  const auction = 1 - volumeShare(minutes / (minutes + 1));
  return traded.map((share) => Math.round((session.volume * share) / (total + auction)));
}

/** Share of the day's volume traded after a share of the session: busiest at open and close. */
function volumeShare(progress: number): number {
  return progress + VOLUME_SMILE * (4 * (progress - 0.5) ** 3 + 0.5 - progress);
}
