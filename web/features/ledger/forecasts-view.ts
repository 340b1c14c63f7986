/** What the address of the list says, and the rows that follow from it. No React in here. */
import { AI_SIGNALS, DEFAULT_HORIZON_DAYS, parseHorizon, type AiSignal, type HorizonDays } from '#compute';
import type { ForecastsResponse } from '#worker/contract';
import type { CsvCell } from '../../shared/export/download.ts';
import type { Exportable } from '../../shared/export/export-files.ts';
import { sortedBy, type Sort } from '../../shared/ui/sort.ts';

export type ForecastRow = ForecastsResponse['rows'][number];
export type ReadyForecast = NonNullable<ForecastRow['forecast']>;

/** The columns, with the direction that a first press on their head gives. */
export const COLUMNS = [
  { key: 'ticker', label: 'Listing', first: 'ascending' },
  { key: 'price', label: 'Close', first: null },
  { key: 'move', label: 'Last move', first: 'descending' },
  { key: 'range', label: '80% range', first: 'descending' },
  { key: 'width', label: 'Against its usual width', first: 'descending' },
  { key: 'up', label: 'Chance of +2%', first: 'descending' },
  { key: 'down', label: 'Chance of −2%', first: 'descending' },
  { key: 'signal', label: 'Model signal', first: 'descending' },
  { key: 'record', label: 'Ranges that held', first: 'descending' },
] as const;

type SortKey = (typeof COLUMNS)[number]['key'];

export interface ForecastsView {
  readonly horizonDays: HorizonDays;
  /** `null` is the order of the ledger's list. */
  readonly sort: Sort<SortKey>;
  readonly signal: AiSignal | null;
  /** Part of a ticker or a name. */
  readonly text: string;
}

/** Reads the query of an address; what is missing or wrong falls back to the whole list in its own order. */
export function parseForecastsView(search: string): ForecastsView {
  const params = new URLSearchParams(search);
  const [name = '', direction] = (params.get('sort') ?? '').split('-');
  const column = COLUMNS.find(({ key, first }) => key === name && first !== null);
  return {
    horizonDays: parseHorizon(params.get('days') ?? '') ?? DEFAULT_HORIZON_DAYS,
    sort: column ? { key: column.key, direction: direction === 'up' ? 'ascending' : 'descending' } : null,
    signal: AI_SIGNALS.find((signal) => signal === params.get('signal')) ?? null,
    text: (params.get('q') ?? '').slice(0, 40),
  };
}

export function formatForecastsView({ horizonDays, sort, signal, text }: ForecastsView): string {
  const params = new URLSearchParams({
    ...(horizonDays !== DEFAULT_HORIZON_DAYS && { days: String(horizonDays) }),
    ...(sort !== null && { sort: `${sort.key}-${sort.direction === 'ascending' ? 'up' : 'down'}` }),
    ...(signal !== null && { signal }),
    ...(text !== '' && { q: text }),
  });
  return params.size === 0 ? '' : `?${params}`;
}

export function horizonOf(forecast: ReadyForecast, horizonDays: HorizonDays) {
  return forecast.horizons.find(({ horizon_days: days }) => days === horizonDays) ?? null;
}

/** Half of the 80 % range in percent of the close. */
export function halfWidthPercent(forecast: ReadyForecast, horizonDays: HorizonDays): number {
  const horizon = horizonOf(forecast, horizonDays);
  return horizon === null ? Number.NaN : ((horizon.high80 - horizon.low80) / forecast.base_close) * 50;
}

/** The rows that the filters leave, sorted. */
export function shownRows(rows: readonly ForecastRow[], view: ForecastsView): readonly ForecastRow[] {
  const { sort, signal, text, horizonDays } = view;
  const part = text.trim().toLowerCase();
  const left = rows.filter(
    ({ ticker, forecast }) =>
      (signal === null || forecast?.signal === signal) &&
      `${ticker} ${forecast?.company_name ?? ''}`.toLowerCase().includes(part),
  );
  return sortedBy(left, sort, (row, key) => sortValue(row, key, horizonDays));
}

