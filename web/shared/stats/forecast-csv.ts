import type { ForecastRecord } from './forecast-record.ts';

const COLUMNS = [
  'ticker',
  'source',
  'baseDate',
  'basePrice',
  'horizonDays',
  'targetDate',
  'price',
  'low80',
  'high80',
  'low95',
  'high95',
  'model',
  'shownAt',
] as const satisfies readonly (keyof ForecastRecord)[];

/** A spreadsheet runs a cell that begins like this as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Forecasts as CSV (RFC 4180), one line each, open ones with an empty outcome. Simulated prices are named in `source`. */
export function forecastsToCsv(records: readonly ForecastRecord[]): string {
  const lines = records.map((record) => [
    ...COLUMNS.map((column) => record[column]),
    record.outcome?.date ?? '',
    record.outcome?.close ?? '',
  ]);
  return [[...COLUMNS, 'outcomeDate', 'outcomeClose'], ...lines]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
