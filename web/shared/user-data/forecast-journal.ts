/** A user's forecast journal: what they were shown, kept until the outcome is known and after. */
import { findOutcome, sliceCandles, splitFactor, type Candles, type Forecast } from '#compute';
import { store, userKey } from './browser-storage.ts';
import { isSameMarket } from './anchor.ts';
import type { SnapshotReading } from '../api/stock-api.ts';

/** One forecast as it was shown. Prices in the listing's currency and in the scale of the day it was shown. */
export type JournalEntry = {
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

/** Kept per user; the oldest go first. An entry takes about 400 bytes, and a browser grants about 5 MB. */
export const MAX_ENTRIES = 2000;

/** Who is asking and where it is kept. */
export type JournalOwner = { storage: Storage; email: string };

type Listing = Pick<SnapshotReading, 'ticker' | 'source' | 'stale' | 'exchange_timezone'>;

/** Where a user's forecasts are stored. */
export function journalKey(email: string): string {
  return userKey('forecasts', email);
}

/** A user's forecasts, oldest first. Absent, corrupt or refused storage reads as none; a bad entry is left out. */
export function readJournal({ storage, email }: JournalOwner): readonly JournalEntry[] {
  try {
    return storedJournal(storage.getItem(journalKey(email))) ?? [];
  } catch {
    return [];
  }
}

/** A stored text as forecasts; `null` where there is no list in it. */
export function storedJournal(text: string | null): readonly JournalEntry[] | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(stored) ? stored.filter(isEntry) : null;
  } catch {
    return null;
  }
}

/** Forgets a user's forecasts, settled and open. What stays is an empty list: a missing one would be taken for lost. */
export function clearJournal(owner: JournalOwner): void {
  write(owner, []);
}

/**
 * Notes a forecast that is on screen, once per listing, market, base bar and horizon; the first one shown stays.
 * A forecast whose target date is over, or that comes from stale data on the very day, is not noted: its outcome may be
 * known. `nowMs` is the clock.
 */
export function noteForecast({
  listing,
  candles,
  forecast,
  nowMs,
  ...owner
}: JournalOwner & { listing: Listing; candles: Candles; forecast: Forecast; nowMs: number }): void {
  const target = forecast.points.at(-1);
  const anchor = candles.time.length - 2;
  const anchorTime = candles.time[anchor];
  const anchorClose = candles.close[anchor];
  if (target === undefined || anchorTime === undefined || anchorClose === undefined) return;
  const today = dateIn(listing.exchange_timezone, nowMs);
  if (target.date < today || (target.date === today && listing.stale)) return;

  const entries = readJournal(owner);
  const isKnown = entries.some(
    (entry) =>
      entry.ticker === listing.ticker &&
      isSameMarket(entry.source, listing.source) &&
      entry.baseDate === forecast.baseDate &&
      entry.horizonDays === forecast.horizonDays,
  );
  if (isKnown) return;
  const { price, low80, high80, low95, high95 } = target;
  const entry: JournalEntry = {
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
  write(owner, [...entries, entry].slice(-MAX_ENTRIES));
}

/** A newer history of a listing. */
interface Newer {
  readonly listing: Pick<Listing, 'ticker' | 'source'>;
  readonly candles: Candles;
}

/**
 * Settles the open forecasts of a listing from a newer history of the same market, by the rule of the public ledger
 * (`findOutcome`). The last bar is left out: only a later bar shows that its session was over when the history was fetched.
 * A settled forecast is never changed. Returns all of the user's forecasts.
 */
export function settleJournal({ listing, candles, ...owner }: JournalOwner & Newer): readonly JournalEntry[] {
  const entries = readJournal(owner);
  const finished = sliceCandles(candles, 0, -1);
  const settled = entries.map((entry) => (isOf(listing, entry) ? settle(entry, finished) : entry));
  if (settled.some((entry, index) => entry !== entries[index])) write(owner, settled);
  return settled;
}

/**
 * A listing's forecasts for a chart of its history: settled as far as that goes, and with every price in its scale, whatever
 * was split since. Nothing is stored.
 */
export function journalOnChart({
  listing,
  candles,
  ...owner
}: JournalOwner & Newer): readonly JournalEntry[] {
  const finished = sliceCandles(candles, 0, -1);
  return readJournal(owner)
    .filter((entry) => isOf(listing, entry))
    .map((entry) => inScaleOf(finished, settle(entry, finished)));
}

function isOf({ ticker, source }: Newer['listing'], entry: JournalEntry): boolean {
  return entry.ticker === ticker && isSameMarket(entry.source, source);
}

function settle(entry: JournalEntry, finished: Candles): JournalEntry {
  if (entry.outcome !== null) return entry;
  const outcome = findOutcome(entry, finished);
  return outcome === null ? entry : { ...entry, outcome: { date: outcome.date, close: outcome.close } };
}

function inScaleOf(finished: Candles, entry: JournalEntry): JournalEntry {
  const anchorTime = Date.parse(entry.anchorDate) / 1000;
  const anchorNow = finished.close[finished.time.indexOf(anchorTime)];
  const factor = anchorNow === undefined ? 1 : splitFactor(entry.anchorClose, anchorNow);
  if (factor === 1) return entry;
  const { outcome } = entry;
  return {
    ...entry,
    basePrice: entry.basePrice * factor,
    price: entry.price * factor,
    low80: entry.low80 * factor,
    high80: entry.high80 * factor,
    low95: entry.low95 * factor,
    high95: entry.high95 * factor,
    outcome: outcome && { date: outcome.date, close: outcome.close * factor },
  };
}

function write({ storage, email }: JournalOwner, entries: readonly JournalEntry[]): void {
  try {
    store(storage, journalKey(email), JSON.stringify(entries));
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

function isEntry(stored: unknown): stored is JournalEntry {
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
