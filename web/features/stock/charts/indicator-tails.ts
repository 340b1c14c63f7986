import type { Indicators } from '#compute';
import type { ChartLevel } from '../../../shared/charts/indicator-layers.ts';

/** Sparklines show the last 20 points. */
export const TAIL_POINTS = 20;

/** The defined values among the last points, oldest first, and the last of them. */
export interface IndicatorTail {
  readonly values: readonly number[];
  readonly last: number;
}

export interface MacdTail extends IndicatorTail {
  readonly histogram: readonly number[];
  /** `null` before the signal line's first value. */
  readonly lastSignal: number | null;
  readonly lastHistogram: number | null;
}

export interface IndicatorTails {
  readonly rsi: IndicatorTail | null;
  readonly ema: IndicatorTail | null;
  readonly macd: MacdTail | null;
}

function tail(values: Float64Array): IndicatorTail | null {
  const defined = [...values.subarray(-TAIL_POINTS)].filter(Number.isFinite);
  const last = defined.at(-1);
  return last === undefined ? null : { values: defined, last };
}

/** The last 20 points of each indicator; `null` for one that is not defined there, which is then not shown. */
export function indicatorTails(indicators: Indicators): IndicatorTails {
  const macd = tail(indicators.macd);
  const histogram = tail(indicators.macdHistogram);
  return {
    rsi: tail(indicators.rsi14),
    ema: tail(indicators.ema20),
    macd: macd && {
      ...macd,
      histogram: histogram?.values ?? [],
      lastSignal: tail(indicators.macdSignal)?.last ?? null,
      lastHistogram: histogram?.last ?? null,
    },
  };
}

export const RSI_LEVELS: readonly ChartLevel[] = [
  { value: 70, label: 'Overbought (70)', side: 'above' },
  { value: 30, label: 'Oversold (30)', side: 'below' },
];
