import type { Projection } from './projection.ts';

/** Changes below this share of a usual move count as none. Candor's choice. */
const SHARE_OF_USUAL_MOVE = 0.25;

/** The tone of a point's expected change: neutral below a quarter of a usual move (half the width of the 50 % range). */
export function changeTone(
  { price, low50, high50 }: Pick<Projection, 'price' | 'low50' | 'high50'>,
  currentPrice: number,
): 'gain' | 'loss' | 'neutral' {
  const change = price - currentPrice;
  if (!(Math.abs(change) >= ((high50 - low50) / 2) * SHARE_OF_USUAL_MOVE)) return 'neutral';
  return change >= 0 ? 'gain' : 'loss';
}
