import { toCsv } from '../export/csv.ts';
import type { JournalEntry } from './forecast-journal.ts';

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
] as const satisfies readonly (keyof JournalEntry)[];

/** Forecasts as CSV (RFC 4180), one line each, open ones with an empty outcome. Simulated prices are named in `source`. */
export function forecastsToCsv(records: readonly JournalEntry[]): string {
  const lines = records.map((record) => [
    ...COLUMNS.map((column) => record[column]),
    record.outcome?.date ?? '',
    record.outcome?.close ?? '',
  ]);
  return toCsv([[...COLUMNS, 'outcomeDate', 'outcomeClose'], ...lines]);
}
