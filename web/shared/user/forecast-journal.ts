/** Forecasts that a user has seen. Forecasts and outcomes are inserted once, so two devices' journals add up. */
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
import { ITEM_KINDS, type ItemValue } from '#worker/contract';
import { is } from 'valibot';
import { atom } from '../../store.ts';
import type { SnapshotReading } from '../api/snapshot.ts';
import { isSameMarket } from './anchor.ts';
import type { Edit } from './items.ts';
import { valueAtoms, type Change } from './user-items.ts';

type SavedForecast = ItemValue<'forecast'>;
type Outcome = ItemValue<'outcome'>;

/** A forecast with its outcome. Prices in the listing's currency and that day's scale. */
export type JournalEntry = SavedForecast & {
  readonly outcome: Outcome | null;
};

/** The oldest go first. An entry takes about 400 bytes; a browser grants about 5 MB. */
export const MAX_ENTRIES = 2000;

/** Oldest first. Leaves out values that the account's schemas refuse. */
export const journalAtom = atom((get): readonly JournalEntry[] => {
  const outcomes = get(valueAtoms.outcome);
  return [...get(valueAtoms.forecast)].flatMap(([key, forecast]) => {
    if (!is(ITEM_KINDS.forecast.value, forecast)) return [];
    const outcome = outcomes.get(key);
    return Object.assign({}, forecast, {
      outcome: is(ITEM_KINDS.outcome.value, outcome) ? outcome : null,
    });
  });
});

export function clearJournal(): Change {
  return (values) => deletionsOf([...values('forecast').keys()]);
}

function deletionsOf(keys: readonly string[]): readonly Edit[] {
  return keys.flatMap((key) => [
    { kind: 'forecast', key, value: null },
    { kind: 'outcome', key, value: null },
  ]);
}

/** Removes the forecasts beyond {@link MAX_ENTRIES}, the oldest, and outcomes without a forecast. */
export const trimJournal: Change = (values) => {
  const oldest = [...values('forecast')]
    .toSorted(([, a], [, b]) => Date.parse(a.made_at) - Date.parse(b.made_at))
    .slice(0, -MAX_ENTRIES)
    .map(([key]) => key);
  const strays = [...values('outcome').keys()].filter((key) => !values('forecast').has(key));
  return deletionsOf([...oldest, ...strays]);
};

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

/** Saves a forecast once per market, listing, base bar and horizon; not once its outcome may be known. */
export function saveForecast({ listing, candles, forecast, nowMs }: Shown): Change {
  return (values) => {
    const target = forecast.points.at(-1);
    const anchor = candles.time.length - 2;
    const anchorTime = candles.time[anchor];
    const anchorClose = candles.close[anchor];
    if (target === undefined || anchorTime === undefined || anchorClose === undefined) return [];
    const today = exchangeToday(listing, nowMs);
    if (target.date < today || (target.date === today && listing.stale)) return [];

    const { ticker, source } = listing;
    const { baseDate, horizonDays } = forecast;
    const market = isSameMarket(source, 'sample') ? 'sample' : 'live';
    const key = `${market} ${ticker} ${baseDate} ${horizonDays}`;
    if (values('forecast').has(key)) return [];
    const value: SavedForecast = {
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
    return [{ kind: 'forecast', key, value }];
  };
}

interface Newer extends Pick<Shown, 'candles'> {
  readonly listing: Pick<Listing, 'ticker' | 'source'>;
}

/** Settles a listing's open forecasts, without the last bar, whose session may not have ended. */
export function settleForecasts({ listing, candles }: Newer): Change {
  return (values) => {
    const finished = sliceCandles(candles, 0, -1);
    const outcomes = values('outcome');
    return [...values('forecast')].flatMap(([key, forecast]) => {
      const value = isOf(listing, forecast) && !outcomes.has(key) ? outcomeOf(forecast, finished) : null;
      return value === null ? [] : { kind: 'outcome', key, value };
    });
  };
}

/** A listing's forecasts in the chart's scale, settled for display only. */
export function journalOnChart(
  journal: readonly JournalEntry[],
  { listing, candles }: Newer,
): readonly JournalEntry[] {
  const finished = sliceCandles(candles, 0, -1);
  return journal
    .filter((entry) => isOf(listing, entry))
    .map((entry) => inScaleOf(finished, { ...entry, outcome: entry.outcome ?? outcomeOf(entry, finished) }));
}

function isOf(
  { ticker, source }: Newer['listing'],
  forecast: Pick<SavedForecast, 'ticker' | 'source'>,
): boolean {
  return forecast.ticker === ticker && isSameMarket(forecast.source, source);
}

function outcomeOf(forecast: SavedForecast, finished: Candles): Outcome | null {
  const outcome = findOutcome(forecast, finished);
  return outcome && { date: outcome.date, close: outcome.close };
}

const PRICES = ['base_close', 'median', 'low80', 'high80', 'low95', 'high95'] as const;

function inScaleOf(finished: Candles, entry: JournalEntry): JournalEntry {
  const anchorNow = finished.close[finished.time.indexOf(Date.parse(entry.anchor_date) / 1000)];
  const factor = anchorNow === undefined ? 1 : splitFactor(entry.anchor_close, anchorNow);
  if (factor === 1) return entry;
  const { outcome } = entry;
  return {
    ...entry,
    ...Object.fromEntries(PRICES.map((name) => [name, entry[name] * factor])),
    outcome: outcome && { date: outcome.date, close: outcome.close * factor },
  };
}
