import { SECONDS_PER_DAY, candlesFromRows } from '#compute';
import type { Candle } from '#compute';
import { mainCurrency } from '../exchanges.ts';
import type { Fundamentals, Listing, PriceSnapshot } from '../market-data.ts';
import { barAtMinute, MINUTE_SECONDS } from './intraday.ts';
import type { SampleListing } from './listings.ts';
import { sampleActions } from './payments.ts';
import { sampleSeries } from './series.ts';
import { latestSessionDate, sessionOn } from './trading-hours.ts';

/** As a live source's history: five years. */
const HISTORY_DAYS = 5 * 365 + 1;

/** A listing at an instant: five years of bars, the last one up to the current minute. */
export function sampleStock(listing: SampleListing, nowSeconds: number): PriceSnapshot {
  const bars = sampleBars(listing, nowSeconds);
  const today = lastOf(bars);
  const session = sessionOn(listing, today.time);
  const isOver = nowSeconds >= session.regular.endSeconds;
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
    session,
    asOfSeconds: isOver
      ? session.regular.endSeconds
      : Math.floor(nowSeconds / MINUTE_SECONDS) * MINUTE_SECONDS,
    delayedMinutes: 0,
  };
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

/** What a live source states of a listing. */
export function publicListing(listing: SampleListing): Listing {
  const { symbol, companyName, instrument, exchange, currency, timezone, calendar } = listing;
  return { symbol, companyName, instrument, exchange, currency, timezone, calendar };
}

function lastOf<T>(items: readonly T[]): T {
  const last = items.at(-1);
  if (last === undefined) throw new RangeError('the simulated market starts in 2016');
  return last;
}
