/** What is fixed of a simulated listing: its venue and hours, where its prices start from, and what it pays. */
import {
  halfDayCut,
  isoDate,
  isTradingDay,
  parseTicker,
  SECONDS_PER_DAY,
  zonedDate,
  zonedInstant,
} from '#compute';
import type { CorporateActions, Dividend, Period, Session, Split, Ticker } from '#compute';
import { exchangeByCode } from '../exchanges.ts';
import type { Instrument, Listing } from '../market-data.ts';
import rows from './listings.json' with { type: 'json' };

/** A simulated listing: real name and venue, and the figures that its invented prices start from. */
export interface SampleListing extends Listing {
  readonly exchangeCode: string;
  readonly country: string;
  /** The level that the simulated price reverts to over the years, in the listing's currency. */
  readonly anchorPrice: number;
  /** Long-run volatility, percent a year. */
  readonly volatilityPercent: number;
  /** Sensitivity to the common factor. */
  readonly beta: number;
  /** Yearly dividends in percent of the anchor price; 0 for none. */
  readonly dividendPercent: number;
  /** Shares, units or coins. */
  readonly outstanding: number;
  /** Price over earnings at the anchor price; `null` without earnings. */
  readonly anchorPe: number | null;
}

/** Every listing of the sample market, the best known first. */
export const SAMPLE_LISTINGS: readonly SampleListing[] = rows.map(toListing);

function toListing(row: (typeof rows)[number]): SampleListing {
  const ticker = parseTicker(row.symbol);
  const exchange = exchangeByCode(row.exchangeCode);
  if (!ticker.ok || exchange === null) throw new RangeError(`sample listing ${row.symbol} is malformed`);
  const { dividendPercent = 0, ...figures } = row;
  return {
    ...figures,
    dividendPercent,
    symbol: ticker.value,
    instrument: row.instrument as Instrument,
    exchange: exchange.display,
    currency: (row.currency ?? exchange.currency) || 'USD',
    timezone: exchange.timezone,
    calendar: exchange.calendar,
    country: exchange.country,
  };
}

const BY_SYMBOL: ReadonlyMap<string, SampleListing> = new Map(
  SAMPLE_LISTINGS.map((entry): [string, SampleListing] => [entry.symbol, entry]),
);

/** The listing of a ticker, with a share class after a dot or a hyphen (`BRK.B`); `null` if there is none. */
export function sampleListing(ticker: Ticker): SampleListing | null {
  return BY_SYMBOL.get(ticker) ?? BY_SYMBOL.get(ticker.replace(/\.(?=[A-Z]$)/, '-')) ?? null;
}

const MINUTE = 60;
const HOUR = 3600;

/** Local times of day in seconds: [open, close] and, with extended trading, its [start, end]. */
interface Hours {
  readonly regular: readonly [number, number];
  readonly extended?: readonly [number, number];
}

const NEW_YORK: Hours = {
  regular: [9 * HOUR + 30 * MINUTE, 16 * HOUR],
  extended: [4 * HOUR, 20 * HOUR],
};
const CONTINENT: Hours = { regular: [9 * HOUR, 17 * HOUR + 30 * MINUTE] };
const ROUND_THE_CLOCK: Hours = { regular: [0, 24 * HOUR] };

/** By exchange code. All others keep New York's hours. */
const HOURS: ReadonlyMap<string, Hours> = new Map<string, Hours>([
  ['TOR', { regular: NEW_YORK.regular }],
  ['LSE', { regular: [8 * HOUR, 16 * HOUR + 30 * MINUTE] }],
  ['GER', CONTINENT],
  ['PAR', CONTINENT],
  ['AMS', CONTINENT],
  ['EBS', CONTINENT],
  ['CPH', { regular: [9 * HOUR, 17 * HOUR] }],
  ['JPX', { regular: [9 * HOUR, 15 * HOUR + 30 * MINUTE] }],
  ['HKG', { regular: [9 * HOUR + 30 * MINUTE, 16 * HOUR] }],
  ['CCC', ROUND_THE_CLOCK],
  ['CCY', ROUND_THE_CLOCK],
]);

/** The date of the latest session that has opened. */
export function latestSessionDate(listing: SampleListing, nowSeconds: number): number {
  let date = zonedDate(nowSeconds, listing.timezone);
  while (
    !isTradingDay(date, listing.calendar) ||
    sessionOn(listing, date).regular.startSeconds > nowSeconds
  ) {
    date -= SECONDS_PER_DAY;
  }
  return date;
}

