import { getOrCompute, isTradingDay, SECONDS_PER_DAY, type Candle, type TradingCalendar } from '#compute';
import { isListedSession } from '../venues/venue-sessions.ts';
import {
  anchorPriceOn,
  dividendOn,
  hashText,
  quarterOf,
  resultsSession,
  type SampleListing,
} from './listings.ts';

/** How many series an isolate keeps in memory, some 0.6 MB each; the oldest is dropped first. */
const MAX_SERIES = 64;

/** Monday 2016-01-04: the first day of every simulated history. */
const EPOCH_DATE_SECONDS = Date.UTC(2016, 0, 4) / 1000;

/** GARCH(1,1) (Bollerslev 1986) with the persistence of daily equity returns. */
const ALPHA = 0.09;
const BETA = 0.89;

/** Daily pull of the log price towards its anchor. A half-life of two years keeps prices plausible without being visible. */
const PULL_PER_SESSION = Math.LN2 / 504;
/** Spread of the first price around the anchor, in log units. */
const START_SPREAD = 0.2;
/** Minimum share of a listing's own volatility in the total. */
const MIN_OWN_SHARE = 0.35;
/** Share of a day's return that falls overnight, and overnight noise in daily standard deviations. */
const OVERNIGHT_SHARE = 0.4;
const OVERNIGHT_NOISE = 0.3;
/** Intraday standard deviation, in daily standard deviations. */
const INTRADAY_SD = 0.8;

/** Standard deviation of a session that reacts to results, in daily ones: 2 to 5 by company, as for US shares. */
const LEAST_RESULTS_SD = 2;
const RESULTS_SD_RANGE = 3;
/** A day's volume grows with its move, up to this many standard deviations. */
const MAX_BUSY_SD = 4;

/** A simulated session, with the inputs of its minute bars. */
export interface SampleSession extends Candle {
  /** Standard deviation of the session's log path. */
  readonly intradaySd: number;
}

/** The market factor, day by day. Days are generated once and in order, so values do not depend on the order of requests. */
function createFactor(name: string, calendar: TradingCalendar, dailySd: number) {
  /** The log return of a day, and the variance it was drawn with. */
  const days = new Map<number, { readonly shock: number; readonly variance: number }>();
  const hash = hashText(name);
  let variance = dailySd * dailySd;
  let next = EPOCH_DATE_SECONDS;
  return {
    dailySd,
    /** The factor on a day from the epoch on; 0 on days off, although some venues trade then. */
    on(dateSeconds: number) {
      for (; next <= dateSeconds; next += SECONDS_PER_DAY) {
        const isOff = !isTradingDay(next, calendar);
        const shock = isOff ? 0 : Math.sqrt(variance) * fatTailed(randomOf(hash, next / SECONDS_PER_DAY));
        days.set(next, { shock, variance });
        if (isOff) continue;
        variance = nextVariance(variance, shock, dailySd * dailySd);
      }
      const day = days.get(dateSeconds);
      if (day === undefined) throw new RangeError('not a day of the factor');
      return day;
    },
  };
}

/** 16 % per year, every weekday; venues skip the days on which they are closed. */
const SHARES = createFactor('market of shares', 'weekday', 0.16 / Math.sqrt(252));
/** 45 % per year, every day. */
const COINS = createFactor('market of coins', 'daily', 0.45 / Math.sqrt(365));

/** The next day's variance from today's variance and shock; its long-run mean is `longRunVariance`. */
function nextVariance(variance: number, shock: number, longRunVariance: number): number {
  return (1 - ALPHA - BETA) * longRunVariance + ALPHA * shock * shock + BETA * variance;
}

const seriesBySymbol = new Map<string, ReturnType<typeof createSeries>>();

export function sampleSeries(listing: SampleListing) {
  const series = getOrCompute(seriesBySymbol, listing.symbol, () => createSeries(listing));
  const [oldest = ''] = seriesBySymbol.keys();
  if (seriesBySymbol.size > MAX_SERIES) seriesBySymbol.delete(oldest);
  return series;
}

