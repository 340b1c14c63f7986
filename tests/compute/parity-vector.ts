import {
  analyse,
  decodeCandles,
  type Analysis,
  type EncodedCandles,
  type HorizonDays,
  type Result,
  type TradingCalendar,
} from '#compute';

/** `tests/vectors/analyse-parity.json`: one input and the analysis that every runtime must give, to the last bit. */
export interface ParityVector {
  readonly columns: EncodedCandles;
  readonly currentPrice: number;
  readonly sessionLeft: number;
  readonly horizonDays: HorizonDays;
  readonly calendar: TradingCalendar;
  readonly expected: unknown;
}

/** What `analyse` answers to the vector's input, as {@link plain} data. Needs no file system: for any runtime. */
export function parityAnswer(vector: Omit<ParityVector, 'expected'>): unknown {
  const decoded = decodeCandles(vector.columns);
  if (!decoded.ok) throw new Error(decoded.error.reason);
  const { currentPrice, sessionLeft, horizonDays, calendar } = vector;
  return plain(analyse({ candles: decoded.value, currentPrice, sessionLeft, horizonDays, calendar }));
}

/** Typed arrays as lists and NaN as null: what JSON holds without losing a bit of any other number. */
function plain(result: Result<Analysis, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(result, (_, value: unknown) =>
      value instanceof Float64Array ? Array.from(value) : value,
    ),
  );
}
