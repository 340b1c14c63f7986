import { ema, sma } from './moving-averages.ts';
import { macd, rsi } from './oscillators.ts';

/** Indicator series, each as long as the closes; `NaN` before the first defined value. */
export interface Indicators {
  readonly sma20: Float64Array;
  readonly ema20: Float64Array;
  readonly rsi14: Float64Array;
  readonly macd: Float64Array;
  readonly macdSignal: Float64Array;
  readonly macdHistogram: Float64Array;
}

/** SMA 20, EMA 20, RSI 14 (Wilder 1978) and MACD 12/26/9 (Appel 1979) of one series. */
export function indicatorSet(closes: Float64Array): Indicators {
  const [line, signal, histogram] = macd(closes, 12, 26, 9);
  return {
    sma20: sma(closes, 20),
    ema20: ema(closes, 20),
    rsi14: rsi(closes, 14),
    macd: line,
    macdSignal: signal,
    macdHistogram: histogram,
  };
}
