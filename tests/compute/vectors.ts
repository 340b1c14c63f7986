import { readFileSync } from 'node:fs';

/** TA-Lib's values for 500 closes; `null` before its first. */
export interface IndicatorVector {
  readonly tolerance: { readonly absolute: number };
  readonly firstIndex: Readonly<Record<IndicatorName, number>>;
  readonly closes: readonly number[];
  readonly expected: Readonly<Record<IndicatorName, readonly (number | null)[]>>;
}

export type IndicatorName = 'sma20' | 'ema20' | 'rsi14' | 'macd' | 'signal' | 'histogram';

export interface RsiTextbookVector {
  readonly tolerance: { readonly published: number; readonly talib: number };
  readonly closes: readonly number[];
  readonly published: readonly number[];
  readonly talib: readonly (number | null)[];
}

export const indicatorVector: IndicatorVector = read('indicators-500.json');
export const rsiTextbookVector: RsiTextbookVector = read('rsi-textbook.json');

/** The largest absolute difference; Infinity where one side has a value and the other has none. */
export function largestDifference(actual: Float64Array, expected: readonly (number | null)[]): number {
  if (actual.length !== expected.length) return Infinity;
  return expected.reduce<number>((largest, value, i) => {
    const isDefined = !Number.isNaN(actual[i]!);
    if (isDefined !== (value !== null)) return Infinity;
    return value === null ? largest : Math.max(largest, Math.abs(actual[i]! - value));
  }, 0);
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8')) as T;
}
