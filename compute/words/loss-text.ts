import type { Format } from '../format/format.ts';

/** Changes from the current price, in percent, that 1 in 10 and 1 in 40 outcomes are at or below. */
export interface LossTail {
  readonly oneIn10: number;
  readonly oneIn40: number;
}

/** The lower ends of the 80 % and the 95 % range are the quantiles .1 and .025. */
export function lossTail(
  { low80, low95 }: { readonly low80: number; readonly low95: number },
  currentPrice: number,
): LossTail {
  const changeTo = (price: number) => (price / currentPrice - 1) * 100;
  return { oneIn10: changeTo(low80), oneIn40: changeTo(low95) };
}

/** "1 in 10: a loss of 3.4% or more by Dec 7. 1 in 40: 6.1%." `by` is " by Dec 7", or empty if the date stands beside it. */
export function lossText(format: Pick<Format, 'percent'>, { oneIn10, oneIn40 }: LossTail, by = ''): string {
  const first = `1 in 10: ${outcome(format, oneIn10)}${by}`;
  const isAlike = oneIn10 < 0 === oneIn40 < 0;
  return `${first}. 1 in 40: ${isAlike ? size(format, oneIn40) : outcome(format, oneIn40)}.`;
}

function outcome(format: Pick<Format, 'percent'>, change: number): string {
  return `${change < 0 ? 'a loss' : 'a gain'} of ${size(format, change)} or ${change < 0 ? 'more' : 'less'}`;
}

/** Two decimals under 1 %, where one would be mostly rounding. */
function size({ percent }: Pick<Format, 'percent'>, change: number): string {
  return percent(Math.abs(change), {}, Math.abs(change) < 1 ? 2 : 1);
}
