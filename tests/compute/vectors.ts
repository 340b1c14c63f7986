import { readFileSync } from 'node:fs';
import type { Dividend, IndicatorKind } from '#compute';
import type { ParityVector } from './parity-vector.ts';

/** TA-Lib's values for 500 closes; `null` before its first. */
interface IndicatorVector {
  readonly tolerance: { readonly absolute: number };
  readonly firstIndex: Readonly<Record<IndicatorName, number>>;
  readonly closes: readonly number[];
  readonly expected: Readonly<Record<IndicatorName, readonly (number | null)[]>>;
}

export type IndicatorName = 'sma20' | 'ema20' | 'rsi14' | 'macd' | 'signal' | 'histogram';

interface RsiTextbookVector {
  readonly tolerance: { readonly published: number; readonly talib: number };
  readonly closes: readonly number[];
  readonly published: readonly number[];
  readonly talib: readonly (number | null)[];
}

/** Bars and independently computed values; `null` before the first. */
interface OhlcVector {
  readonly tolerance: { readonly absolute: number };
  readonly closes: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly expected: Readonly<
    Record<'middle' | 'upper' | 'lower' | 'atr14' | 'volatility20' | 'drawdown', readonly (number | null)[]>
  >;
}

/** TA-Lib's lines on `appleCandles`: the first 100 values, `null` before the first, and the last. */
interface TalibVector {
  readonly tolerance: { readonly absolute: number };
  readonly expected: Readonly<
    Partial<
      Record<
        IndicatorKind,
        {
          readonly parameters: readonly number[];
          readonly lines: readonly (readonly (number | null)[])[];
          readonly last: readonly number[];
        }
      >
    >
  >;
}

/** Month and day of each full-day closure on a weekday, by year. */
export const nyseClosures: Readonly<Record<string, readonly string[]>> = read<{
  readonly closures: Readonly<Record<string, readonly string[]>>;
}>('nyse-closures.json').closures;

/** Month and day of each day on which the NYSE closes at 13:00, by year. */
export const nyseHalfDays: Readonly<Record<string, readonly string[]>> = read<{
  readonly halfDays: Readonly<Record<string, readonly string[]>>;
}>('nyse-half-days.json').halfDays;

export const indicatorVector: IndicatorVector = read('indicators-500.json');
export const rsiTextbookVector: RsiTextbookVector = read('rsi-textbook.json');
export const ohlcVector: OhlcVector = read('indicators-ohlc-120.json');
export const talibVector: TalibVector = read('indicators-talib-apple.json');

/** Bars of real listings around their dividends: date, close, adjusted close. */
export const adjustedCloses: Readonly<
  Record<
    string,
    {
      readonly rows: readonly (readonly [date: string, close: number, adjusted: number])[];
      readonly dividends: readonly Dividend[];
    }
  >
> = read<{ readonly listings: typeof adjustedCloses }>('adjusted-closes.json').listings;

export const parityVector: ParityVector = read('analyse-parity.json');

export type HeadlineTone = 'positive' | 'neutral' | 'negative';

export const labelledHeadlines: readonly { readonly headline: string; readonly tone: HeadlineTone }[] = read<{
  readonly headlines: readonly { readonly headline: string; readonly tone: HeadlineTone }[];
}>('headlines.json').headlines;

/** A headline with a phrase, and the company that it is about if that matters. */
interface PhraseHeadline {
  readonly kind: string;
  readonly headline: string;
  readonly tone: Exclude<HeadlineTone, 'neutral'>;
  readonly name?: string;
  readonly ticker?: string;
}

export const phraseHeadlines: readonly PhraseHeadline[] = read<{
  readonly headlines: readonly PhraseHeadline[];
}>('headline-phrases.json').headlines;

/** The largest absolute difference; Infinity if only one side has a value. */
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
