/** Forecasts that a user has seen, and the rules they share with own ranges. All are inserted once, so two devices' journals add up. */
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
import { valueAtoms, type Change, type ReadValues } from './user-items.ts';

type SavedForecast = ItemValue<'forecast'>;
type Outcome = ItemValue<'outcome'>;
const KINDS = ['forecast', 'own_range'] as const;
type Kind = (typeof KINDS)[number];

/** A forecast, or an own range, with its key and outcome. Prices in the listing's currency and that day's scale. */
export type Saved<Of extends Kind> = ItemValue<Of> & {
  readonly key: string;
  readonly outcome: Outcome | null;
};
export type JournalEntry = Saved<'forecast'>;

/** The oldest go first. An entry takes about 400 bytes; a browser grants about 5 MB. */
export const MAX_ENTRIES = 2000;

export const journalAtom = savedAtom('forecast');

/** Oldest first. Leaves out values that the account's schemas refuse, and second ones under a key of their own. */
export function savedAtom<Of extends Kind>(kind: Of) {
  return atom((get) => {
    const outcomes = get(valueAtoms.outcome);
    return forecastsOf(kind, (name) => get(valueAtoms[name])).flatMap(([key, forecast]): Saved<Of>[] => {
      const { base_date: baseDate, horizon_days: horizonDays } = forecast;
      const isValid =
        is(ITEM_KINDS[kind].value, forecast) && key === forecastKey(forecast, { baseDate, horizonDays });
      const outcome = outcomes.get(outcomeKey(key, forecast));
      const rest = { key, outcome: is(ITEM_KINDS.outcome.value, outcome) ? outcome : null };
      return isValid ? [Object.assign({}, forecast as ItemValue<Of>, rest)] : [];
    });
  });
}

function forecastsOf(kind: Kind, values: ReadValues): readonly (readonly [string, SavedForecast])[] {
  return [...values(kind)];
}

/** Two devices may save a forecast in two scales, before and after a split. The outcome of the one that is dropped goes with it. */
function outcomeKey(key: string, { made_at: madeAt }: SavedForecast): string {
  return `${key} ${madeAt}`;
}

/** Removes all forecasts of a kind, with their outcomes. */
export function clearJournal(kind: Kind): Change {
  return (values) => deletionsOf(kind, forecastsOf(kind, values));
}

function deletionsOf(kind: Kind, forecasts: ReturnType<typeof forecastsOf>): readonly Edit[] {
  return forecasts.flatMap(([key, forecast]) => [
    { kind, key, value: null },
    { kind: 'outcome', key: outcomeKey(key, forecast), value: null },
  ]);
}

/** Removes the forecasts beyond {@link MAX_ENTRIES} of each kind, the oldest, and outcomes without a forecast. */
export const trimJournal: Change = (values) => {
  const saved = KINDS.flatMap((kind) => forecastsOf(kind, values));
  const settled = new Set(saved.map(([key, forecast]) => outcomeKey(key, forecast)));
  const strays = [...values('outcome').keys()].filter((key) => !settled.has(key));
  const oldest = KINDS.flatMap((kind) => {
    const byAge = forecastsOf(kind, values).toSorted(
      ([, a], [, b]) => Date.parse(a.made_at) - Date.parse(b.made_at),
    );
    return deletionsOf(kind, byAge.slice(0, -MAX_ENTRIES));
  });
  return [...oldest, ...strays.map((key): Edit => ({ kind: 'outcome', key, value: null }))];
};

export function exchangeToday(
  { exchange_timezone: timezone }: Pick<SavedForecast, 'exchange_timezone'>,
  nowMs: number,
): IsoDate {
  return isoDate(zonedDate(nowMs / 1000, timezone));
}

type Listing = Pick<SnapshotReading, 'ticker' | 'source' | 'currency' | 'stale' | 'exchange_timezone'>;

export interface Shown {
  readonly listing: Listing;
  readonly candles: Candles;
  readonly forecast: Forecast;
  readonly nowMs: number;
}

/** One per market, listing, base bar and horizon. */
export function forecastKey(
  { ticker, source }: Pick<SavedForecast, 'ticker' | 'source'>,
  { baseDate, horizonDays }: { readonly baseDate: string; readonly horizonDays: number },
): string {
  return `${isSameMarket(source, 'sample') ? 'sample' : 'live'} ${ticker} ${baseDate} ${horizonDays}`;
}

/** Saves a forecast once; not once its outcome may be known. */
export function saveForecast(shown: Shown): Change {
  return (values) => {
    const key = forecastKey(shown.listing, shown.forecast);
    const value = values('forecast').has(key) ? null : shownForecast(shown);
    return value === null ? [] : [{ kind: 'forecast', key, value }];
  };
}

/** The forecast as it is saved; `null` if its outcome may be known. */
export function shownForecast({ listing, candles, forecast, nowMs }: Shown): SavedForecast | null {
  const target = forecast.points.at(-1);
  const anchor = candles.time.length - 2;
  const anchorTime = candles.time[anchor];
  const anchorClose = candles.close[anchor];
  if (target === undefined || anchorTime === undefined || anchorClose === undefined) return null;
  const today = exchangeToday(listing, nowMs);
  if (target.date < today || (target.date === today && listing.stale)) return null;
  return {
    ticker: listing.ticker,
    source: listing.source,
    currency: listing.currency,
    base_date: forecast.baseDate,
    base_close: forecast.basePrice,
    anchor_date: isoDate(anchorTime),
    anchor_close: anchorClose,
    horizon_days: forecast.horizonDays,
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
}

/** A listing's candles, from after a forecast. */
interface Newer extends Pick<Shown, 'candles'> {
  readonly listing: Pick<Listing, 'ticker' | 'source'>;
}

/** Settles a listing's open forecasts of each kind, without the last bar, whose session may not have ended. */
export function settleForecasts({ listing, candles }: Newer): Change {
  return (values) => {
    const finished = sliceCandles(candles, 0, -1);
    const forecasts = KINDS.flatMap((kind) => forecastsOf(kind, values));
    return forecasts.flatMap(([itsKey, forecast]): Edit[] => {
      const key = outcomeKey(itsKey, forecast);
      const isOpen = isOf(listing, forecast) && !values('outcome').has(key);
      const value = isOpen ? outcomeOf(forecast, finished) : null;
      return value === null ? [] : [{ kind: 'outcome', key, value }];
    });
  };
}

/** A listing's forecasts in the chart's scale, settled for display only. */
export function journalOnChart<Entry extends Saved<Kind>>(
  journal: readonly Entry[],
  { listing, candles }: Newer,
): readonly Entry[] {
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

function inScaleOf<Entry extends Saved<Kind>>(finished: Candles, entry: Entry): Entry {
  const anchorNow = finished.close[finished.time.indexOf(Date.parse(entry.anchor_date) / 1000)];
  const factor = anchorNow === undefined ? 1 : splitFactor(entry.anchor_close, anchorNow);
  if (factor === 1) return entry;
  const { outcome } = entry;
  const scaled = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === 'number' && name !== 'horizon_days' ? value * factor : value,
  ]);
  return {
    ...(Object.fromEntries(scaled) as Entry),
    outcome: outcome && { date: outcome.date, close: outcome.close * factor },
  };
}
