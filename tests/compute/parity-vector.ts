import {
  analyse,
  decodeCandles,
  sessionDates,
  withResults,
  type Analysis,
  type EncodedCandles,
  type HorizonDays,
  type Result,
  type TradingCalendar,
} from '#compute';
import { comingFrom } from '../support/coming-sessions.ts';

/** `tests/vectors/analyse-parity.json`: one input, and the analysis that every runtime must give to {@link TOLERANCE}. */
export interface ParityVector {
  readonly columns: EncodedCandles;
  readonly currentPrice: number;
  readonly sessionLeft: number;
  readonly horizonDays: HorizonDays;
  readonly calendar: TradingCalendar;
  /** The sessions that reacted to results, epoch seconds. */
  readonly results: readonly number[];
  readonly expected: unknown;
}

/** Relative, and absolute below 1: engines differ in the last digit of `Math.exp` and `Math.log`. */
const TOLERANCE = 1e-12;

/** The result of `analyse` for the vector's input, as {@link plain} data. Needs no file system, so it runs everywhere. */
export function parityAnswer(vector: Omit<ParityVector, 'expected'>): unknown {
  const decoded = decodeCandles(vector.columns);
  if (!decoded.ok) throw new Error(decoded.error.reason);
  const { currentPrice: price, sessionLeft, horizonDays, calendar, results } = vector;
  const candles = withResults(decoded.value, results);
  const sessions = sessionDates(comingFrom(candles.time.at(-1)!, calendar));
  return plain(analyse({ candles, quote: { price, sessionLeft }, horizonDays, calendar, sessions }));
}

/** The paths at which two results differ: numbers beyond the tolerance, anything else exactly. */
export function differences(actual: unknown, expected: unknown, path = 'answer'): string[] {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const scale = Math.max(1, Math.abs(actual), Math.abs(expected));
    return Math.abs(actual - expected) <= TOLERANCE * scale ? [] : [`${path}: ${actual}, not ${expected}`];
  }
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
    return Object.is(actual, expected) ? [] : [`${path}: ${String(actual)}, not ${String(expected)}`];
  const left = actual as Readonly<Record<string, unknown>>;
  const right = expected as Readonly<Record<string, unknown>>;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].flatMap((key) => differences(left[key], right[key], `${path}.${key}`));
}

/** Typed arrays as lists and NaN as null, which JSON preserves to the last bit. */
function plain(result: Result<Analysis, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(result, (_, value: unknown) =>
      value instanceof Float64Array ? Array.from(value) : value,
    ),
  );
}
