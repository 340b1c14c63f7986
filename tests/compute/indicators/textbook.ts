import type { Candles } from '#compute';

/**
 * Indicators missing in TA-Lib, written from their definitions, slowly and one bar at a time, so that nothing is shared with
 * the tested code: averages are weighted sums over the whole history, not recursions.
 */
export const textbook: Readonly<
  Record<
    'vwap' | 'keltner' | 'volatility' | 'drawdown',
    (candles: Candles, bar: number, parameters: readonly number[]) => number[]
  >
> = {
  vwap: ({ high, low, close, volume }, bar, [period]) => {
    const bars = indices(bar - period! + 1, bar);
    const paid = total(bars.map((i) => volume[i]! * ((high[i]! + low[i]! + close[i]!) / 3)));
    return [paid / total(bars.map((i) => volume[i]!))];
  },
  keltner: ({ high, low, close }, bar, [period, rangePeriod, width]) => {
    const trueRanges = indices(1, bar).map((i) =>
      Math.max(high[i]! - low[i]!, Math.abs(high[i]! - close[i - 1]!), Math.abs(low[i]! - close[i - 1]!)),
    );
    const middle = smoothed([...close.subarray(0, bar + 1)], period!, 2 / (period! + 1));
    const range = smoothed(trueRanges, rangePeriod!, 1 / rangePeriod!);
    return [middle + width! * range, middle, middle - width! * range];
  },
  /** 252 sessions per year. */
  volatility: ({ close }, bar, [period]) => {
    const returns = indices(bar - period! + 1, bar).map((i) => Math.log(close[i]!) - Math.log(close[i - 1]!));
    const squares = total(returns.map((value) => value * value));
    return [Math.sqrt((252 * (squares - total(returns) ** 2 / period!)) / (period! - 1))];
  },
  drawdown: ({ close }, bar) => [close[bar]! / Math.max(...close.subarray(0, bar + 1)) - 1],
};

/** The mean of the first `period` values, with each later value mixed in by `weight`, as one weighted sum. */
function smoothed(values: readonly number[], period: number, weight: number): number {
  const seed = total(values.slice(0, period)) / period;
  const later = values.slice(period);
  const decay = (age: number): number => (1 - weight) ** age;
  return (
    seed * decay(later.length) + total(later.map((value, i) => weight * decay(later.length - 1 - i) * value))
  );
}

function indices(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
