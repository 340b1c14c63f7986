/** Prices off by a known factor, a unit's or a split's: a step by it between two closes shows where they begin and end. */

/** The columns that are off together. */
export const PRICES = ['open', 'high', 'low', 'close'] as const;

/** How far a step may be off the factor, in log units: one day's move. */
const TOLERANCE = Math.log(1.1);

/** 1 if the second price is the first times the factor, −1 if divided by it, otherwise 0. `tolerance` in log units. */
export function factorStep(
  from: number,
  to: number,
  factor: number,
  tolerance: number = TOLERANCE,
): -1 | 0 | 1 {
  if (distance(to / factor, from) <= tolerance) return 1;
  return distance(to * factor, from) <= tolerance ? -1 : 0;
}

/** The distance of two prices in log units. */
export function distance(price: number, other: number): number {
  return Math.abs(Math.log(price / other));
}

export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
