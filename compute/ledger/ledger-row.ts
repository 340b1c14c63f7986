/** Named as in database, CSV and wire. Dates `YYYY-MM-DD`, instants ISO, prices as of the base session, probabilities 0…1. */
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import type { AiSignal } from '../signals/signal.ts';

/** The ledgers, never added up: real prices and the simulated market. */
export const LEDGER_NAMES = ['live', 'sample'] as const;

export type LedgerName = (typeof LEDGER_NAMES)[number];

type Cell<Value> = (text: string) => Value;

type RowOf<Cells extends Readonly<Record<string, Cell<unknown>>>> = {
  readonly [Column in keyof Cells]: ReturnType<Cells[Column]>;
};

/** Columns of a forecast, in the order of the CSV and of the hashed text. */
const FORECAST_CELLS = {
  ledger: String as Cell<LedgerName>,
  /** Number of the forecast in its ledger, from 1. */
  seq: Number as Cell<number>,
  ticker: String as Cell<string>,
  base_date: String as Cell<string>,
  horizon_days: Number as Cell<HorizonDays>,
  target_date: String as Cell<string>,
  base_close: Number as Cell<number>,
  median: Number as Cell<number>,
  low80: Number as Cell<number>,
  high80: Number as Cell<number>,
  low95: Number as Cell<number>,
  high95: Number as Cell<number>,
  probability_up: Number as Cell<number>,
  /** P(close ≥ base close + 2 %) and P(close ≤ base close − 2 %). */
  probability_buy: Number as Cell<number>,
  probability_sell: Number as Cell<number>,
  signal: String as Cell<AiSignal>,
  /** Name and version. */
  model: String as Cell<string>,
  source: String as Cell<string>,
  /** What the bars are adjusted for: `splits`, not dividends. */
  adjustment: String as Cell<string>,
  made_at: String as Cell<string>,
};

/** Columns of a settlement, in the same order. */
const SETTLEMENT_CELLS = {
  /** The first session on or after the target date. */
  outcome_date: String as Cell<string>,
  /** Close of that session, in the scale of the base session. */
  outcome_close: Number as Cell<number>,
  /** Factor applied to that close: 1 unless the listing was split, or its history rescaled, after the base session. */
  split_factor: Number as Cell<number>,
  /** |outcome − median| and |outcome − base close|, in percent of the base close. */
  error_percent: Number as Cell<number>,
  no_change_error_percent: Number as Cell<number>,
  settled_at: String as Cell<string>,
};

/** One forecast, written once after its base session's close and never changed. */
export type LedgerForecast = RowOf<typeof FORECAST_CELLS>;

export type LedgerSettlement = RowOf<typeof SETTLEMENT_CELLS>;

type LedgerColumn = keyof LedgerForecast | 'hash' | keyof LedgerSettlement | 'settlement_hash';

/** A forecast, its hash, its settlement (empty while open), and the settlement's hash. */
const LEDGER_CELLS: Readonly<Record<LedgerColumn, Cell<unknown>>> = {
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

/** Reads one line of the CSV, its cells in the order of {@link LEDGER_COLUMNS}. */
export function parseLedgerLine(cells: readonly string[]): LedgerLine {
  const entries = LEDGER_COLUMNS.map((name, i) => {
    const cell = cells[i] ?? '';
    return [name, cell === '' ? null : LEDGER_CELLS[name](cell)] as const;
  });
  return Object.fromEntries(entries) as unknown as LedgerLine;
}

/** Significant digits of every number in the ledger: few enough to survive any database and number format unchanged. */
const DIGITS = 10;

/** Rounds to the ledger's ten significant digits. */
export function ledgerNumber(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** The text of a row that is hashed (SHA-256, hexadecimal): its fields in the order of the CSV, separated by commas. */
export function forecastText(row: LedgerForecast): string {
  return FORECAST_COLUMNS.map((name) => row[name]).join(',');
}

export function settlementText(row: LedgerSettlement): string {
  return SETTLEMENT_COLUMNS.map((name) => row[name]).join(',');
}
