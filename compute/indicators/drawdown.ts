/**
 * Drawdown: how far each close stands below the highest close so far.
 * As long as `closes`, which are positive and finite; defined from the first one on.
 * Share, −1…0 (−0.2 means 20 % below the peak); 0 at a new peak. Never throws.
 */
export function drawdown(closes: Float64Array): Float64Array {
  let peak = 0;
  return closes.map((close) => {
    peak = Math.max(peak, close);
    return (close - peak) / peak;
  });
}
