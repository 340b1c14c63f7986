import { COEFFICIENTS } from './coefficients.ts';

/** Sessions ahead that were fitted; what lies between is interpolated in the log of the session. */
export const FITTED_SESSIONS: readonly number[] = [1, 2, 3, 5, 7, 10, 14, 21, 30];

/** Which of the two regressions a bar is read by: prices with ranges, or closes only. */
export type Reading = 'range' | 'close';

export const READINGS: readonly Reading[] = ['range', 'close'];

/** One regression at one horizon. */
export interface FittedHorizon {
  /** Log variance of the residual's scale = weights · features. */
  readonly weights: Float64Array;
  /** Mean of the absolute standardised residual over all tickers: what a ticker's own mean is compared with. */
  readonly meanResidual: number;
}

/** Every regression, by {@link FITTED_SESSIONS}, and the shapes that both readings share. */
export interface PooledModel extends Readonly<Record<Reading, readonly FittedHorizon[]>> {
  /** Quantiles of the standardised residual at `LEVELS` at each horizon; the middle one is 0. */
  readonly quantiles: readonly (readonly number[])[];
}

/** A model as `coefficients.ts` holds it: thousandths between blanks. */
export interface ModelTable {
  /** A row for each reading and, within it, fitted horizon. */
  readonly weights: readonly string[];
  /** A row for each fitted horizon. */
  readonly quantiles: readonly string[];
  /** In the order of the rows of `weights`. */
  readonly meanResiduals: string;
}

const UNIT = 1000;

/** Numbers as a row of the table. */
export function tableRow(values: Iterable<number>): string {
  return Array.from(values, (value) => Math.round(value * UNIT)).join(' ');
}

function rowNumbers(row: string): number[] {
  return row.split(' ').map((digits) => Number(digits) / UNIT);
}

/** Unpacks a table whose rows stand in the order of {@link READINGS} and {@link FITTED_SESSIONS}. */
export function unpackModel(table: ModelTable): PooledModel {
  const meanResiduals = rowNumbers(table.meanResiduals);
  const unpack = (reading: Reading): FittedHorizon[] =>
    FITTED_SESSIONS.map((_, i) => {
      const row = READINGS.indexOf(reading) * FITTED_SESSIONS.length + i;
      return {
        weights: Float64Array.from(rowNumbers(table.weights[row]!)),
        meanResidual: meanResiduals[row]!,
      };
    });
  return { range: unpack('range'), close: unpack('close'), quantiles: table.quantiles.map(rowNumbers) };
}

/** The shipped model, fitted by `scripts/forecast/train.ts`. */
export const POOLED_MODEL: PooledModel = /* @__PURE__ */ unpackModel(COEFFICIENTS);
