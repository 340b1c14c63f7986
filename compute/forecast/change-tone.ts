import type { Projection } from './projection.ts';

/** A smaller share of a usual move than this is no news. The limit is our choice. */
const SHARE_OF_USUAL_MOVE = 0.25;

/**
 * The tone of the change that a point of a forecast expects. Neutral below a quarter of a usual move until then, which is
 * half the width of the 50 % range: so small a drift is no news, and gain and loss are for moves that happened.
 */
export function changeTone(
  { price, low50, high50 }: Pick<Projection, 'price' | 'low50' | 'high50'>,
  currentPrice: number,
): 'gain' | 'loss' | 'neutral' {
  const change = price - currentPrice;
  if (!(Math.abs(change) >= ((high50 - low50) / 2) * SHARE_OF_USUAL_MOVE)) return 'neutral';
  return change >= 0 ? 'gain' : 'loss';
}
