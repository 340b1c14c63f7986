/**
 * Simple returns: the change of each close against the last defined close before it.
 * As long as `closes`; the first defined entry has none and is NaN.
 * Share (0.02 means 2 %); greater than −1.
 * Never throws. A close that is not positive and finite yields NaN on its own date, and the next return spans the gap.
 */
export function returns(closes: Float64Array): Float64Array {
  const changes = new Float64Array(closes.length);
  let previous = NaN;
  for (let i = 0; i < closes.length; i++) {
    const close = closes[i]!;
    const isPrice = close > 0 && close < Infinity;
    changes[i] = isPrice ? (close - previous) / previous : NaN;
    if (isPrice) previous = close;
  }
  return changes;
}
