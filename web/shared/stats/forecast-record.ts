/** The forecasts that this browser showed to a user, kept until their outcome is known and after. Never sent anywhere. */
import { parseIsoDate, type Candles, type Forecast } from '#compute';
import type { StockColumnsResponse } from '#worker/contract';

/** One forecast as it was shown. Prices in the listing's currency and in the scale of the day it was shown. */
export type ForecastRecord = {
  readonly ticker: string;
  /** Who supplied the prices; `sample` is the simulated market. */
  readonly source: string;
  /** Calendar date of the last bar that the forecast knew. */
  readonly baseDate: string;
  /** The price it started from. */
  readonly basePrice: number;
  /** The last finished bar before the base. Its close in a later history tells whether the listing was split since. */
  readonly anchorDate: string;
  readonly anchorClose: number;
  /** In trading days. */
  readonly horizonDays: number;
  readonly targetDate: string;
  /** Median for the target date. */
  readonly price: number;
  readonly low80: number;
  readonly high80: number;
  readonly low95: number;
  readonly high95: number;
  /** Name and version. */
  readonly model: string;
  /** ISO instant. */
  readonly shownAt: string;
  /** The first close on or after the target date; null while it is open. */
  readonly outcome: { readonly date: string; readonly close: number } | null;
};

/** Kept per user; the oldest go first. A record takes about 400 bytes, and a browser grants about 5 MB. */
export const MAX_RECORDS = 2000;

/** Who is asking and where it is kept. */
export type LedgerOwner = { storage: Storage; email: string };

type Listing = Pick<StockColumnsResponse, 'ticker' | 'source' | 'stale' | 'exchange_timezone'>;

/** Where a user's forecasts are kept. The email is compared in lower case, as the identity provider does. */
export function forecastsKey(email: string): string {
  return `candor:forecasts:${email.trim().toLowerCase()}`;
}

/** A user's forecasts, oldest first. Absent, corrupt or refused storage reads as none; a bad record is left out. */
export function readForecasts({ storage, email }: LedgerOwner): readonly ForecastRecord[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(forecastsKey(email)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecord) : [];
  } catch {
    return [];
  }
}

/** Forgets a user's forecasts, settled and open. */
export function clearForecasts({ storage, email }: LedgerOwner): void {
  try {
    storage.removeItem(forecastsKey(email));
  } catch {
    // Storage that refuses holds nothing to forget.
  }
}

/**
 * Notes a forecast that is on screen, once per listing, market, base bar and horizon; the first one shown stays.
 * A forecast whose target date is over, or that comes from stale data on the very day, is not noted: its outcome may be
 * known. `nowMs` is the clock.
 */
export function recordForecast({
  listing,
  candles,
  forecast,
  nowMs,
  ...owner
}: LedgerOwner & { listing: Listing; candles: Candles; forecast: Forecast; nowMs: number }): void {
  const target = forecast.points.at(-1);
  const anchor = candles.time.length - 2;
  const anchorTime = candles.time[anchor];
  const anchorClose = candles.close[anchor];
  if (target === undefined || anchorTime === undefined || anchorClose === undefined) return;
  const today = dateIn(listing.exchange_timezone, nowMs);
  if (target.date < today || (target.date === today && listing.stale)) return;

  const records = readForecasts(owner);
  const isKnown = records.some(
    (record) =>
      record.ticker === listing.ticker &&
      isSameMarket(record.source, listing.source) &&
      record.baseDate === forecast.baseDate &&
      record.horizonDays === forecast.horizonDays,
  );
  if (isKnown) return;
  const { price, low80, high80, low95, high95 } = target;
  const record: ForecastRecord = {
    ticker: listing.ticker,
    source: listing.source,
    baseDate: forecast.baseDate,
    basePrice: forecast.basePrice,
    anchorDate: dateOf(anchorTime),
    anchorClose,
    horizonDays: forecast.horizonDays,
    targetDate: target.date,
    price,
    low80,
    high80,
    low95,
    high95,
    model: `${forecast.model} ${forecast.version}`,
    shownAt: new Date(nowMs).toISOString(),
    outcome: null,
  };
  write(owner, [...records, record].slice(-MAX_RECORDS));
}

/**
 * Settles the open forecasts of a listing from a newer history of the same market: each gets the first close on or after
 * its target date, in its own scale when the listing was split since. The last bar is never a close: only a later bar shows
 * that its session was over when the history was fetched. A settled forecast is never changed. Answers all of the user's
 * forecasts.
 */
export function settleForecasts({
  listing,
  candles,
  ...owner
}: LedgerOwner & {
  listing: Pick<Listing, 'ticker' | 'source'>;
  candles: Candles;
}): readonly ForecastRecord[] {
  const records = readForecasts(owner);
  const settled = records.map((record) => {
    const isOurs = record.ticker === listing.ticker && isSameMarket(record.source, listing.source);
    if (record.outcome !== null || !isOurs) return record;
    const outcome = findOutcome(record, candles);
    return outcome === null ? record : { ...record, outcome };
  });
  if (settled.some((record, index) => record !== records[index])) write(owner, settled);
  return settled;
}

/** Whether two sources tell of the same market: every live one of the real, `sample` of the simulated one. */
export function isSameMarket(source: string, other: string): boolean {
  return (source === 'sample') === (other === 'sample');
}

function findOutcome(
  { anchorDate, anchorClose, targetDate }: ForecastRecord,
  { time, close }: Candles,
): ForecastRecord['outcome'] {
  const targetTime = parseIsoDate(targetDate);
  const anchorTime = parseIsoDate(anchorDate);
  if (targetTime === null || anchorTime === null) return null;
  const index = time.findIndex((barTime) => barTime >= targetTime);
  const barTime = time[index];
  const barClose = close[index];
  const anchorNow = close[time.indexOf(anchorTime)];
  if (barTime === undefined || barClose === undefined || anchorNow === undefined) return null;
  if (index === time.length - 1) return null;
  return { date: dateOf(barTime), close: barClose * (anchorClose / anchorNow) };
}

function write({ storage, email }: LedgerOwner, records: readonly ForecastRecord[]): void {
  try {
    storage.setItem(forecastsKey(email), JSON.stringify(records));
  } catch {
    // A full or forbidden storage must not disturb the analysis on screen.
  }
}

function dateOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 10);
}

/** The calendar date of an instant in a time zone, `YYYY-MM-DD`; in UTC where the zone is unknown. */
function dateIn(timeZone: string, epochMs: number): string {
  try {
    // Swedish writes dates as ISO does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(epochMs);
  } catch {
    return dateOf(epochMs / 1000);
  }
}

const TEXT_FIELDS = ['ticker', 'source', 'baseDate', 'anchorDate', 'targetDate', 'model', 'shownAt'] as const;
const NUMBER_FIELDS = [
  'basePrice',
  'anchorClose',
  'horizonDays',
  'price',
  'low80',
  'high80',
  'low95',
  'high95',
] as const;

function isRecord(stored: unknown): stored is ForecastRecord {
  if (typeof stored !== 'object' || stored === null) return false;
  const fields = stored as Record<string, unknown>;
  const { outcome } = fields;
  return (
    TEXT_FIELDS.every((name) => typeof fields[name] === 'string') &&
    NUMBER_FIELDS.every((name) => Number.isFinite(fields[name])) &&
    (outcome === null || isOutcome(outcome))
  );
}

function isOutcome(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const { date, close } = stored as Record<string, unknown>;
  return typeof date === 'string' && Number.isFinite(close);
}
