import { candlesFromRows, err, mainCurrency, nextTradingDays, ok, SECONDS_PER_DAY } from '#compute';
import type { Candle, Period, Result, Session, Ticker } from '#compute';
import type { IntradayRange, SearchResult } from '../../contract/contract.ts';
import type { Failure } from '../../failure.ts';
import { barsOfInterval, partStarts, sessionParts } from '../bars.ts';
import { sessionOn } from '../exchanges.ts';
import { bestMatches } from '../listing-directory.ts';
import type {
  Fundamentals,
  IntradaySnapshot,
  LatestPrice,
  Listing,
  MarketData,
  PriceSnapshot,
} from '../market-data.ts';
import { afterHoursPrice, barAtMinute, extendedBars, MINUTE_SECONDS, minuteBars } from './intraday.ts';
import { latestSessionDate, SAMPLE_LISTINGS, sampleActions, sampleListing } from './listings.ts';
import type { SampleListing } from './listings.ts';
import { sampleNews } from './news.ts';
import { sampleSeries } from './series.ts';
import type { SampleSession } from './series.ts';

/**
 * A simulated market that needs no network: real names and venues, invented prices that depend only on the listing and the
 * date. `now`, the clock in epoch milliseconds, decides how far the market has got.
 */
export function createSampleMarketData(now: () => number): MarketData {
  const nowSeconds = () => now() / 1000;

  function respond<T>(
    ticker: Ticker,
    make: (listing: SampleListing, nowSeconds: number) => T,
  ): Result<T, Failure> {
    const listing = sampleListing(ticker);
    return listing === null ? err({ reason: 'unknown_symbol', ticker }) : ok(make(listing, nowSeconds()));
  }

  return {
    identity: 'sample',
    stock: async (ticker) => respond(ticker, sampleStock),
    latestPrices: async (tickers) =>
      ok(
        new Map(
          tickers.flatMap((ticker) => {
            const listing = sampleListing(ticker);
            return listing === null ? [] : [[ticker, sampleLatestPrice(listing, nowSeconds())] as const];
          }),
        ),
      ),
    intraday: async (ticker, range) =>
      respond(ticker, (listing, seconds) => sampleIntraday(listing, range, seconds)),
    fundamentals: async (ticker) => respond(ticker, sampleFundamentals),
    news: async (ticker) =>
      respond(ticker, (listing, seconds) => ({
        source: 'sample',
        articles: sampleNews(listing, sampleBars(listing, seconds), seconds),
        asOfSeconds: seconds,
      })),
    search: async (query) =>
      ok({ source: 'sample', results: searchSample(query), asOfSeconds: nowSeconds() }),
    providers: () => [
      {
        name: 'sample',
        breaker: 'closed',
        last_success_at: new Date(now()).toISOString(),
        refused_since: null,
      },
    ],
  };
}

export function searchSample(text: string): readonly SearchResult[] {
  const results = SAMPLE_LISTINGS.map(({ symbol, companyName: name, exchange, country, currency }) => ({
    symbol,
    name,
    exchange,
    country,
    currency,
  }));
  return bestMatches(results, text);
}

/** As a live source's history: five years. */
const HISTORY_DAYS = 5 * 365 + 1;

/** A listing at an instant: five years of bars, the last one up to the current minute. */
export function sampleStock(listing: SampleListing, nowSeconds: number): PriceSnapshot {
  const bars = sampleBars(listing, nowSeconds);
  const today = lastOf(bars);
  const candles = candlesFromRows(
    bars.filter((bar) => bar.time >= today.time - HISTORY_DAYS * SECONDS_PER_DAY),
  );
  return {
    source: 'sample',
    historySource: 'sample',
    listing: publicListing(listing),
    candles,
    actions: sampleActions(listing, candles.time),
    quote: { price: today.close, volume: today.volume, dayHigh: today.high, dayLow: today.low },
    ...lastTrade(listing, today.time, nowSeconds),
  };
}

function sampleLatestPrice(listing: SampleListing, nowSeconds: number): LatestPrice {
  const [before, today] = sampleBars(listing, nowSeconds).slice(-2);
  if (before === undefined || today === undefined)
    throw new RangeError('the simulated market starts in 2016');
  return {
    source: 'sample',
    listing: publicListing(listing),
    price: today.close,
    dateSeconds: today.time,
    previous: { dateSeconds: before.time, close: before.close },
    ...lastTrade(listing, today.time, nowSeconds),
  };
}

/** The session of a date, and when it last traded. */
function lastTrade(listing: SampleListing, dateSeconds: number, nowSeconds: number) {
  const session = sessionOn(listing, dateSeconds);
  const minute = Math.floor(nowSeconds / MINUTE_SECONDS) * MINUTE_SECONDS;
  const { endSeconds } = session.regular;
  return { session, asOfSeconds: nowSeconds >= endSeconds ? endSeconds : minute, delayedMinutes: 0 };
}

