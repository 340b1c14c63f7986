/**
 * Drawdown: how far each close stands below the highest close so far.
 * As long as `closes`; defined from the first defined close on.
 * Share, −1…0 (−0.2 means 20 % below the peak); 0 at a new peak.
 * Never throws. A close that is not positive and finite yields NaN on its own date and is no peak.
 */
export function drawdown(closes: Float64Array): Float64Array {
  const depths = new Float64Array(closes.length);
  let peak = 0;
  for (let i = 0; i < closes.length; i++) {
    const close = closes[i]!;
    const isPrice = close > 0 && close < Infinity;
    if (isPrice) peak = Math.max(peak, close);
    depths[i] = isPrice ? (close - peak) / peak : NaN;
  }
  return depths;
}
