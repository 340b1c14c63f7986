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
  /** Names of the columns of `indicatorLines`, in their order. */
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
    parameters: [period(20, 'Period', 2)],
    lines: ['Realised', 'Model'],
    place: 'own',
  },
  drawdown: { name: 'Drawdown', parameters: [], lines: ['Drawdown'], place: 'own' },
};

function period(initial: number, name = 'Period', min = 1): IndicatorParameter {
  return { name, initial, min, max: 400, step: 1 };
}

function width(initial: number): IndicatorParameter {
  return { name: 'Width', initial, min: 0.1, max: 10, step: 0.1 };
}