/** Every bar from the epoch to the current minute. */
export function sampleBars(listing: SampleListing, nowSeconds: number): readonly Candle[] {
  const date = latestSessionDate(listing, nowSeconds);
  const sessions = sampleSeries(listing).through(date);
  const { startSeconds, endSeconds } = sessionOn(listing, date).regular;
  const latest = lastOf(sessions);
  const minute = Math.floor((nowSeconds - startSeconds) / MINUTE_SECONDS);
  const bar = barAtMinute(latest, listing, minute, (endSeconds - startSeconds) / MINUTE_SECONDS);
  return [...sessions.slice(0, -1), bar];
}

/** Market cap from the units outstanding, earnings from the anchor price; `null` where a figure makes no sense. */
export function sampleFundamentals(listing: SampleListing, nowSeconds: number): Fundamentals {
  const { code, unitsPerMain } = mainCurrency(listing.currency);
  const { close, time } = lastOf(sampleBars(listing, nowSeconds));
  const fact = (value: number) => ({ value, currency: code, dateSeconds: time });
  const hasCap = listing.instrument === 'equity' || listing.instrument === 'crypto';
  return {
    marketCap: hasCap ? fact((listing.outstanding * close) / unitsPerMain) : null,
    trailingEps:
      listing.anchorPe === null ? null : fact(listing.anchorPrice / unitsPerMain / listing.anchorPe),
    trailingPe: null,
  };
}

const RANGES: Readonly<Record<IntradayRange, { readonly sessions: number; readonly minutes: number }>> = {
  '1d': { sessions: 1, minutes: 1 },
  '5d': { sessions: 5, minutes: 5 },
};

/**
 * The latest sessions that have opened, and what the next one has traded before its open. Their regular bars make the daily
 * ones of `sampleStock`.
 */
export function sampleIntraday(
  listing: SampleListing,
  range: IntradayRange,
  nowSeconds: number,
): IntradaySnapshot {
  const { sessions: count, minutes } = RANGES[range];
  const lastOpened = latestSessionDate(listing, nowSeconds);
  const upcoming = nextTradingDays(lastOpened, 1, listing.calendar)[0] ?? lastOpened;
  const isNextTrading = (sessionOn(listing, upcoming).pre?.startSeconds ?? Infinity) <= nowSeconds;
  const latest = isNextTrading ? upcoming : lastOpened;
  const sessions = sampleSeries(listing)
    .through(latest)
    .slice(isNextTrading ? -count - 2 : -count - 1);
  const shown = sessions.slice(1).map((session, index) => ({
    session,
    before: sessions[index] ?? session,
    hours: sessionOn(listing, session.time),
  }));
  const rows = shown.flatMap((day) => rowsOf(day, listing, nowSeconds));
  const bars = barsOfInterval(candlesFromRows(rows), minutes * MINUTE_SECONDS);
  const lastRowEnds = (rows.at(-1)?.time ?? 0) + MINUTE_SECONDS;
  return {
    source: 'sample',
    listing: publicListing(listing),
    intervalSeconds: minutes * MINUTE_SECONDS,
    bars,
    parts: sessionParts(
      bars.time,
      shown.flatMap(({ hours }) => partStarts(hours)),
    ),
    previousClose: sessions[0]?.close ?? null,
    session: sessionOn(listing, latest),
    asOfSeconds: Math.min(lastRowEnds, Math.floor(nowSeconds / MINUTE_SECONDS) * MINUTE_SECONDS),
    delayedMinutes: 0,
  };
}

interface Day {
  readonly session: SampleSession;
  /** The session before it. */
  readonly before: SampleSession;
  readonly hours: Session;
}

/** A day's minutes, oldest first, up to now. */
function rowsOf({ session, before, hours }: Day, listing: SampleListing, nowSeconds: number): Candle[] {
  const { pre, regular, post } = hours;
  const extended = (name: 'pre' | 'post', period: Period | null, from: number, to: number): Candle[] =>
    period === null
      ? []
      : extendedBars(session, listing, { name, from, to, ...clock(period) }, minuteOf(period, nowSeconds));
  return [
    ...extended('pre', pre, afterHoursPrice(before, listing), session.open),
    ...minuteBars(session, listing, clock(regular), minuteOf(regular, nowSeconds)),
    ...extended('post', post, session.close, afterHoursPrice(session, listing)),
  ];
}

function clock({ startSeconds, endSeconds }: Period) {
  return { startSeconds, minutes: (endSeconds - startSeconds) / MINUTE_SECONDS };
}

/** The number of the running minute; negative before the period. */
function minuteOf({ startSeconds }: Period, nowSeconds: number): number {
  return Math.floor((nowSeconds - startSeconds) / MINUTE_SECONDS);
}

/** What a live source states of a listing. */
function publicListing(listing: SampleListing): Listing {
  const { symbol, companyName, instrument, exchange, currency, timezone, calendar } = listing;
  return { symbol, companyName, instrument, exchange, currency, timezone, calendar };
}

function lastOf<T>(items: readonly T[]): T {
  const last = items.at(-1);
  if (last === undefined) throw new RangeError('the simulated market starts in 2016');
  return last;
}
