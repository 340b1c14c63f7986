/** Minute bars of simulated sessions, determined by listing and date. Regular ones add up to the session's daily bar. */
import { SECONDS_PER_DAY, type Candle, type Period } from '#compute';
import { venueSession } from '../venues/venue-sessions.ts';
import type { SampleListing } from './listings.ts';
import { hashText, normal, randomOf, type Random } from './random.ts';
import { tick, type SampleSession } from './series.ts';

export const MINUTE_SECONDS = 60;
/** Steps of a price path in a minute, so that its bar has a high and a low of its own. */
const STEPS = 3;

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
  const path = pathOfDay(session, minutes * STEPS, random).map((price) => tick(price, listing));
  return barsAlong(path, volumesOfDay(session.volume, minutes, random), hours, nowSeconds);
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
  const sd = EXTENDED_SD * session.intradaySd * from;
  const path = walk(from, to, minutes * STEPS, sd, random).map((price) => tick(price, listing));
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

/** Bars of a price path, one per minute until now; the running bar has only its opening price. */
function barsAlong(
  path: Float64Array,
  volumes: readonly number[],
  { startSeconds }: Period,
  nowSeconds: number,
): Candle[] {
  const running = Math.floor((nowSeconds - startSeconds) / MINUTE_SECONDS);
  return volumes.slice(0, Math.max(running + 1, 0)).map((volume, minute) => {
    const isRunning = minute === running;
    const first = minute * STEPS;
    const prices = path.subarray(first, first + (isRunning ? 1 : STEPS + 1));
    return {
      time: startSeconds + minute * MINUTE_SECONDS,
      open: prices[0] ?? 0,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1) ?? 0,
      volume: isRunning ? Math.round(volume / 2) : volume,
    };
  });
}

/** Mean range of a random walk, in its standard deviations (Feller 1951). */
const WALK_RANGE = 1.6;

/** Prices of a day: from the open to one end of the day's range, to the other end, to the close. */
function pathOfDay({ open, high, low, close, intradaySd }: SampleSession, steps: number, random: Random) {
  // On rising days the low more often comes first.
  const [first, second] = random() < (close >= open ? 0.7 : 0.3) ? [low, high] : [high, low];
  const turns = [
    { price: open, step: 0 },
    { price: first, step: Math.round(steps * (0.05 + 0.4 * random())) },
    { price: second, step: Math.round(steps * (0.55 + 0.4 * random())) },
    { price: close, step: steps },
  ];
  // Days with a narrow range are calmer.
  const sd = Math.min(intradaySd * open, (high - low) / WALK_RANGE);
  const path = new Float64Array(steps + 1);
  turns.forEach(({ price: from, step: start }, leg) => {
    const { price: to, step: end } = turns[leg + 1] ?? { price: close, step: steps };
    const legSd = sd * Math.sqrt((end - start) / steps);
    walk(from, to, end - start, legSd, random).forEach((price, step) => {
      // The path turns at an end of the range without resting there.
      const gap = step === 0 || step === end - start ? 0 : sd / Math.sqrt(steps);
      const [above, below] = [Math.hypot(high - price, gap), Math.hypot(price - low, gap)];
      path[start + step] = Math.min(Math.max(above < below ? high - above : low + below, low), high);
    });
  });
  return path;
}

/** A random walk from one price to another; `sd` is the standard deviation of its end if that were free. */
function walk(from: number, to: number, steps: number, sd: number, random: Random): Float64Array {
  const free = new Float64Array(steps + 1);
  for (let step = 1; step <= steps; step++)
    free[step] = (free[step - 1] ?? 0) + (sd / Math.sqrt(steps)) * normal(random);
  const missing = to - from - (free[steps] ?? 0);
  return free.map((moved, step) => from + moved + (missing * step) / Math.max(steps, 1));
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
