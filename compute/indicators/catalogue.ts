import type { Candles } from '../candles.ts';
import { adx } from './adx.ts';
import { atr } from './atr.ts';
import { bollinger } from './bollinger.ts';
import { drawdown } from './drawdown.ts';
import { ema } from './ema.ts';
import { keltner } from './keltner.ts';
import { macd } from './macd.ts';
import { obv } from './obv.ts';
import { barsInYear, realisedVolatility } from './realised-volatility.ts';
import { rsi } from './rsi.ts';
import { sma } from './sma.ts';
import { stochastic } from './stochastic.ts';
import { vwap } from './vwap.ts';
import { wma } from './wma.ts';

export type IndicatorKind =
  | 'sma'
  | 'ema'
  | 'wma'
  | 'vwap'
  | 'bollinger'
  | 'keltner'
  | 'rsi'
  | 'macd'
  | 'stochastic'
  | 'atr'
  | 'adx'
  | 'obv'
  | 'volatility'
  | 'drawdown';

/** A number that the reader may choose, from `min` to `max` in steps of `step`. A step of 1 admits integers only. */
export interface IndicatorParameter {
  readonly name: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export interface IndicatorDefinition {
  readonly name: string;
  readonly parameters: readonly IndicatorParameter[];
  /** Names of the columns of {@link indicatorLines}, in their order. */
  readonly lines: readonly string[];
  /** Over the price, in its unit, or in a pane of its own. */
  readonly place: 'price' | 'own';
}

/** The indicators of a chart with their customary parameters. */
export const INDICATORS: Readonly<Record<IndicatorKind, IndicatorDefinition>> = {
  sma: { name: 'SMA', parameters: [period(20)], lines: ['SMA'], place: 'price' },
  ema: { name: 'EMA', parameters: [period(20)], lines: ['EMA'], place: 'price' },
  wma: { name: 'WMA', parameters: [period(20)], lines: ['WMA'], place: 'price' },
  vwap: { name: 'VWAP', parameters: [period(20)], lines: ['VWAP'], place: 'price' },
  bollinger: {
    name: 'Bollinger bands',
    parameters: [period(20), width(2)],
    lines: ['Upper', 'Middle', 'Lower'],
    place: 'price',
  },
  keltner: {
    name: 'Keltner channels',
    parameters: [period(20), period(10, 'Range period'), width(2)],
    lines: ['Upper', 'Middle', 'Lower'],
    place: 'price',
  },
  rsi: { name: 'RSI', parameters: [period(14)], lines: ['RSI'], place: 'own' },
  macd: {
    name: 'MACD',
    parameters: [period(12, 'Fast'), period(26, 'Slow'), period(9, 'Signal')],
    lines: ['MACD', 'Signal', 'Histogram'],
    place: 'own',
  },
  stochastic: {
    name: 'Stochastic',
    parameters: [period(14), period(3, 'Slowing'), period(3, 'Smoothing')],
    lines: ['%K', '%D'],
    place: 'own',
  },
  atr: { name: 'ATR', parameters: [period(14)], lines: ['ATR'], place: 'own' },
  adx: { name: 'ADX', parameters: [period(14)], lines: ['ADX', '+DI', '−DI'], place: 'own' },
  obv: { name: 'OBV', parameters: [], lines: ['OBV'], place: 'own' },
  volatility: {
    name: 'Volatility',
    parameters: [{ ...period(20), min: 2 }],
    lines: ['Realised', 'Model'],
    place: 'own',
  },
  drawdown: { name: 'Drawdown', parameters: [], lines: ['Drawdown'], place: 'own' },
};

/** What an indicator cannot read from the bars. */
export interface IndicatorContext {
  /** For bars within a day, which do not tell: `intradayBarsInYear`. */
  readonly barsPerYear?: number;
  /** Drawn beside the realised volatility: `modelVolatility` of the same bars. */
  readonly modelVolatility?: Float64Array;
}

/**
 * The lines of an indicator in the order of its definition: one column per line, each as long as the candles, NaN where
 * undefined. Parameters in the order of the definition. Units are those of the functions: the listing's currency over the
 * price, in ATR and MACD; percent, 0…100, in RSI, stochastic and ADX; shares traded in OBV; a share (0.2 means 20 %) in
 * volatility, which is per year, and drawdown, which counts from the first bar given.
 * The model's volatility is NaN where it is not given.
 * A MACD whose fast period is the longer one has the two exchanged, as TA-Lib does.
 * `RangeError` for a missing parameter, one too many, or one outside its limits, and for the volatility of bars within a day
 * whose number a year is not given.
 */
export function indicatorLines(
  candles: Candles,
  kind: IndicatorKind,
  parameters: readonly number[],
  { barsPerYear, modelVolatility }: IndicatorContext = {},
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
        modelVolatility ?? new Float64Array(close.length).fill(NaN),
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

function period(initial: number, name = 'Period'): IndicatorParameter {
  return { name, initial, min: 1, max: 400, step: 1 };
}

function width(initial: number): IndicatorParameter {
  return { name: 'Width', initial, min: 0.1, max: 10, step: 0.1 };
}