function sortValue(row: ForecastRow, key: SortKey, horizonDays: HorizonDays): string | number | null {
  const { ticker, forecast, record } = row;
  if (key === 'ticker') return ticker;
  if (key === 'record') return record?.coverage80.value ?? null;
  if (forecast === null) return null;
  const horizon = horizonOf(forecast, horizonDays);
  switch (key) {
    case 'price':
      return null;
    case 'move':
      // The rarest first, whichever way it went.
      return forecast.move_rarity && -forecast.move_rarity.as_large / forecast.move_rarity.sessions;
    case 'range':
      return halfWidthPercent(forecast, horizonDays);
    case 'width':
      return horizon?.width_rank ?? null;
    case 'up':
      return horizon?.probability_buy ?? null;
    case 'down':
      return horizon?.probability_sell ?? null;
    case 'signal':
      return AI_SIGNALS.indexOf(forecast.signal);
  }
}

const DAY_MS = 86_400_000;

/** Whether a forecast should have been renewed: the next session's close is more than a day past. */
export function isStale({ horizons }: ReadyForecast, nowMs: number): boolean {
  const [first] = horizons;
  return first !== undefined && nowMs > Date.parse(first.target_date) + 2 * DAY_MS;
}

const ABSENCE: Readonly<Record<string, string>> = {
  short_history: 'No forecast: under 60 finished sessions.',
  not_trading: 'No forecast: it no longer trades.',
};

/** Why a listing has no forecast. */
export function absenceText(reason: string | null): string {
  return reason === null
    ? 'No forecast yet. The first one follows its next close.'
    : (ABSENCE[reason] ?? 'No forecast: its prices could not be read at the last close.');
}

type Horizon = ReadyForecast['horizons'][number];

type Cell = (
  row: ForecastRow,
  forecast: ReadyForecast | null,
  horizon: Horizon | null,
) => CsvCell | undefined;

const FILE_COLUMNS: Readonly<Record<string, Cell>> = {
  ticker: ({ ticker }) => ticker,
  company: (_, forecast) => forecast?.company_name,
  currency: (_, forecast) => forecast?.currency,
  session: (_, forecast) => forecast?.base_date,
  close: (_, forecast) => forecast?.base_close,
  'move %': (_, forecast) => forecast?.move_percent,
  sessions: (_, forecast) => forecast?.move_rarity?.sessions,
  'moved as far': (_, forecast) => forecast?.move_rarity?.as_large,
  target: (_, __, horizon) => horizon?.target_date,
  median: (_, __, horizon) => horizon?.median,
  'low 80%': (_, __, horizon) => horizon?.low80,
  'high 80%': (_, __, horizon) => horizon?.high80,
  'P(up)': (_, __, horizon) => horizon?.probability_up,
  'P(>= +2%)': (_, __, horizon) => horizon?.probability_buy,
  'P(<= -2%)': (_, __, horizon) => horizon?.probability_sell,
  'narrower past ranges': (_, __, horizon) => horizon?.width_rank,
  signal: (_, forecast) => forecast?.signal,
  source: (_, forecast) => forecast?.source,
  'made at': (_, forecast) => forecast?.made_at,
  settled: ({ record }) => record?.n,
  '80% range held': ({ record }) => record?.coverage80.value,
};

/** The list as a file: a row for each listing shown, empty where nothing is forecast. */
export function forecastsFile(rows: readonly ForecastRow[], horizonDays: HorizonDays): Exportable {
  return {
    title: `Forecasts, ${horizonDays} trading days ahead`,
    kind: 'estimate',
    rows: () => [
      Object.keys(FILE_COLUMNS),
      ...rows.map((row) => {
        const { forecast } = row;
        const horizon = forecast && horizonOf(forecast, horizonDays);
        return Object.values(FILE_COLUMNS).map((cell) => cell(row, forecast, horizon) ?? null);
      }),
    ],
  };
}