/** A simulated history. Each session depends only on the listing and the date, never on the clock. */
function createSeries(listing: SampleListing) {
  const { calendar, seed, beta } = listing;
  const isDaily = calendar === 'daily';
  const factor = isDaily ? COINS : SHARES;
  const hash = hashText(seed);
  const resultsHash = hashText(`${seed} reports`);
  const resultsSd = LEAST_RESULTS_SD + (RESULTS_SD_RANGE * (resultsHash % 1000)) / 1000;
  const sessionsPerYear = isDaily ? 365 : 252;
  const dailySd = listing.volatilityPercent / 100 / Math.sqrt(sessionsPerYear);
  const commonVariance = (beta * factor.dailySd) ** 2;
  const ownVariance = Math.max(dailySd ** 2 - commonVariance, (MIN_OWN_SHARE * dailySd) ** 2);
  const meanVolume = typicalVolume(listing);
  const drift = listing.growthPercent / 100 / sessionsPerYear;

  const sessions: SampleSession[] = [];
  let logPrice =
    Math.log(anchorPriceOn(listing, EPOCH_DATE_SECONDS)) + START_SPREAD * normal(randomOf(hash, 0));
  let variance = ownVariance;
  let reacting = { quarter: NaN, session: null as number | null };
  let next = EPOCH_DATE_SECONDS;

  function step(date: number): SampleSession {
    const random = randomOf(hash, date / SECONDS_PER_DAY);
    const common = factor.on(date);
    const sd = Math.sqrt(beta * beta * common.variance + variance);
    const shock = Math.sqrt(variance) * fatTailed(random);
    const pull = PULL_PER_SESSION * (Math.log(anchorPriceOn(listing, date)) - logPrice);
    const usual = drift + pull + beta * common.shock + shock;
    const overnight = isDaily ? 0 : OVERNIGHT_SHARE * usual + OVERNIGHT_NOISE * sd * normal(random);
    const surprise = surpriseOn(date, sd);
    const change = usual + surprise;
    const gap = overnight + surprise;
    // The open falls by the dividend.
    const paid = Math.log1p(-dividendOn(listing, date) / Math.exp(logPrice));
    const opened = logPrice + paid + gap;
    const closed = logPrice + paid + change;
    const intradaySd = INTRADAY_SD * sd;
    const high = bridgeMaximum(opened, closed, intradaySd, random);
    const low = -bridgeMaximum(-opened, -closed, intradaySd, random);
    const move = Math.min(Math.abs(change) / sd, MAX_BUSY_SD);
    const calm = 0.35 * Math.log(sd / dailySd) + 0.5 * (move - 0.8);
    const volume = meanVolume * Math.exp(calm + 0.3 * normal(random));
    logPrice = closed;
    variance = nextVariance(variance, shock, ownVariance);
    const close = tick(Math.exp(closed), listing);
    // A fund has one value a day, without trading.
    if (listing.instrument === 'fund') {
      return { time: date, open: close, high: close, low: close, close, volume: 0, intradaySd: 0 };
    }
    return {
      time: date,
      open: tick(Math.exp(opened), listing),
      high: tick(Math.exp(high), listing),
      low: tick(Math.exp(low), listing),
      close,
      volume: Math.round(volume),
      intradaySd,
    };
  }

  /** The overnight move after results. It is a one-off, so it does not enter the variance. */
  function surpriseOn(date: number, sd: number): number {
    const quarter = quarterOf(date);
    if (quarter !== reacting.quarter) reacting = { quarter, session: resultsSession(listing, quarter) };
    if (date !== reacting.session) return 0;
    return Math.sqrt(resultsSd ** 2 - 1) * sd * normal(randomOf(resultsHash, date / SECONDS_PER_DAY));
  }

  return {
    /** All sessions from the epoch through a date, oldest first. */
    through(dateSeconds: number): readonly SampleSession[] {
      for (; next <= dateSeconds; next += SECONDS_PER_DAY) {
        if (isListedSession({ listing, venue: listing }, next)) sessions.push(step(next));
      }
      const last = sessions.findLastIndex((session) => session.time <= dateSeconds);
      return sessions.slice(0, last + 1);
    },
  };
}

export function tick(price: number, { decimals }: SampleListing): number {
  const steps = 10 ** decimals;
  return Math.max(Math.round(price * steps), 1) / steps;
}

/** The maximum of a Brownian path between two given ends (reflection principle). */
function bridgeMaximum(from: number, to: number, sd: number, random: Random): number {
  const spread = (to - from) ** 2 - 2 * sd * sd * Math.log(1 - random());
  return (from + to + Math.sqrt(spread)) / 2;
}

/** Units traded on a usual day; for coins their value, as their venues report it. */
function typicalVolume({ instrument, outstanding, anchorPrice, volatilityPercent }: SampleListing): number {
  if (instrument === 'crypto') return outstanding * anchorPrice * 0.02;
  if (instrument === 'etf' || instrument === 'index') return outstanding * 0.06;
  return outstanding * 0.004 * (volatilityPercent / 25) ** 1.2;
}

/** A stream of numbers in [0, 1). */
export type Random = () => number;

/** The stream of a subject (a text's hash) on a day: mulberry32 (Ettinger 2017) with a mixed seed. */
export function randomOf(subjectHash: number, dayNumber: number): Random {
  let state = Math.imul(subjectHash ^ Math.imul(dayNumber + 1, 0x9e3779b1), 0x85ebca6b);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A standard normal draw (Box & Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Degrees of freedom of daily shocks: tails of returns fall with the third to fourth power (Cont 2001). */
const DEGREES_OF_FREEDOM = 4;
/** Shocks larger than this, in standard deviations, are drawn again. */
const MAX_SHOCK = 6;

/** A Student-t draw scaled to variance 1 (Bailey 1994, polar method). */
function fatTailed(random: Random): number {
  for (;;) {
    const u = 2 * random() - 1;
    const v = 2 * random() - 1;
    const w = u * u + v * v;
    if (w > 1 || w === 0) continue;
    const t = u * Math.sqrt((DEGREES_OF_FREEDOM * (w ** (-2 / DEGREES_OF_FREEDOM) - 1)) / w);
    const shock = t * Math.sqrt((DEGREES_OF_FREEDOM - 2) / DEGREES_OF_FREEDOM);
    if (Math.abs(shock) <= MAX_SHOCK) return shock;
  }
}