/** A venue's hours on a date, as instants; shorter on the NYSE's half days. */
export function sessionOn(listing: SampleListing, dateSeconds: number): Session {
  const { regular, extended } = HOURS.get(listing.exchangeCode) ?? NEW_YORK;
  const cut = halfDayCut(dateSeconds, listing.calendar);
  return {
    pre: extended === undefined ? null : period(listing, dateSeconds, extended[0], regular[0]),
    regular: period(listing, dateSeconds, regular[0], regular[1] - cut),
    post: extended === undefined ? null : period(listing, dateSeconds, regular[1] - cut, extended[1] - cut),
  };
}

function period(listing: Listing, dateSeconds: number, start: number, end: number): Period {
  return {
    startSeconds: zonedInstant(dateSeconds, start, listing.timezone),
    endSeconds: zonedInstant(dateSeconds, end, listing.timezone),
  };
}

/** The date of the anchor prices, which grow by 7 % a year. */
const ANCHOR_DATE_SECONDS = Date.UTC(2026, 0, 2) / 1000;
export const GROWTH_PER_YEAR = 0.07;
const SECONDS_PER_YEAR = 365.25 * SECONDS_PER_DAY;

const PAYMENTS_PER_YEAR = 4;
/** The part of a month that ex-dates lie in. */
const FIRST_EX_DAY = 5;
const EX_DAYS = 20;

/** Simulated prices are adjusted for them, as a live source's are. */
const SPLITS: Readonly<Record<string, readonly Split[]>> = {
  NVDA: [{ date: '2024-06-10', numerator: 10, denominator: 1 }],
  GE: [{ date: '2023-03-01', numerator: 1, denominator: 8 }],
};

/** The price that a listing reverts to over the years, as of a date. */
export function anchorPriceOn(listing: SampleListing, dateSeconds: number): number {
  const years = (dateSeconds - ANCHOR_DATE_SECONDS) / SECONDS_PER_YEAR;
  return listing.anchorPrice * Math.exp(GROWTH_PER_YEAR * years);
}

/**
 * The dividend per share of a trading day, 0 on most days. Each listing pays once a quarter, in a month and on a day of its
 * own, and the same amount throughout a calendar year.
 */
export function dividendOn(listing: SampleListing, dateSeconds: number): number {
  const { symbol, dividendPercent, calendar, currency } = listing;
  if (dividendPercent === 0) return 0;
  const hash = hashText(symbol);
  const date = new Date(dateSeconds * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (month % 3 !== hash % 3) return 0;
  let exDate = Date.UTC(year, month, FIRST_EX_DAY + (hash % EX_DAYS)) / 1000;
  while (!isTradingDay(exDate, calendar)) exDate += SECONDS_PER_DAY;
  if (dateSeconds !== exDate) return 0;
  const ofYear = (anchorPriceOn(listing, Date.UTC(year, 0, 2) / 1000) * dividendPercent) / 100;
  const units = currency === 'JPY' ? 1 : 100;
  return Math.round((ofYear / PAYMENTS_PER_YEAR) * units) / units;
}

/** The quarters whose results are known: five years. */
const RESULTS_QUARTERS = 20;
const RESULTS_DAYS_OFF = 5;

/**
 * The days on which a company published results, up to a date (`YYYY-MM-DD`), ascending: once a quarter, some weeks after its
 * end, on about the same day. None for what is no company.
 */
export function sampleResults(
  { symbol, instrument, calendar }: SampleListing,
  until: string,
): readonly string[] {
  if (instrument !== 'equity') return [];
  const end = new Date(until);
  const quarter = Math.floor(end.getUTCMonth() / 3);
  return Array.from({ length: RESULTS_QUARTERS }, (_, index) => {
    const month = 3 * (quarter - RESULTS_QUARTERS + 1 + index);
    const off = hashText(`${symbol} ${end.getUTCFullYear() * 12 + month}`) % RESULTS_DAYS_OFF;
    const day = 12 + (hashText(symbol) % 30) + off;
    let date = Date.UTC(end.getUTCFullYear(), month, day) / 1000;
    while (!isTradingDay(date, calendar)) date += SECONDS_PER_DAY;
    return isoDate(date);
  }).filter((date) => date <= until);
}

/** The dividends of the sessions at these times (epoch seconds, ascending), and the splits between them. */
export function sampleActions(listing: SampleListing, time: Float64Array): CorporateActions | null {
  const { symbol, instrument } = listing;
  if (instrument !== 'equity' && instrument !== 'etf') return null;
  const dividends: Dividend[] = [];
  for (const session of time) {
    const amount = dividendOn(listing, session);
    if (amount > 0) dividends.push({ date: isoDate(session), amount });
  }
  const [first, last] = [isoDate(time[0] ?? 0), isoDate(time.at(-1) ?? 0)];
  const splits = (SPLITS[symbol] ?? []).filter(({ date }) => date >= first && date <= last);
  return { dividends, splits };
}

/** A 32-bit hash of a text (FNV-1a, Fowler, Noll & Vo). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
