/** The fixed facts of simulated listings: venue, hours, price level and dividends. */
import { isoDate, monthNumber, parseTicker, SECONDS_PER_DAY, zonedDate } from '#compute';
import type { CorporateActions, ResultsDay, Split, Ticker } from '#compute';
import { exchangeByCode, type Exchange } from '../venues/exchanges.ts';
import type { Instrument, Listing } from '../market-data.ts';
import { isListedSession, venueSession } from '../venues/venue-sessions.ts';
import rows from './listings.json' with { type: 'json' };
import { hashText } from './random.ts';

/** A simulated listing: real name and venue, and the figures behind its invented prices. */
export interface SampleListing extends Listing, Exchange {
  /** Level that the simulated price reverts to over the years, in the listing's currency. */
  readonly anchorPrice: number;
  /** Long-run volatility, percent per year. */
  readonly volatilityPercent: number;
  readonly beta: number;
  /** Yearly dividends in percent of the anchor price; 0 for none. */
  readonly dividendPercent: number;
  /** Simulated prices are split-adjusted, like a live source's. */
  readonly splits: readonly Split[];
  /** Shares, units or coins. */
  readonly outstanding: number;
  /** P/E at the anchor price; `null` without earnings. */
  readonly anchorPe: number | null;
  /** Growth of the anchor price, percent per year. */
  readonly growthPercent: number;
  readonly decimals: number;
  /** Number of sessions of a young listing; others go back to 2016. */
  readonly bars?: number;
  /** Seed of its random numbers: its symbol, or that of the same share at another venue. */
  readonly seed: string;
  readonly isin?: string;
}

const GROWTH_PERCENT = 7;

export const SAMPLE_LISTINGS: readonly SampleListing[] = rows.map(toListing);

function toListing(row: (typeof rows)[number]): SampleListing {
  const ticker = parseTicker(row.symbol);
  const exchange = exchangeByCode(row.exchangeCode);
  if (!ticker.ok || exchange === null) throw new RangeError(`sample listing ${row.symbol} is malformed`);
  return {
    decimals: 2,
    dividendPercent: 0,
    growthPercent: GROWTH_PERCENT,
    seed: row.symbol,
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

/** How long after the close a fund's value of the day is published. */
const VALUE_DELAY_SECONDS = 2 * 3600;

/** The date of the latest session with a price. */
export function latestSessionDate(listing: SampleListing, nowSeconds: number): number {
  let date = zonedDate(nowSeconds, listing.timezone);
  while (!isSession(listing, date) || firstPriceSeconds(listing, date) > nowSeconds) date -= SECONDS_PER_DAY;
  return date;
}

export function isSession(listing: SampleListing, date: number): boolean {
  return isListedSession({ listing, venue: listing }, date);
}

function firstPriceSeconds(listing: SampleListing, date: number): number {
  const { startSeconds, endSeconds } = venueSession(listing, date).regular;
  return listing.instrument === 'fund' ? endSeconds + VALUE_DELAY_SECONDS : startSeconds;
}

export function firstSessionFrom(listing: SampleListing, dateSeconds: number): number {
  let date = dateSeconds;
  while (!isSession(listing, date)) date += SECONDS_PER_DAY;
  return date;
}

const ANCHOR_DATE_SECONDS = Date.UTC(2026, 0, 2) / 1000;
const SECONDS_PER_YEAR = 365.25 * SECONDS_PER_DAY;

/** The range of days of the month for ex-dates. */
const FIRST_EX_DAY = 5;
const EX_DAYS = 20;

/** The price level that a listing reverts to, as of a date. */
export function anchorPriceOn(listing: SampleListing, dateSeconds: number): number {
  const years = (dateSeconds - ANCHOR_DATE_SECONDS) / SECONDS_PER_YEAR;
  return listing.anchorPrice * Math.exp((listing.growthPercent / 100) * years);
}

/** A trading day's dividend per share, 0 on most days: paid once a quarter, with one amount per calendar year. */
export function dividendOn(listing: SampleListing, dateSeconds: number): number {
  const { seed, dividendPercent, decimals } = listing;
  const month = monthNumber(dateSeconds);
  const hash = hashText(seed);
  if (dividendPercent === 0 || month % 3 !== hash % 3) return 0;
  if (dateSeconds !== sessionFromDay(listing, month, FIRST_EX_DAY + (hash % EX_DAYS))) return 0;
  const newYear = Date.UTC(Math.floor(month / 12), 0, 2) / 1000;
  const ofYear = (anchorPriceOn(listing, newYear) * dividendPercent) / 100;
  return Math.round((ofYear / 4) * 10 ** decimals) / 10 ** decimals;
}

const RESULTS_QUARTERS = 20;
const RESULTS_DAYS_OFF = 5;

/** The days on which a company publishes results up to a date (`YYYY-MM-DD`), ascending: one per quarter. */
export function sampleResults(listing: SampleListing, until: string): ResultsDay[] {
  if (!hasResults(listing)) return [];
  const last = quarterOf(Date.parse(until) / 1000);
  const side: ResultsDay['side'] = isBeforeOpen(listing) ? 'before_open' : 'after_close';
  return Array.from({ length: RESULTS_QUARTERS }, (_, index) => ({
    date: isoDate(resultsDate(listing, last - RESULTS_QUARTERS + 1 + index)),
    side,
  })).filter(({ date }) => date <= until);
}

/** The session that reacts to a quarter's results: that day's if they come before the open, else the next; `null` without any. */
export function resultsSession(listing: SampleListing, quarter: number): number | null {
  if (!hasResults(listing)) return null;
  const published = resultsDate(listing, quarter);
  return isBeforeOpen(listing) ? published : firstSessionFrom(listing, published + SECONDS_PER_DAY);
}

function isBeforeOpen({ seed }: SampleListing): boolean {
  return hashText(`${seed} reports before the open`) % 2 === 0;
}

/** Whether a listing reports results: companies, unless too young. */
function hasResults({ instrument, bars }: SampleListing): boolean {
  return instrument === 'equity' && bars === undefined;
}

/** Quarters since the year 0. */
export function quarterOf(dateSeconds: number): number {
  return Math.floor(monthNumber(dateSeconds) / 3);
}

/** The first session from a day of a month, counted since the year 0. */
function sessionFromDay(listing: SampleListing, month: number, day: number): number {
  return firstSessionFrom(listing, Date.UTC(2000, month - 2000 * 12, day) / 1000);
}

/** The date of a quarter's results, within its first two months or a month later, epoch seconds. */
function resultsDate(listing: SampleListing, quarter: number): number {
  const isLate = (hashText(`${listing.seed} ends its year later`) >>> 16) % 4 === 0;
  const month = 3 * quarter + Number(isLate);
  const off = hashText(`${listing.seed} ${month}`) % RESULTS_DAYS_OFF;
  return sessionFromDay(listing, month, 12 + (hashText(listing.seed) % 30) + off);
}

/** The dividends and splits of the sessions at these times (epoch seconds, ascending). */
export function sampleActions(listing: SampleListing, time: Float64Array): CorporateActions | null {
  const { instrument } = listing;
  if (instrument !== 'equity' && instrument !== 'etf') return null;
  const paid = Array.from(time, (date) => ({ date: isoDate(date), amount: dividendOn(listing, date) }));
  const dividends = paid.filter(({ amount }) => amount > 0);
  const [first, last] = [isoDate(time[0] ?? 0), isoDate(time.at(-1) ?? 0)];
  const splits = listing.splits.filter(({ date }) => date >= first && date <= last);
  return { dividends, splits };
}
