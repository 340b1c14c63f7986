/**
 * A price series as an index that begins at 100: `price / first price · 100`. Same length as `prices`, its gaps (`NaN`)
 * kept; the base is the first price there is, and a series without any stays all `NaN`. Divided before it is multiplied,
 * so that the base is exactly 100. Without unit, whatever the currency. Prices are positive; `prices` is not changed.
 */
export function rebaseTo100(prices: Float64Array): Float64Array {
  const base = prices.find((price) => !Number.isNaN(price)) ?? NaN;
  return prices.map((price) => (price / base) * 100);
}
