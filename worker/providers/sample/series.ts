import { getOrCompute, isTradingDay, SECONDS_PER_DAY, type Candle, type TradingCalendar } from '#compute';
import { anchorPriceOn, dividendOn, isSession, quarterOf, resultsSession } from './listings.ts';
import type { SampleListing } from './listings.ts';
import { bridgeMaximum, fatTailed, hashText, normal, randomOf, type Random } from './random.ts';

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

export interface SampleSession extends Candle {
  /** Standard deviation of the session's log path. */
  readonly intradaySd: number;
}

/** Days from the epoch on by their index, made once and in order, so that values do not depend on the order of requests. */
function madeInOrder<T>(source: Generator<T, unknown>): (index: number) => T {
  const made: T[] = [];
  return (index) => {
    while (made.length <= index) made.push(source.next().value as T);
    return made[index] as T;
  };
}

/** A market's common factor by day: a log return and the variance it was drawn with; 0 on days off, although some venues trade. */
function* factorDays(name: string, calendar: TradingCalendar, dailySd: number) {
  const hash = hashText(name);
  let variance = dailySd * dailySd;
  for (let date = EPOCH_DATE_SECONDS; ; date += SECONDS_PER_DAY) {
    const isOff = !isTradingDay(date, calendar);
    const shock = isOff ? 0 : Math.sqrt(variance) * fatTailed(randomOf(hash, date / SECONDS_PER_DAY));
    yield { shock, variance };
    if (!isOff) variance = nextVariance(variance, shock, dailySd * dailySd);
  }
}

function nextVariance(variance: number, shock: number, longRunVariance: number): number {
  return (1 - ALPHA - BETA) * longRunVariance + ALPHA * shock * shock + BETA * variance;
}

/** 16 % per year, every weekday; venues skip the days on which they are closed. */
const SHARES_SD = 0.16 / Math.sqrt(252);
const SHARES = madeInOrder(factorDays('market of shares', 'weekday', SHARES_SD));
/** 45 % per year, every day. */
const COINS_SD = 0.45 / Math.sqrt(365);
const COINS = madeInOrder(factorDays('market of coins', 'daily', COINS_SD));

const seriesBySymbol = new Map<string, (day: number) => SampleSession | null>();

/** A listing's sessions from the epoch through a date, oldest first. They depend only on the listing, never on the clock. */
export function sessionsThrough(listing: SampleListing, dateSeconds: number): readonly SampleSession[] {
  const series = getOrCompute(seriesBySymbol, listing.symbol, () => madeInOrder(sessionDays(listing)));
  const [oldest = ''] = seriesBySymbol.keys();
  if (seriesBySymbol.size > MAX_SERIES) seriesBySymbol.delete(oldest);
  const last = (dateSeconds - EPOCH_DATE_SECONDS) / SECONDS_PER_DAY;
  return Array.from({ length: last + 1 }, (_, day) => series(day)).filter((session) => session !== null);
}

/** A listing's days; `null` on those without a session. */
function* sessionDays(listing: SampleListing): Generator<SampleSession | null, never> {
  const { beta } = listing;
  const isDaily = listing.calendar === 'daily';
  const [factor, factorSd] = isDaily ? [COINS, COINS_SD] : [SHARES, SHARES_SD];
  const sessionsPerYear = isDaily ? 365 : 252;
  const drift = listing.growthPercent / 100 / sessionsPerYear;
  const dailySd = listing.volatilityPercent / 100 / Math.sqrt(sessionsPerYear);
  const ownVariance = Math.max(dailySd ** 2 - (beta * factorSd) ** 2, (MIN_OWN_SHARE * dailySd) ** 2);
  const hash = hashText(listing.seed);
  let reacting = { quarter: NaN, date: null as number | null };
  let variance = ownVariance;
  let logPrice =
    Math.log(anchorPriceOn(listing, EPOCH_DATE_SECONDS)) + START_SPREAD * normal(randomOf(hash, 0));
  for (let day = 0; ; day++) {
    const date = EPOCH_DATE_SECONDS + day * SECONDS_PER_DAY;
    if (!isSession(listing, date)) {
      yield null;
      continue;
    }
    const random = randomOf(hash, date / SECONDS_PER_DAY);
    const common = factor(day);
    const sd = Math.sqrt(beta * beta * common.variance + variance);
    const shock = Math.sqrt(variance) * fatTailed(random);
    const pull = PULL_PER_SESSION * (Math.log(anchorPriceOn(listing, date)) - logPrice);
    const usual = drift + pull + beta * common.shock + shock;
    const overnight = isDaily ? 0 : OVERNIGHT_SHARE * usual + OVERNIGHT_NOISE * sd * normal(random);
    const quarter = quarterOf(date);
    if (quarter !== reacting.quarter) reacting = { quarter, date: resultsSession(listing, quarter) };
    const surprise = date === reacting.date ? surpriseOf(listing, date, sd) : 0;
    // The open falls by the dividend.
    const paid = Math.log1p(-dividendOn(listing, date) / Math.exp(logPrice));
    const opened = logPrice + paid + (overnight + surprise);
    const closed = logPrice + paid + (usual + surprise);
    const moved = Math.min(Math.abs(usual + surprise) / sd, MAX_BUSY_SD);
    const busy = 0.35 * Math.log(sd / dailySd) + 0.5 * (moved - 0.8);
    yield { time: date, ...barOf(listing, { opened, closed, sd, busy }, random) };
    logPrice = closed;
    variance = nextVariance(variance, shock, ownVariance);
  }
}

/** The overnight move after results, a log return. It is a one-off, so it does not enter the variance. */
function surpriseOf({ seed }: SampleListing, date: number, sd: number): number {
  const hash = hashText(`${seed} reports`);
  const resultsSd = LEAST_RESULTS_SD + (RESULTS_SD_RANGE * (hash % 1000)) / 1000;
  return Math.sqrt(resultsSd ** 2 - 1) * sd * normal(randomOf(hash, date / SECONDS_PER_DAY));
}

/** A bar from a day's log prices, standard deviation, and log volume against a usual day's. */
function barOf(
  listing: SampleListing,
  { opened, closed, sd, busy }: Readonly<Record<'opened' | 'closed' | 'sd' | 'busy', number>>,
  random: Random,
) {
  const close = tick(Math.exp(closed), listing);
  // A fund has one value a day, without trading.
  if (listing.instrument === 'fund')
    return { open: close, high: close, low: close, close, volume: 0, intradaySd: 0 };
  const intradaySd = INTRADAY_SD * sd;
  const high = bridgeMaximum(opened, closed, intradaySd, random);
  const low = -bridgeMaximum(-opened, -closed, intradaySd, random);
  return {
    open: tick(Math.exp(opened), listing),
    high: tick(Math.exp(high), listing),
    low: tick(Math.exp(low), listing),
    close,
    volume: Math.round(typicalVolume(listing) * Math.exp(busy + 0.3 * normal(random))),
    intradaySd,
  };
}

/** Units traded on a usual day; for coins their value, as their venues report it. */
function typicalVolume({ instrument, outstanding, anchorPrice, volatilityPercent }: SampleListing): number {
  if (instrument === 'crypto') return outstanding * anchorPrice * 0.02;
  if (instrument === 'etf' || instrument === 'index') return outstanding * 0.06;
  return outstanding * 0.004 * (volatilityPercent / 25) ** 1.2;
}

export function tick(price: number, { decimals }: SampleListing): number {
  const steps = 10 ** decimals;
  return Math.max(Math.round(price * steps), 1) / steps;
}
