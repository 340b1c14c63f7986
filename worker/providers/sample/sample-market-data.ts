import { candlesFromRows, err, mainCurrency, ok, SECONDS_PER_DAY } from '#compute';
import type { Candle, Ticker } from '#compute';
import type { IntradayRange, SearchResult } from '../../contract/contract.ts';
import type { Outcome } from '../../failure.ts';
import { barsOfInterval, sessionParts } from '../bars.ts';
import { bestMatches } from '../listing-directory.ts';
import type { Fundamentals, IntradaySnapshot, MarketData, PriceSnapshot } from '../market-data.ts';
import { comingSessions, venueSession } from '../venues/venue-sessions.ts';
import { barSoFar, MINUTE_SECONDS, sessionMinutes } from './intraday.ts';
import {
  firstSessionFrom,
  latestSessionDate,
  SAMPLE_LISTINGS,
  sampleActions,
  sampleListing,
} from './listings.ts';
import type { SampleListing } from './listings.ts';
import { sampleNews } from './news.ts';
import { sessionsThrough } from './series.ts';

/** Real names and venues, invented prices that depend only on listing and date, up to `now` (epoch milliseconds). */
export function createSampleMarketData(now: () => number): MarketData {
  const nowSeconds = () => now() / 1000;
  const respond = <T>(ticker: Ticker, make: (listing: SampleListing, nowSeconds: number) => T) => {
    const listing = sampleListing(ticker);
    const response: Outcome<T> =
      listing === null ? err({ reason: 'unknown_symbol', ticker }) : ok(make(listing, nowSeconds()));
    return response;
  };
  return {
    identity: 'sample',
    stock: async (ticker) => respond(ticker, sampleStock),
    async latestPrices(tickers) {
      const prices = tickers.flatMap((ticker) => {
        const latest = respond(ticker, sampleStock);
        return latest.ok ? [[ticker, latest.value] as const] : [];
      });
      return ok(new Map(prices));
    },
    async intraday(ticker, range) {
      // A fund has one value a day.
      if (sampleListing(ticker)?.instrument === 'fund') return err({ reason: 'no_data', ticker });
      return respond(ticker, (listing, seconds) => sampleIntraday(listing, range, seconds));
    },
    fundamentals: async (ticker) => respond(ticker, sampleFundamentals),
    news: async (ticker) =>
      respond(ticker, (listing, asOfSeconds) => ({
        source: 'sample',
        companyName: listing.companyName,
        articles: sampleNews(listing, sampleBars(listing, asOfSeconds), asOfSeconds),
      })),
    search: async (query) => ok(searchSample(query)),
    providers: () => {
      const last_success_at = new Date(now()).toISOString();
      return [{ name: 'sample', breaker: 'closed', last_success_at, refused_since: null }];
    },
  };
}

/** The listings of an ISIN, or those whose symbol or name matches a text. */
export function searchSample(text: string): readonly SearchResult[] {
  const isin = text.trim().toUpperCase();
  const ofIsin = SAMPLE_LISTINGS.filter((listing) => listing.isin === isin);
  if (ofIsin.length > 0) return ofIsin.map(searchResultOf);
  return bestMatches(SAMPLE_LISTINGS.map(searchResultOf), text);
}

function searchResultOf({ symbol, companyName, exchange, country, currency }: SampleListing): SearchResult {
  return { symbol, name: companyName, exchange, country, currency };
}

/** Five years, like a live source's history. */
const HISTORY_DAYS = 5 * 365 + 1;

export function sampleStock(listing: SampleListing, nowSeconds: number): PriceSnapshot {
  const bars = sampleBars(listing, nowSeconds);
  const today = lastOf(bars);
  const since = today.time - HISTORY_DAYS * SECONDS_PER_DAY;
  const candles = candlesFromRows(bars.filter(({ time }) => time >= since));
  return {
    source: 'sample',
    listing,
    candles,
    actions: sampleActions(listing, candles.time),
    ...lastTrade(listing, candles.time, nowSeconds),
  };
}

/** The sessions from the last of these dates on, and that session's last trade. */
function lastTrade(listing: SampleListing, time: Float64Array, nowSeconds: number) {
  const stated = venueSession(listing, time.at(-1) ?? 0);
  return {
    sessions: comingSessions({ listing, venue: listing, stated, nowSeconds }, time),
    asOfSeconds: Math.min(stated.regular.endSeconds, minuteOf(nowSeconds)),
    delayedMinutes: 0,
  };
}

/** All bars from the epoch to the current minute; only the last ones for a young listing. */
export function sampleBars(listing: SampleListing, nowSeconds: number): readonly Candle[] {
  const sessions = sessionsThrough(listing, latestSessionDate(listing, nowSeconds));
  const bar = barSoFar({ session: lastOf(sessions), listing, nowSeconds });
  return [...sessions.slice(0, -1), bar].slice(-(listing.bars ?? Infinity));
}

/** Market cap from the units outstanding, earnings from the anchor price; `null` if a figure makes no sense. */
export function sampleFundamentals(listing: SampleListing, nowSeconds: number): Fundamentals {
  const { outstanding, instrument, anchorPe, anchorPrice } = listing;
  const { code, unitsPerMain } = mainCurrency(listing.currency);
  const { close, time } = lastOf(sampleBars(listing, nowSeconds));
  const fact = (value: number) => ({ value, currency: code, dateSeconds: time });
  const hasCap = instrument === 'equity' || instrument === 'crypto';
  return {
    marketCap: hasCap ? fact((outstanding * close) / unitsPerMain) : null,
    trailingEps: anchorPe === null ? null : fact(anchorPrice / unitsPerMain / anchorPe),
    trailingPe: null,
  };
}

/** The latest sessions that have opened, and the next one's pre-market trading. Regular bars add up to `sampleStock`. */
export function sampleIntraday(
  listing: SampleListing,
  range: IntradayRange,
  nowSeconds: number,
): IntradaySnapshot {
  /** Sessions of the range; also the minutes of one of its bars. */
  const count = range === '1d' ? 1 : 5;
  const intervalSeconds = count * MINUTE_SECONDS;
  const lastOpened = latestSessionDate(listing, nowSeconds);
  const upcoming = firstSessionFrom(listing, lastOpened + SECONDS_PER_DAY);
  const isNextTrading = (venueSession(listing, upcoming).pre?.startSeconds ?? Infinity) <= nowSeconds;
  const latest = isNextTrading ? upcoming : lastOpened;
  const sessions = sessionsThrough(listing, latest).slice(isNextTrading ? -count - 2 : -count - 1);
  const shown = sessions.slice(1);
  const rows = shown.flatMap((session, index) =>
    sessionMinutes({ session, listing, nowSeconds }, sessions[index] ?? session),
  );
  const bars = barsOfInterval(candlesFromRows(rows), intervalSeconds);
  return {
    source: 'sample',
    listing,
    chart: {
      interval_seconds: intervalSeconds,
      previous_close: sessions[0]?.close ?? null,
      bars,
      session_parts: sessionParts(
        bars.time,
        shown.map(({ time }) => venueSession(listing, time)),
      ),
    },
    ...lastTrade(listing, Float64Array.of(latest), nowSeconds),
    asOfSeconds: Math.min(lastOf(rows).time + MINUTE_SECONDS, minuteOf(nowSeconds)),
  };
}

function minuteOf(nowSeconds: number): number {
  return Math.floor(nowSeconds / MINUTE_SECONDS) * MINUTE_SECONDS;
}

function lastOf<T>(items: readonly T[]): T {
  const last = items.at(-1);
  if (last === undefined) throw new RangeError('the simulated market starts in 2016');
  return last;
}
