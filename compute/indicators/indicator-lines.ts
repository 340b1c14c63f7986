import type { Candles } from '../candles.ts';
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
