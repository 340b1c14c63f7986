/** BUY at or above this, SELL at or below its negative; percent. */
export const FORECAST_SIGNAL_PERCENT = 2;

/** BUY at ≥ +2 %, SELL at ≤ −2 %, else HOLD. Rounded to nine digits, because 10.20 / 10.00 divides to 1.9999999999999927 %. */
export function forecastSignal(changePercent: number): 'BUY' | 'SELL' | 'HOLD' {
  const percent = Math.round(changePercent * 1e9) / 1e9;
  if (percent >= FORECAST_SIGNAL_PERCENT) return 'BUY';
  return percent <= -FORECAST_SIGNAL_PERCENT ? 'SELL' : 'HOLD';
}

/** Changes below this share of a usual move count as none. Candor's choice. */
const SHARE_OF_USUAL_MOVE = 0.25;

/** The tone of a point's expected change: neutral below a quarter of a usual move (half the width of the 50 % range). */
export function changeTone(
  { price, low50, high50 }: Readonly<Record<'price' | 'low50' | 'high50', number>>,
  currentPrice: number,
): 'gain' | 'loss' | 'neutral' {
  const change = price - currentPrice;
  if (!(Math.abs(change) >= ((high50 - low50) / 2) * SHARE_OF_USUAL_MOVE)) return 'neutral';
  return change >= 0 ? 'gain' : 'loss';
}
