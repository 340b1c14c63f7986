/** Minute bars of simulated sessions, determined by listing and date. Regular ones add up to the session's daily bar. */
import { SECONDS_PER_DAY, type Candle, type Period } from '#compute';
import { venueSession } from '../venues/venue-sessions.ts';
import type { SampleListing } from './listings.ts';
import { hashText, normal, randomOf, type Random } from './random.ts';
import { tick, type SampleSession } from './series.ts';

export const MINUTE_SECONDS = 60;

/** Standard deviation of the logarithm of a minute's volume. */
const VOLUME_SD = 0.45;
/** Standard deviation and volume before or after regular hours, as shares of the session's. */
const EXTENDED_SD = 0.3;
const EXTENDED_VOLUME = 0.03;

interface Trading {
  readonly session: SampleSession;
  readonly listing: SampleListing;
  readonly nowSeconds: number;
}

export function barSoFar(trading: Trading): Candle {
  const { session, listing, nowSeconds } = trading;
  const { regular } = venueSession(listing, session.time);
  if (nowSeconds >= regular.endSeconds) return session;
  const minutes = regularMinutes(trading, regular);
  return {
    time: session.time,
    open: session.open,
    high: Math.max(...minutes.map(({ high }) => high)),
    low: Math.min(...minutes.map(({ low }) => low)),
    close: minutes.at(-1)?.close ?? session.open,
    volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
  };
}

/** A session's minute bars until now, including extended trading. `before`: the session before. */
export function sessionMinutes(trading: Trading, before: SampleSession): Candle[] {
  const { session, listing } = trading;
  const { pre, regular, post } = venueSession(listing, session.time);
  return [
    ...extendedMinutes(trading, 'pre', pre, afterHoursPrice(before, listing), session.open),
    ...regularMinutes(trading, regular),
    ...extendedMinutes(trading, 'post', post, session.close, afterHoursPrice(session, listing)),
  ];
}

function regularMinutes({ session, listing, nowSeconds }: Trading, hours: Period): Candle[] {
  const minutes = minutesIn(hours);
  const random = randomFor(session, listing, 'minutes');
  const { open, high, low, intradaySd } = session;
  // Days with a narrow range have calmer minutes.
  const sd = Math.min(intradaySd * open, (high - low) / WALK_RANGE) / Math.sqrt(minutes);
  const path = pathOfDay(session, minutes, sd, random).map((price) => tick(price, listing));
  const volumes = volumesOfDay(session.volume, minutes, random);
  let dayHigh = open;
  let dayLow = open;
  // Stays within the day's range so far and seldom reaches its edge; otherwise many bars in a row would end at one price.
  const wick = (room: number) => Math.min(sd * Math.abs(normal(random)), room * random());
  return barsAlong(path, volumes, hours, nowSeconds).map((bar, minute) => {
    dayHigh = Math.max(dayHigh, bar.high);
    dayLow = Math.min(dayLow, bar.low);
    if (hours.startSeconds + (minute + 1) * MINUTE_SECONDS > nowSeconds) return bar;
    return Object.assign(bar, {
      high: tick(bar.high + wick(dayHigh - bar.high), listing),
      low: tick(bar.low - wick(bar.low - dayLow), listing),
    });
  });
}

/** The minute bars before or after a session's regular hours, from one price to another, until now. */
function extendedMinutes(
  { session, listing, nowSeconds }: Trading,
  name: 'pre' | 'post',
  hours: Period | null,
  from: number,
  to: number,
): Candle[] {
  if (hours === null) return [];
  const minutes = minutesIn(hours);
  const random = randomFor(session, listing, name);
  const path = bridge(minutes, (EXTENDED_SD * session.intradaySd) / Math.sqrt(minutes), random).map(
    (noise, minute) => tick(from * Math.exp((Math.log(to / from) * minute) / minutes + noise), listing),
  );
  const usual = (EXTENDED_VOLUME * session.volume) / minutes;
  const volumes = Array.from({ length: minutes }, () => Math.round(usual * 2 * random()));
  return barsAlong(path, volumes, hours, nowSeconds);
}

