/**
 * The public record's rows. Names are those of the database, the CSV and the wire, so that a row is the same thing in all
 * three. Dates are `YYYY-MM-DD`, instants ISO, prices in the listing's currency as of the base session, probabilities 0…1.
 */
import type { HorizonDays } from '../horizon.ts';
import type { AiSignal } from '../signal.ts';

/** What is never added up: real prices, the simulated market, and recordings played through the job. */
export const RECORD_LEDGERS = ['live', 'sample', 'replay'] as const;

export type RecordLedger = (typeof RECORD_LEDGERS)[number];

/** One forecast, written once after its base session's close and never changed. */
export interface RecordForecast {
  readonly ledger: RecordLedger;
  /** Position in the ledger's chain, from 1. */
  readonly seq: number;
  readonly ticker: string;
  readonly base_date: string;
  /** Trading days. */
  readonly horizon_days: HorizonDays;
  readonly target_date: string;
  readonly base_close: number;
  readonly median: number;
  readonly low80: number;
  readonly high80: number;
  readonly low95: number;
  readonly high95: number;
  readonly probability_up: number;
  /** P(close ≥ base close + 2 %) and P(close ≤ base close − 2 %). */
  readonly probability_buy: number;
  readonly probability_sell: number;
  readonly signal: AiSignal;
  /** Name and version. */
  readonly model: string;
  /** Who supplied the bars. */
  readonly source: string;
  /** What the bars are adjusted for: `splits`, not dividends. */
  readonly adjustment: string;
  readonly made_at: string;
}

/** How one forecast came out, written once. */
export interface RecordSettlement {
  /** The first session on or after the target date. */
  readonly outcome_date: string;
  /** Its close in the scale of the base session. */
  readonly outcome_close: number;
  /** What that close was multiplied by: 1 unless the listing was split, or its history rescaled, after the base session. */
  readonly split_factor: number;
  /** |outcome − median| and |outcome − base close|, in percent of the base close. */
  readonly error_percent: number;
  readonly no_change_error_percent: number;
  readonly settled_at: string;
}

export const FORECAST_COLUMNS: readonly (keyof RecordForecast)[] = [
  'ledger',
  'seq',
  'ticker',
  'base_date',
  'horizon_days',
  'target_date',
  'base_close',
  'median',
  'low80',
  'high80',
  'low95',
  'high95',
  'probability_up',
  'probability_buy',
  'probability_sell',
  'signal',
  'model',
  'source',
  'adjustment',
  'made_at',
];

export const SETTLEMENT_COLUMNS: readonly (keyof RecordSettlement)[] = [
  'outcome_date',
  'outcome_close',
  'split_factor',
  'error_percent',
  'no_change_error_percent',
  'settled_at',
];

/** The columns of the CSV: a forecast, its hash, its settlement (empty while open), and the settlement's hash. */
export const RECORD_COLUMNS: readonly (
  | keyof RecordForecast
  | 'hash'
  | keyof RecordSettlement
  | 'settlement_hash'
)[] = [...FORECAST_COLUMNS, 'hash', ...SETTLEMENT_COLUMNS, 'settlement_hash'];

/** Digits of every number in the record: few enough to come through any database and any print unchanged. */
const DIGITS = 10;

/** A number as the record holds it: ten significant digits. */
export function recordNumber(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/**
 * What a row's hash (SHA-256, hexadecimal) is taken of: the hash before it, a line feed, and the row's fields in the order
 * of the CSV with commas between them. Before a forecast stands the hash of the forecast before it (nothing before the
 * first), before a settlement that of its forecast. Changing any field changes every hash after it.
 */
export function forecastText(previousHash: string, row: RecordForecast): string {
  return `${previousHash}\n${FORECAST_COLUMNS.map((name) => row[name]).join(',')}`;
}

/** The same for a settlement; see {@link forecastText}. */
export function settlementText(forecastHash: string, row: RecordSettlement): string {
  return `${forecastHash}\n${SETTLEMENT_COLUMNS.map((name) => row[name]).join(',')}`;
}
