import { AI_SIGNALS, dayOf, isEnough, parseHorizon, SECONDS_PER_DAY, zonedDate } from '#compute';
import type { AiSignal, HorizonDays } from '#compute';
import type { ForecastsResponse } from '#worker/contract';
import type { CsvCell, Exportable } from '../../shared/format/exportable.ts';
import { sortedBy, type Sort, type SortColumn } from '../../shared/ui/sort.ts';

export type ForecastRow = ForecastsResponse['rows'][number];
export type ReadyForecast = NonNullable<ForecastRow['forecast']>;

export interface ListedForecast extends ForecastRow {
  /** `null` without a forecast. */
  readonly horizon: ReadyForecast['horizons'][number] | null;
}

export const COLUMNS: readonly SortColumn<ListedForecast>[] = [
  { key: 'ticker', label: 'Listing', value: ({ ticker }) => ticker, first: 'ascending' },
  { key: 'price', label: 'Close', area: 'price' },
  { key: 'move', label: 'Last move', value: moveRarity, area: 'change' },
  { key: 'range', label: '80% range', value: halfWidthPercent },
  {
    key: 'earnings',
    label: 'Earnings',
    value: ({ forecast }) => forecast?.results?.date,
    first: 'ascending',
  },
  { key: 'width', label: 'Width vs usual', value: ({ horizon }) => horizon?.width_rank },
  { key: 'up', label: 'Chance of +2%', value: ({ horizon }) => horizon?.probability_buy },
  { key: 'down', label: 'Chance of −2%', value: ({ horizon }) => horizon?.probability_sell },
  {
    key: 'signal',
    label: 'Model signal',
    value: ({ forecast }) => forecast && AI_SIGNALS.indexOf(forecast.signal),
  },
  {
    key: 'record',
    label: '80% ranges held',
    // A few hits in a row say little: by the interval's lower end.
    value: ({ record }) => (isEnough(record?.n ?? 0) ? record?.coverage80.low : null),
  },
];

export function quotedForecast(ticker: string, { currency, base_close: close }: ReadyForecast) {
  return { ticker, currency, current_price: close };
}

/** Higher is rarer, in either direction. `undefined` if unknown. */
function moveRarity({ forecast }: ListedForecast): number | undefined {
  const rarity = forecast?.move_rarity;
  return rarity ? -rarity.as_large / rarity.sessions : undefined;
}

/** Half the width of the 80 % range, in percent of the close. */
export function halfWidthPercent({ forecast, horizon }: ListedForecast): number | null {
  return forecast && horizon && ((horizon.high80 - horizon.low80) / forecast.base_close) * 50;
}

export interface ForecastsView {
  readonly horizonDays: HorizonDays;
  /** `null` for ledger order. */
  readonly sort: Sort;
  readonly signal: AiSignal | null;
  /** Filter: part of a ticker or company name. */
  readonly text: string;
}

/** Reads a query string. Missing or invalid values fall back to the whole list in ledger order. */
export function parseForecastsView(search: string): ForecastsView {
  const params = new URLSearchParams(search);
  const [name = '', direction] = (params.get('sort') ?? '').split('-');
  const column = COLUMNS.find(({ key, value }) => key === name && value !== undefined);
  return {
    horizonDays: parseHorizon(params.get('days')),
    sort: column ? { key: column.key, direction: direction === 'up' ? 'ascending' : 'descending' } : null,
    signal: AI_SIGNALS.find((signal) => signal === params.get('signal')) ?? null,
    text: (params.get('q') ?? '').slice(0, 40),
  };
}

/** The URL's `sort` parameter. */
export function sortParam(sort: Sort): string {
  return sort === null ? '' : `${sort.key}-${sort.direction === 'ascending' ? 'up' : 'down'}`;
}

export function shownRows(rows: readonly ForecastRow[], view: ForecastsView): readonly ListedForecast[] {
  const part = view.text.trim().toLowerCase();
  const matching = rows.filter(
    ({ ticker, forecast }) =>
      (view.signal === null || forecast?.signal === view.signal) &&
      `${ticker} ${forecast?.company_name ?? ''}`.toLowerCase().includes(part),
  );
  const listed = matching.map((row) => {
    const horizon = row.forecast?.horizons.find(({ horizon_days: days }) => days === view.horizonDays);
    return Object.assign({}, row, { horizon: horizon ?? null });
  });
  return sortedBy(listed, COLUMNS, view.sort);
}

const DAY_MS = 86_400_000;

/** Calendar days to a company's results; below 0 if they are past. Only those of companies in the United States are known. */
export function daysUntil(date: string, nowMs: number): number {
  return dayOf(date) - zonedDate(nowMs / 1000, 'America/New_York') / SECONDS_PER_DAY;
}

/** Whether a newer forecast is overdue: the next session's close is more than a day past. */
export function isStale({ horizons }: ReadyForecast, nowMs: number): boolean {
  const [first] = horizons;
  return first !== undefined && nowMs > Date.parse(first.target_date) + 2 * DAY_MS;
}

function priceCell({ ticker, forecast }: ListedForecast, price: number | undefined): CsvCell {
  if (forecast === null || price === undefined) return null;
  return { prices: [price], quoted: quotedForecast(ticker, forecast) };
}

const FILE_COLUMNS: Readonly<Record<string, (row: ListedForecast) => CsvCell | undefined>> = {
  ticker: ({ ticker }) => ticker,
  company: ({ forecast }) => forecast?.company_name,
  currency: ({ forecast }) => forecast?.currency,
  'base session': ({ forecast }) => forecast?.base_date,
  close: (row) => priceCell(row, row.forecast?.base_close),
  'move %': ({ forecast }) => forecast?.move_percent,
  sessions: ({ forecast }) => forecast?.move_rarity?.sessions,
  'sessions that moved at least as far': ({ forecast }) => forecast?.move_rarity?.as_large,
  target: ({ horizon }) => horizon?.target_date,
  median: (row) => priceCell(row, row.horizon?.median),
  'low 80%': (row) => priceCell(row, row.horizon?.low80),
  'high 80%': (row) => priceCell(row, row.horizon?.high80),
  'P(up)': ({ horizon }) => horizon?.probability_up,
  'P(>= +2%)': ({ horizon }) => horizon?.probability_buy,
  'P(<= -2%)': ({ horizon }) => horizon?.probability_sell,
  'earnings expected': ({ forecast }) => forecast?.results?.date,
  '± days': ({ forecast }) => forecast?.results?.plus_minus_days,
  'share of past ranges narrower': ({ horizon }) => horizon?.width_rank,
  signal: ({ forecast }) => forecast?.signal,
  source: ({ forecast }) => forecast?.source,
  'forecast made at': ({ forecast }) => forecast?.made_at,
  settled: ({ record }) => record?.n,
  'share of 80% ranges held': ({ record }) => record?.coverage80.value,
};

export function forecastsFile(rows: readonly ListedForecast[], horizonDays: HorizonDays): Exportable {
  return {
    title: `Forecasts, ${horizonDays} trading days ahead`,
    kind: 'estimate',
    quoted: '',
    rows: () => [
      Object.keys(FILE_COLUMNS),
      ...rows.map((row) => Object.values(FILE_COLUMNS).map((cell) => cell(row) ?? null)),
    ],
  };
}
