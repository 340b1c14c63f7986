import { rsiReading } from './oscillators.ts';

/** Indicator series, each as long as the closes; `NaN` before the first defined value. */
export interface Indicators {
  readonly sma20: Float64Array;
  readonly ema20: Float64Array;
  readonly rsi14: Float64Array;
  readonly macd: Float64Array;
  readonly macdSignal: Float64Array;
  readonly macdHistogram: Float64Array;
}

/** Window of both averages. */
const DAYS = 20;
/** Wilder 1978. */
const RSI_PERIOD = 14;
/** Appel 1979. */
const MACD_FAST = 12;
const MACD_SLOW = 26;
const MACD_SIGNAL = 9;

/** The first index on which every indicator has a value. */
const SETTLED = MACD_SLOW + MACD_SIGNAL - 2;

const EMA_WEIGHT = 2 / (DAYS + 1);
const RSI_WEIGHT = 1 / RSI_PERIOD;
const FAST_WEIGHT = 2 / (MACD_FAST + 1);
const SLOW_WEIGHT = 2 / (MACD_SLOW + 1);
const SIGNAL_WEIGHT = 2 / (MACD_SIGNAL + 1);

/**
 * SMA 20, EMA 20, RSI 14 and MACD 12/26/9 of one series in a single pass with a single allocation: the values of `sma`,
 * `ema`, `rsi` and `macd` to the last bit. The six series are views on one buffer.
 * `closes` are finite (see `Candles`); with a gap in them every later value is NaN, where the single functions carry on.
 */
export function indicatorSet(closes: Float64Array): Indicators {
  const n = closes.length;
  const buffer = new Float64Array(6 * n);
  const sma20 = buffer.subarray(0, n);
  const ema20 = buffer.subarray(n, 2 * n);
  const rsi14 = buffer.subarray(2 * n, 3 * n);
  const line = buffer.subarray(3 * n, 4 * n);
  const signal = buffer.subarray(4 * n, 5 * n);
  const histogram = buffer.subarray(5 * n, 6 * n);
  const series = { sma20, ema20, rsi14, macd: line, macdSignal: signal, macdHistogram: histogram };
  let sum = 0;
  let average = 0;
  let gains = 0;
  let losses = 0;
  let fast = 0;
  let slow = 0;
  let smoothed = 0;
  let previous = closes[0]!;

  const head = Math.min(n, SETTLED);
  for (let i = 0; i < head; i++) {
    const close = closes[i]!;
    const change = close - previous;
    const gain = (Math.abs(change) + change) / 2;
    const loss = gain - change;
    previous = close;

    sum += close;
    if (i >= DAYS) sum -= closes[i - DAYS]!;
    sma20[i] = i < DAYS - 1 ? NaN : sum / DAYS;

    if (i < DAYS) average += close;
    else average += (close - average) * EMA_WEIGHT;
    if (i === DAYS - 1) average /= DAYS;
    ema20[i] = i < DAYS - 1 ? NaN : average;

    if (i <= RSI_PERIOD) {
      gains += gain * RSI_WEIGHT;
      losses += loss * RSI_WEIGHT;
    } else {
      gains += (gain - gains) * RSI_WEIGHT;
      losses += (loss - losses) * RSI_WEIGHT;
    }
    rsi14[i] = i < RSI_PERIOD ? NaN : rsiReading(gains, losses);

    if (i < MACD_SLOW) {
      slow += close;
      if (i >= MACD_SLOW - MACD_FAST) fast += close;
      if (i === MACD_SLOW - 1) {
        slow /= MACD_SLOW;
        fast /= MACD_FAST;
      }
    } else {
      fast += (close - fast) * FAST_WEIGHT;
      slow += (close - slow) * SLOW_WEIGHT;
    }
    if (i >= MACD_SLOW - 1) smoothed += fast - slow;
    line[i] = NaN;
    signal[i] = NaN;
    histogram[i] = NaN;
  }
  if (n <= SETTLED) return series;

  for (let i = SETTLED; i < n; i++) {
    const close = closes[i]!;
    const change = close - previous;
    const gain = (Math.abs(change) + change) / 2;
    previous = close;
    sum = sum + close - closes[i - DAYS]!;
    average += (close - average) * EMA_WEIGHT;
    gains += (gain - gains) * RSI_WEIGHT;
    losses += (gain - change - losses) * RSI_WEIGHT;
    fast += (close - fast) * FAST_WEIGHT;
    slow += (close - slow) * SLOW_WEIGHT;
    const difference = fast - slow;
    if (i === SETTLED) smoothed = (smoothed + difference) / MACD_SIGNAL;
    else smoothed += (difference - smoothed) * SIGNAL_WEIGHT;
    sma20[i] = sum / DAYS;
    ema20[i] = average;
    rsi14[i] = rsiReading(gains, losses);
    line[i] = difference;
    signal[i] = smoothed;
    histogram[i] = difference - smoothed;
  }
  return series;
}
