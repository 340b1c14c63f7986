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
  const wickSd = session.intradaySd / Math.sqrt(minutes);
  const volumes = volumesByMinute(session, listing, minutes);
  let dayHigh = session.open;
  let dayLow = session.open;
  return barsAlong(path, minute, startSeconds, (k, high, low) => {
    dayHigh = Math.max(dayHigh, high);
    dayLow = Math.min(dayLow, low);
    const above = Math.exp(wickSd * Math.abs(normal(random)));
    const below = Math.exp(-wickSd * Math.abs(normal(random)));
    const isRunning = k === minute;
    const traded = k === minutes - 1 && minute >= minutes ? session.volume : (volumes[k] ?? 0);
    return {
      high: isRunning ? high : Math.min(tick(high * above, listing), dayHigh),
      low: isRunning ? low : Math.max(tick(low * below, listing), dayLow),
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
      path[from + k] = reflect(price, low, high);
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
