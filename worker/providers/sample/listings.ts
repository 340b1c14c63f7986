/** The fixed facts of simulated listings: venue, hours, price level and dividends. */
import { isoDate, parseTicker, SECONDS_PER_DAY, zonedDate } from '#compute';
import type { CorporateActions, Split, Ticker } from '#compute';
import { exchangeByCode, type Exchange } from '../exchanges.ts';
import type { Instrument, Listing } from '../market-data.ts';
import { isVenueSession, venueSession } from '../venue-sessions.ts';
import rows from './listings.json' with { type: 'json' };

/** A simulated listing: real name and venue, and the figures behind its invented prices. */
export interface SampleListing extends Listing, Exchange {
  /** Level that the simulated price reverts to over the years, in the listing's currency. */
  readonly anchorPrice: number;
  /** Long-run volatility, percent per year. */
  readonly volatilityPercent: number;
  /** Sensitivity to the common factor. */
  readonly beta: number;
  /** Yearly dividends in percent of the anchor price; 0 for none. */
  readonly dividendPercent: number;
  /** Simulated prices are split-adjusted, like a live source's. */
  readonly splits: readonly Split[];
  /** Shares, units or coins. */
  readonly outstanding: number;
  /** P/E at the anchor price; `null` without earnings. */
  readonly anchorPe: number | null;
}

export const SAMPLE_LISTINGS: readonly SampleListing[] = rows.map(toListing);

function toListing(row: (typeof rows)[number]): SampleListing {
  const ticker = parseTicker(row.symbol);
  const exchange = exchangeByCode(row.exchangeCode);
  if (!ticker.ok || exchange === null) throw new RangeError(`sample listing ${row.symbol} is malformed`);
  return {
    dividendPercent: 0,
    splits: [],
    ...exchange,
    ...row,
    symbol: ticker.value,
    instrument: row.instrument as Instrument,
    exchange: exchange.display,
    currency: (row.currency ?? exchange.currency) || 'USD',
  };
}

const BY_SYMBOL = new Map<string, SampleListing>(SAMPLE_LISTINGS.map((entry) => [entry.symbol, entry]));

/** A ticker's listing; a share class may follow a dot or a hyphen (`BRK.B`). `null` if there is none. */
export function sampleListing(ticker: Ticker): SampleListing | null {
  return BY_SYMBOL.get(ticker) ?? BY_SYMBOL.get(ticker.replace(/\.(?=[A-Z]$)/, '-')) ?? null;
}

export function latestSessionDate(listing: SampleListing, nowSeconds: number): number {
  let date = zonedDate(nowSeconds, listing.timezone);
  while (!isVenueSession(listing, date) || venueSession(listing, date).regular.startSeconds > nowSeconds) {
    date -= SECONDS_PER_DAY;
  }
  return date;
}

/** The first date of a session at or after a date. */
export function firstSessionFrom(listing: SampleListing, dateSeconds: number): number {
  let date = dateSeconds;
  while (!isVenueSession(listing, date)) date += SECONDS_PER_DAY;
  return date;
}

/** The date of the anchor prices, which grow by 7 % a year. */
const ANCHOR_DATE_SECONDS = Date.UTC(2026, 0, 2) / 1000;
export const GROWTH_PER_YEAR = 0.07;
const SECONDS_PER_YEAR = 365.25 * SECONDS_PER_DAY;

/** The range of days of the month for ex-dates. */
const FIRST_EX_DAY = 5;
const EX_DAYS = 20;

/** The price level that a listing reverts to, as of a date. */
export function anchorPriceOn(listing: SampleListing, dateSeconds: number): number {
  const years = (dateSeconds - ANCHOR_DATE_SECONDS) / SECONDS_PER_YEAR;
  return listing.anchorPrice * Math.exp(GROWTH_PER_YEAR * years);
}

/** A trading day's dividend per share, 0 on most days: paid once a quarter, with one amount per calendar year. */
export function dividendOn(listing: SampleListing, dateSeconds: number): number {
  const { symbol, dividendPercent, currency } = listing;
  if (dividendPercent === 0) return 0;
  const hash = hashText(symbol);
  const date = new Date(dateSeconds * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (month % 3 !== hash % 3) return 0;
  const exDate = firstSessionFrom(listing, Date.UTC(year, month, FIRST_EX_DAY + (hash % EX_DAYS)) / 1000);
  if (dateSeconds !== exDate) return 0;
  const ofYear = (anchorPriceOn(listing, Date.UTC(year, 0, 2) / 1000) * dividendPercent) / 100;
  const units = currency === 'JPY' ? 1 : 100;
  return Math.round((ofYear / 4) * units) / units;
}

/** Quarters with known results: five years. */
const RESULTS_QUARTERS = 20;
const RESULTS_DAYS_OFF = 5;

/** The dates on which a company published results up to a date (`YYYY-MM-DD`), ascending: one per quarter. */
export function sampleResults(listing: SampleListing, until: string) {
  const { symbol, instrument } = listing;
  if (instrument !== 'equity') return [];
  const end = new Date(until);
  const quarter = Math.floor(end.getUTCMonth() / 3);
  return Array.from({ length: RESULTS_QUARTERS }, (_, index) => {
    const month = 3 * (quarter - RESULTS_QUARTERS + 1 + index);
    const off = hashText(`${symbol} ${end.getUTCFullYear() * 12 + month}`) % RESULTS_DAYS_OFF;
    const day = 12 + (hashText(symbol) % 30) + off;
    return isoDate(firstSessionFrom(listing, Date.UTC(end.getUTCFullYear(), month, day) / 1000));
  }).filter((date) => date <= until);
}

/** The dividends and splits of the sessions at these times (epoch seconds, ascending). */
export function sampleActions(listing: SampleListing, time: Float64Array): CorporateActions | null {
  const { instrument } = listing;
  if (instrument !== 'equity' && instrument !== 'etf') return null;
  const dividends = Array.from(time, (date) => ({
    date: isoDate(date),
    amount: dividendOn(listing, date),
  })).filter(({ amount }) => amount > 0);
  const [first, last] = [isoDate(time[0] ?? 0), isoDate(time.at(-1) ?? 0)];
  const splits = listing.splits.filter(({ date }) => date >= first && date <= last);
  return { dividends, splits };
}

/** A 32-bit hash of a text (FNV-1a, Fowler, Noll & Vo). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