function afterHoursPrice(session: SampleSession, listing: SampleListing): number {
  const random = randomFor(session, listing, 'after hours');
  return tick(session.close * Math.exp(EXTENDED_SD * session.intradaySd * normal(random)), listing);
}

function randomFor(session: SampleSession, listing: SampleListing, purpose: string): Random {
  return randomOf(hashText(`${listing.symbol} ${purpose}`), session.time / SECONDS_PER_DAY);
}

function minutesIn({ startSeconds, endSeconds }: Period): number {
  return (endSeconds - startSeconds) / MINUTE_SECONDS;
}

/** Bars between consecutive prices, one per minute and one for the end, until now; the running bar is partial. */
function barsAlong(
  path: Float64Array,
  volumes: readonly number[],
  hours: Period,
  nowSeconds: number,
): Candle[] {
  const { startSeconds } = hours;
  const running = Math.floor((nowSeconds - startSeconds) / MINUTE_SECONDS);
  return volumes.slice(0, Math.max(running + 1, 0)).map((volume, minute) => {
    const open = path[minute] ?? 0;
    const close = minute < running ? (path[minute + 1] ?? open) : open;
    return {
      time: startSeconds + minute * MINUTE_SECONDS,
      open,
      high: Math.max(open, close),
      low: Math.min(open, close),
      close,
      volume: minute < running ? volume : Math.round(volume / 2),
    };
  });
}

/** Mean range of a random walk, in its standard deviations (Feller 1951). */
const WALK_RANGE = 1.6;
/** A leg of the day takes at least as long as crossing this share of the range would. */
const LEAST_LEG = 0.1;

/** Prices at the start of each minute and at the close: open, one end of the day's range, the other end, close. */
function pathOfDay(session: SampleSession, minutes: number, stepSd: number, random: Random): Float64Array {
  const { open, high, low, close } = session;
  // On rising days the low more often comes first.
  const isLowFirst = random() < (close >= open ? 0.7 : 0.3);
  const [first, second] = isLowFirst ? [low, high] : [high, low];
  const legs = [
    { from: open, to: first },
    { from: first, to: second },
    { from: second, to: close },
  ].map((leg) => {
    const distance = Math.abs(leg.to - leg.from) + (LEAST_LEG * (high - low) || 1);
    return Object.assign(leg, { share: distance * (0.5 + random()) });
  });
  const total = legs.reduce((sum, { share }) => sum + share, 0);
  const path = new Float64Array(minutes + 1);
  let start = 0;
  let shares = 0;
  for (const { from, to, share } of legs) {
    shares += share;
    const end = Math.round((minutes * shares) / total);
    bridge(end - start, stepSd, random).forEach((noise, step, { length }) => {
      const price = from + ((to - from) * step) / Math.max(length - 1, 1) + noise;
      // The path turns at an end of the range without resting there.
      const gap = step === 0 || step === length - 1 ? 0 : stepSd;
      const [above, below] = [Math.hypot(high - price, gap), Math.hypot(price - low, gap)];
      path[start + step] = Math.min(Math.max(above < below ? high - above : low + below, low), high);
    });
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

/** A day's volume by minute, highest at the open and the close. */
function volumesOfDay(volume: number, minutes: number, random: Random): number[] {
  const shares = Array.from({ length: minutes }, (_, minute) => {
    const fromNoon = (minute + 0.5) / minutes - 0.5;
    return (0.5 + 6 * fromNoon ** 2) * Math.exp(VOLUME_SD * normal(random));
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  let share = 0;
  let traded = 0;
  return shares.map((own) => {
    share += own;
    const before = traded;
    traded = Math.round((volume * share) / total);
    return traded - before;
  });
}
