/** The forecasts that a user was shown. Forecasts and outcomes are items inserted once, so two devices' journals add up. */
import {
  findOutcome,
  isoDate,
  sliceCandles,
  splitFactor,
  zonedDate,
  type Candles,
  type Forecast,
  type IsoDate,
} from '#compute';
import type { ItemValue } from '#worker/contract';
import type { SnapshotReading } from '../api/stock-api.ts';
import { isSameMarket } from './anchor.ts';
import { readText, userKey, writeText } from './browser-storage.ts';
import { checkedItems } from './checked-items.ts';
import { documentText, type UserDocument } from './documents.ts';

type SavedForecast = ItemValue<'forecast'>;
type NotedOutcome = ItemValue<'outcome'>;

/** One forecast as it was shown. Prices in the listing's currency and in the scale of that day. */
export type JournalEntry = SavedForecast & {
  /** `null` while it is open. */
  readonly outcome: NotedOutcome | null;
};

/** Kept per user; the oldest go first. An entry takes about 400 bytes, and a browser grants about 5 MB. */
export const MAX_ENTRIES = 2000;

export const JOURNAL = {
  kinds: ['forecast', 'outcome'],
  storageKey: (owner) => userKey('forecasts', owner),
  fit: ({ forecast = new Map(), outcome = new Map() }) => {
    const newest = [...forecast]
      .toSorted(([, a], [, b]) => Date.parse(a.made_at) - Date.parse(b.made_at))
      .slice(-MAX_ENTRIES);
    const kept = new Map(newest);
    return { forecast: kept, outcome: new Map([...outcome].filter(([key]) => kept.has(key))) };
  },
} as const satisfies UserDocument;

interface Journal {
  readonly forecast: ReadonlyMap<string, SavedForecast>;
  readonly outcome: ReadonlyMap<string, NotedOutcome>;
}

function parseItems(text: string | null): Journal {
  const { forecast = new Map(), outcome = new Map() } = checkedItems(text, JOURNAL);
  return { forecast, outcome };
}

function readItems(email: string): Journal {
  return parseItems(readText(JOURNAL.storageKey(email)));
}

function write(email: string, journal: Journal): void {
  writeText(JOURNAL.storageKey(email), documentText(JOURNAL.fit(journal)));
}

/** The forecasts in a stored text, oldest first. */
export function parseJournal(text: string | null): readonly JournalEntry[] {
  const { forecast, outcome } = parseItems(text);
  return [...forecast].map(([key, noted]) => Object.assign({}, noted, { outcome: outcome.get(key) ?? null }));
}

export function readJournal(email: string): readonly JournalEntry[] {
  return parseJournal(readText(JOURNAL.storageKey(email)));
}

/** Forgets a user's forecasts, settled and open. What stays is an empty list: a missing one would be taken for lost. */
export function clearJournal(email: string): void {
  write(email, { forecast: new Map(), outcome: new Map() });
}

/** The date at an exchange, by which its forecasts fall due. */
export function exchangeToday(
  { exchange_timezone: timezone }: Pick<SavedForecast, 'exchange_timezone'>,
  nowMs: number,
): IsoDate {
  return isoDate(zonedDate(nowMs / 1000, timezone));
}

type Listing = Pick<SnapshotReading, 'ticker' | 'source' | 'stale' | 'exchange_timezone'>;

interface Shown {
  readonly listing: Listing;
  readonly candles: Candles;
  readonly forecast: Forecast;
  readonly nowMs: number;
}

/**
 * Notes a forecast that is on screen, once per market, listing, base bar and horizon; the first one shown stays. One whose
 * target date is over, or that comes from stale data on the very day, is not noted: its outcome may be known.
 */
export function saveForecast(email: string, { listing, candles, forecast, nowMs }: Shown): void {
  const target = forecast.points.at(-1);
  const anchor = candles.time.length - 2;
  const anchorTime = candles.time[anchor];
  const anchorClose = candles.close[anchor];
  if (target === undefined || anchorTime === undefined || anchorClose === undefined) return;
  const today = exchangeToday(listing, nowMs);
  if (target.date < today || (target.date === today && listing.stale)) return;

  const { ticker, source } = listing;
  const { baseDate, horizonDays } = forecast;
  const market = isSameMarket(source, 'sample') ? 'sample' : 'live';
  const key = `${market} ${ticker} ${baseDate} ${horizonDays}`;
  const journal = readItems(email);
  if (journal.forecast.has(key)) return;
  const noted: SavedForecast = {
    ticker,
    source,
    base_date: baseDate,
    base_close: forecast.basePrice,
    anchor_date: isoDate(anchorTime),
    anchor_close: anchorClose,
    horizon_days: horizonDays,
    target_date: target.date,
    exchange_timezone: listing.exchange_timezone,
    median: target.price,
    low80: target.low80,
    high80: target.high80,
    low95: target.low95,
    high95: target.high95,
    model: `${forecast.model} ${forecast.version}`,
    made_at: new Date(nowMs).toISOString(),
  };
  write(email, { ...journal, forecast: new Map(journal.forecast).set(key, noted) });
}

interface Newer extends Pick<Shown, 'candles'> {
  readonly listing: Pick<Listing, 'ticker' | 'source'>;
}

/** Settles a listing's open forecasts by `findOutcome`, from all bars but the last, whose session may not have ended. */
export function settleJournal(email: string, { listing, candles }: Newer): void {
  const { forecast, outcome } = readItems(email);
  const finished = sliceCandles(candles, 0, -1);
  const settled = new Map(outcome);
  for (const [key, noted] of forecast) {
    const found = isOf(listing, noted) && !outcome.has(key) ? outcomeOf(noted, finished) : null;
    if (found !== null) settled.set(key, found);
  }
  if (settled.size > outcome.size) write(email, { forecast, outcome: settled });
}

/** A listing's forecasts for its chart, settled as far as its history goes, every price in its scale. Nothing is stored. */
export function journalOnChart(email: string, { listing, candles }: Newer): readonly JournalEntry[] {
  const finished = sliceCandles(candles, 0, -1);
  return readJournal(email)
    .filter((entry) => isOf(listing, entry))
    .map((entry) => inScaleOf(finished, { ...entry, outcome: entry.outcome ?? outcomeOf(entry, finished) }));
}

function isOf(
  { ticker, source }: Newer['listing'],
  noted: Pick<SavedForecast, 'ticker' | 'source'>,
): boolean {
  return noted.ticker === ticker && isSameMarket(noted.source, source);
}

function outcomeOf(noted: SavedForecast, finished: Candles): NotedOutcome | null {
  const outcome = findOutcome(noted, finished);
  return outcome && { date: outcome.date, close: outcome.close };
}

function inScaleOf(finished: Candles, entry: JournalEntry): JournalEntry {
  const anchorTime = Date.parse(entry.anchor_date) / 1000;
  const anchorNow = finished.close[finished.time.indexOf(anchorTime)];
  const factor = anchorNow === undefined ? 1 : splitFactor(entry.anchor_close, anchorNow);
  if (factor === 1) return entry;
  const { outcome } = entry;
  return {
    ...entry,
    base_close: entry.base_close * factor,
    median: entry.median * factor,
    low80: entry.low80 * factor,
    high80: entry.high80 * factor,
    low95: entry.low95 * factor,
    high95: entry.high95 * factor,
    outcome: outcome && { date: outcome.date, close: outcome.close * factor },
  };
}
