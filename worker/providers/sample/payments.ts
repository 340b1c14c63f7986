import { isoDate, isTradingDay, SECONDS_PER_DAY } from '#compute';
import type { CorporateActions, Dividend, Split } from '#compute';
import type { SampleListing } from './listings.ts';
import { hashText } from './random.ts';

/** The date of the anchor prices, which grow by 7 % a year. */
const ANCHOR_DATE_SECONDS = Date.UTC(2026, 0, 2) / 1000;
export const GROWTH_PER_YEAR = 0.07;
const SECONDS_PER_YEAR = 365.25 * SECONDS_PER_DAY;

const PAYMENTS_PER_YEAR = 4;
/** The part of a month that ex-dates lie in. */
const FIRST_DAY = 5;
const DAYS = 20;

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
  let exDate = Date.UTC(year, month, FIRST_DAY + (hash % DAYS)) / 1000;
  while (!isTradingDay(exDate, calendar)) exDate += SECONDS_PER_DAY;
  if (dateSeconds !== exDate) return 0;
  const ofYear = (anchorPriceOn(listing, Date.UTC(year, 0, 2) / 1000) * dividendPercent) / 100;
  const units = currency === 'JPY' ? 1 : 100;
  return Math.round((ofYear / PAYMENTS_PER_YEAR) * units) / units;
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
