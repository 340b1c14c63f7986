import type { Candles } from '../prices/candles.ts';
import { ema, sma, wma } from './moving-averages.ts';
import { macd, rsi, stochastic } from './oscillators.ts';
import { bollinger, keltner } from './price-bands.ts';
import { barsInYear, drawdown, realisedVolatility } from './risk-measures.ts';
import { adx, atr } from './true-range.ts';
import { obv, vwap } from './volume-indicators.ts';

type PriceIndicator = 'sma' | 'ema' | 'wma' | 'vwap' | 'bollinger' | 'keltner';
type PaneIndicator = 'rsi' | 'macd' | 'stochastic' | 'atr' | 'adx' | 'obv' | 'volatility' | 'drawdown';
export type IndicatorKind = PriceIndicator | PaneIndicator;

/** A number that the user can set, from `min` to `max` in steps of `step`. A step of 1 admits integers only. */
export interface IndicatorParameter {
  readonly name: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Whether a parameter may have a value, which binary arithmetic may have put beside its step. */
export function isAllowed(value: number, { min, max, step }: IndicatorParameter): boolean {
  const steps = value / step;
  return value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** An indicator with fewer parameters ignores the rest. */
type Parameters = readonly [first: number, second: number, third: number];

interface IndicatorDefinition {
  readonly name: string;
  /** Further search terms. */
  readonly words: string;
  readonly parameters: readonly IndicatorParameter[];
  /** Names of its lines, in the order of `compute`. */
  readonly lines: readonly string[];
  readonly place: 'price' | 'own';
  /** Unit of the values; a `share` is 0.2 for 20 %. */
  readonly unit: 'price' | 'number' | 'volume' | 'share';
  /** Levels above which it counts as overbought and below which as oversold. */
  readonly extremes?: readonly [overbought: number, oversold: number];
  /** Values that the axis always covers. */
  readonly contain?: readonly [low: number, high: number];
  /** One column per line, each as long as the candles. `barsPerYear` is needed only if the bars alone do not tell it. */
  readonly compute: (
    candles: Candles,
    parameters: Parameters,
    barsPerYear: number | undefined,
  ) => readonly Float64Array[];
}

const BAND = ['Upper', 'Middle', 'Lower'];

/** The indicators that a chart offers, with their customary parameters. */
export const INDICATORS: Readonly<Record<IndicatorKind, IndicatorDefinition>> = {
  sma: average('SMA', 'simple moving average mean', ({ close }, days) => sma(close, days)),
  ema: average('EMA', 'exponential moving average', ({ close }, days) => ema(close, days)),
  wma: average('WMA', 'weighted moving average', ({ close }, days) => wma(close, days)),
  vwap: average('VWAP', 'volume weighted average price', vwap),
  bollinger: {
    name: 'Bollinger bands',
    words: 'standard deviation',
    parameters: [period(20), width(2)],
    lines: BAND,
    place: 'price',
    unit: 'price',
    compute: ({ close }, [days, deviations]) => bollinger(close, days, deviations),
  },
  keltner: {
    name: 'Keltner channels',
    words: 'range',
    parameters: [period(20), period(10, 'Range period'), width(2)],
    lines: BAND,
    place: 'price',
    unit: 'price',
    compute: (candles, [days, rangeDays, ranges]) => keltner(candles, days, rangeDays, ranges),
  },
  rsi: inPane({
    name: 'RSI',
    words: 'relative strength index oscillator',
    parameters: [period(14)],
    extremes: [70, 30],
    contain: [20, 80],
    compute: ({ close }, [days]) => [rsi(close, days)],
  }),
  macd: inPane({
    name: 'MACD',
    words: 'moving average convergence divergence',
    parameters: [period(12, 'Fast'), period(26, 'Slow'), period(9, 'Signal')],
    lines: ['MACD', 'Signal', 'Histogram'],
    contain: [0, 0],
    // TA-Lib exchanges fast and slow too.
    compute: ({ close }, [fast, slow, signal]) =>
      macd(close, Math.min(fast, slow), Math.max(fast, slow), signal),
  }),
  stochastic: inPane({
    name: 'Stochastic',
    words: 'oscillator %k %d',
    parameters: [period(14), period(3, 'Slowing'), period(3, 'Smoothing')],
    lines: ['%K', '%D'],
    extremes: [80, 20],
    contain: [0, 100],
    compute: (candles, [days, slowing, smoothing]) => stochastic(candles, days, slowing, smoothing),
  }),
  atr: inPane({
    name: 'ATR',
    words: 'average true range',
    parameters: [period(14)],
    unit: 'price',
    compute: (candles, [days]) => [atr(candles, days)],
  }),
  adx: inPane({
    name: 'ADX',
    words: 'average directional index trend +di −di',
    parameters: [period(14)],
    lines: ['ADX', '+DI', '−DI'],
    compute: (candles, [days]) => adx(candles, days),
  }),
  obv: inPane({
    name: 'OBV',
    words: 'on balance volume',
    unit: 'volume',
    compute: (candles) => [obv(candles)],
  }),
  volatility: inPane({
    name: 'Volatility',
    words: 'realized standard deviation',
    parameters: [period(20, 'Period', 2)],
    lines: ['Realized', 'Model'],
    unit: 'share',
    compute: ({ close, time }, [days], barsPerYear = barsInYear(time)) => [
      realisedVolatility(close, days, barsPerYear),
      // Computed by `modelVolatility` from the same bars.
      new Float64Array(close.length).fill(NaN),
    ],
  }),
  drawdown: inPane({
    name: 'Drawdown',
    words: 'fall from the high',
    unit: 'share',
    contain: [0, 0],
    compute: ({ close }) => [drawdown(close)],
  }),
};

/** An indicator in a pane of its own; by default with one line, which has its name, and without parameters or unit. */
function inPane(
  definition: Pick<IndicatorDefinition, 'name' | 'words' | 'compute'> & Partial<IndicatorDefinition>,
): IndicatorDefinition {
  return { parameters: [], lines: [definition.name], place: 'own', unit: 'number', ...definition };
}

/** A line over the price with a period as its only parameter. */
function average(
  name: string,
  words: string,
  compute: (candles: Candles, days: number) => Float64Array,
): IndicatorDefinition {
  return {
    name,
    words,
    parameters: [period(20)],
    lines: [name],
    place: 'price',
    unit: 'price',
    compute: (candles, [days]) => [compute(candles, days)],
  };
}

function period(initial: number, name = 'Period', min = 1): IndicatorParameter {
  return { name, initial, min, max: 400, step: 1 };
}

function width(initial: number): IndicatorParameter {
  return { name: 'Width', initial, min: 0.1, max: 10, step: 0.1 };
}

/**
 * An indicator's lines in the order of its definition, NaN where undefined. `parameters` follow the definition's order too.
 * Throws `RangeError` unless there is one for each, within its limits, and for the volatility of intraday bars without
 * `barsPerYear` (see `intradayBarsInYear`).
 */
export function indicatorLines(
  candles: Candles,
  kind: IndicatorKind,
  values: readonly number[],
  barsPerYear?: number,
): readonly Float64Array[] {
  const { name, parameters, compute } = INDICATORS[kind];
  const isValid = parameters.every((parameter, i) => isAllowed(values[i] ?? NaN, parameter));
  if (!isValid || values.length !== parameters.length)
    throw new RangeError(`not parameters of ${name}: ${values.join(', ')}`);
  return compute(candles, values as readonly number[] as Parameters, barsPerYear);
}
