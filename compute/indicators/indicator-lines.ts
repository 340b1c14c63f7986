import { type Candles, sliceCandles } from '../candles.ts';
import { type IndicatorDefinition, type IndicatorKind, INDICATORS } from './catalogue.ts';
import { ema, sma, wma } from './moving-averages.ts';
import { macd, rsi, stochastic } from './oscillators.ts';
import { bollinger, keltner } from './price-bands.ts';
import { barsInYear, drawdown, realisedVolatility } from './risk-measures.ts';
import { adx, atr } from './true-range.ts';
import { obv, vwap } from './volume-indicators.ts';

/**
 * The lines of an indicator in the order of its definition: one column per line, each as long as the candles, NaN where
 * undefined. Parameters in the order of the definition. Units are those of the functions: the listing's currency over the
 * price, in ATR and MACD; percent, 0…100, in RSI, stochastic and ADX; shares traded in OBV; a share (0.2 means 20 %) in
 * volatility, which is per year, and drawdown, which counts from the first bar given.
 * The model's volatility is NaN: `modelVolatility` of the same bars has it.
 * A MACD whose fast period is the longer one has the two exchanged, as TA-Lib does.
 * `RangeError` for a missing parameter, one too many, or one outside its limits, and for the volatility of bars within a day
 * without `barsPerYear`, which they do not tell: `intradayBarsInYear`.
 */
export function indicatorLines(
  candles: Candles,
  kind: IndicatorKind,
  parameters: readonly number[],
  barsPerYear?: number,
): readonly Float64Array[] {
  assertParameters(INDICATORS[kind], parameters);
  const [first, second, third] = parameters as [number, number, number];
  const { close } = candles;
  switch (kind) {
    case 'sma':
      return [sma(close, first)];
    case 'ema':
      return [ema(close, first)];
    case 'wma':
      return [wma(close, first)];
    case 'vwap':
      return [vwap(candles, first)];
    case 'bollinger': {
      const { upper, middle, lower } = bollinger(close, first, second);
      return [upper, middle, lower];
    }
    case 'keltner': {
      const { upper, middle, lower } = keltner(candles, first, second, third);
      return [upper, middle, lower];
    }
    case 'rsi':
      return [rsi(close, first)];
    case 'macd': {
      const lines = macd(close, Math.min(first, second), Math.max(first, second), third);
      return [lines.macd, lines.signal, lines.histogram];
    }
    case 'stochastic': {
      const { k, d } = stochastic(candles, first, second, third);
      return [k, d];
    }
    case 'atr':
      return [atr(candles, first)];
    case 'adx': {
      const lines = adx(candles, first);
      return [lines.adx, lines.plus, lines.minus];
    }
    case 'obv':
      return [obv(candles)];
    case 'volatility':
      return [
        realisedVolatility(close, first, barsPerYear ?? barsInYear(candles.time)),
        new Float64Array(close.length).fill(NaN),
      ];
    case 'drawdown':
      return [drawdown(close)];
  }
}

function assertParameters({ name, parameters }: IndicatorDefinition, values: readonly number[]): void {
  if (values.length !== parameters.length) {
    throw new RangeError(`${name} has ${parameters.length} parameters, got ${values.length}`);
  }
  for (const [i, { name: parameter, min, max }] of parameters.entries()) {
    if (!(values[i]! >= min && values[i]! <= max)) {
      throw new RangeError(`${name}: ${parameter} must be from ${min} to ${max}, got ${values[i]}`);
    }
  }
}

/** Lines over earlier bars of a listing, of which the first `bars` are still the same. */
interface EarlierLines {
  readonly lines: readonly Float64Array[];
  readonly bars: number;
}

/**
 * As {@link indicatorLines} within 1e-12 of a column's largest value, from the lines over earlier bars with the same
 * parameters and bars a year: a window is computed from the first changed bar on. What depends on every bar before it is
 * computed anew, because its state is not among its values; that is one short pass.
 */
export function continuedLines(
  { lines, bars }: EarlierLines,
  candles: Candles,
  kind: IndicatorKind,
  parameters: readonly number[],
  barsPerYear: number,
): readonly Float64Array[] {
  const start = bars - windowBars(kind, parameters) + 1;
  if (!(start > 0)) return indicatorLines(candles, kind, parameters, barsPerYear);
  const latest = indicatorLines(sliceCandles(candles, start), kind, parameters, barsPerYear);
  return latest.map((tail, i) => {
    const line = new Float64Array(candles.close.length);
    line.set(lines[i]!.subarray(0, bars));
    line.set(tail.subarray(bars - start), bars);
    return line;
  });
}

/** How many bars make up a value, its own included; infinity where all before it do. */
function windowBars(kind: IndicatorKind, parameters: readonly number[]): number {
  const [first, second, third] = parameters as [number, number, number];
  switch (kind) {
    case 'sma':
    case 'wma':
    case 'vwap':
    case 'bollinger':
      return first;
    case 'volatility':
      return first + 1;
    case 'stochastic':
      return first + second + third - 2;
    default:
      return Infinity;
  }
}

/** How many bars of two histories are the same, counted from the first one. */
export function unchangedBars(a: Candles, b: Candles): number {
  const columns = (['time', 'open', 'high', 'low', 'close', 'volume'] as const).map(
    (name) => [a[name], b[name]] as const,
  );
  const shorter = Math.min(a.time.length, b.time.length);
  for (let bar = 0; bar < shorter; bar++) {
    if (columns.some(([one, other]) => one[bar] !== other[bar])) return bar;
  }
  return shorter;
}
