/**
 * The public ledger's rows. Names are those of the database, the CSV and the wire, so that a row looks the same in all three.
 * Dates are `YYYY-MM-DD`, instants ISO, prices in the listing's currency as of the base session, probabilities 0…1.
 */
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import type { AiSignal } from '../signals/signal.ts';

/** The ledgers, never added up: real prices, the simulated market, and recordings replayed through the job. */
export const LEDGER_NAMES = ['live', 'sample', 'replay'] as const;

export type LedgerName = (typeof LEDGER_NAMES)[number];

/** One forecast, written once after its base session's close and never changed. */
export interface LedgerForecast {
  readonly ledger: LedgerName;
  /** Number of the forecast in its ledger, from 1. */
  readonly seq: number;
  readonly ticker: string;
  readonly base_date: string;
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
  /** The bars' source. */
  readonly source: string;
  /** What the bars are adjusted for: `splits`, not dividends. */
  readonly adjustment: string;
  readonly made_at: string;
}

/** A forecast's outcome, written once. */
export interface LedgerSettlement {
  /** The first session on or after the target date. */
  readonly outcome_date: string;
  /** Close of that session, in the scale of the base session. */
  readonly outcome_close: number;
  /** Factor applied to that close: 1 unless the listing was split, or its history rescaled, after the base session. */
  readonly split_factor: number;
  /** |outcome − median| and |outcome − base close|, in percent of the base close. */
  readonly error_percent: number;
  readonly no_change_error_percent: number;
  readonly settled_at: string;
}

type Cells<Column extends string> = Readonly<Record<Column, typeof String | typeof Number>>;

/** How to read each column of the CSV, in the order of the CSV and of the hashed text. */
const FORECAST_CELLS: Cells<keyof LedgerForecast> = {
  ledger: String,
  seq: Number,
  ticker: String,
  base_date: String,
  horizon_days: Number,
  target_date: String,
  base_close: Number,
  median: Number,
  low80: Number,
  high80: Number,
  low95: Number,
  high95: Number,
  probability_up: Number,
  probability_buy: Number,
  probability_sell: Number,
  signal: String,
  model: String,
  source: String,
  adjustment: String,
  made_at: String,
};

const SETTLEMENT_CELLS: Cells<keyof LedgerSettlement> = {
  outcome_date: String,
  outcome_close: Number,
  split_factor: Number,
  error_percent: Number,
  no_change_error_percent: Number,
  settled_at: String,
};

type LedgerColumn = keyof LedgerForecast | 'hash' | keyof LedgerSettlement | 'settlement_hash';

/** A forecast, its hash, its settlement (empty while open), and the settlement's hash. */
const LEDGER_CELLS: Cells<LedgerColumn> = {
  ...FORECAST_CELLS,
  hash: String,
  ...SETTLEMENT_CELLS,
  settlement_hash: String,
};

export const FORECAST_COLUMNS = Object.keys(FORECAST_CELLS) as readonly (keyof LedgerForecast)[];

export const SETTLEMENT_COLUMNS = Object.keys(SETTLEMENT_CELLS) as readonly (keyof LedgerSettlement)[];

export const LEDGER_COLUMNS = Object.keys(LEDGER_CELLS) as readonly LedgerColumn[];

/** A line of the CSV: a forecast with its hash, and its settlement, whose fields are `null` while the forecast is open. */
export type LedgerLine = LedgerForecast & {
  readonly hash: string;
  readonly settlement_hash: string | null;
} & { readonly [Field in keyof LedgerSettlement]: LedgerSettlement[Field] | null };

/** Cells as one line of CSV. Needs no quoting: tickers and model names contain neither commas nor quotes. */
export function ledgerCsvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => cell ?? '').join(',')}\r\n`;
}

/** Reads the cells of one line of the CSV, in the order of {@link LEDGER_COLUMNS}. */
export function parseLedgerLine(cells: readonly string[]): LedgerLine {
  const entries = LEDGER_COLUMNS.map((name, i) => {
    const cell = cells[i] ?? '';
    return [name, cell === '' ? null : LEDGER_CELLS[name](cell)] as const;
  });
  return Object.fromEntries(entries) as unknown as LedgerLine;
}

/** Significant digits of every number in the ledger: few enough to survive any database and number format unchanged. */
const DIGITS = 10;

/** Rounds a number to the ledger's ten significant digits. */
export function ledgerNumber(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/**
 * The text that a row's hash (SHA-256, hexadecimal) is computed from: the previous hash, a line feed, and the row's fields in
 * the order of the CSV, separated by commas. The previous hash of a forecast is that of the forecast before it (empty for the
 * first); of a settlement, that of its forecast. Changing any field changes every later hash.
 */
export function forecastText(previousHash: string, row: LedgerForecast): string {
  return `${previousHash}\n${FORECAST_COLUMNS.map((name) => row[name]).join(',')}`;
}

/** The same for a settlement; see {@link forecastText}. */
export function settlementText(forecastHash: string, row: LedgerSettlement): string {
  return `${forecastHash}\n${SETTLEMENT_COLUMNS.map((name) => row[name]).join(',')}`;
}
