import { changeDecimals } from './number-format.ts';

/** Coins are quoted down to here; beyond it a label would be wider than its axis. */
const MAX_DECIMALS = 10;

/**
 * Decimals that write a price or a step with none lost: 25 → 0, 0.05 → 2, 0.25 → 2. A price is never written with one
 * decimal, so 2.5 and 0.5 take two.
 */
export function decimalsOf(value: number): number {
  let decimals = 0;
  while (decimals < MAX_DECIMALS && !isWhole(value * 10 ** decimals)) decimals += 1;
  return decimals === 1 ? 2 : decimals;
}

/** Steps such as 0.3 are not exact in binary. */
function isWhole(value: number): boolean {
  return value === 0 || (Math.abs(value - Math.round(value)) < 1e-9 && Math.round(value) !== 0);
}

/** Decimals of a price that a user chose: 1.0823 is not $1.08. Undefined where it is written like any other price. */
export function chosenDecimals(price: number): number | undefined {
  const decimals = decimalsOf(price);
  return decimals > (changeDecimals(price) ?? 2) ? decimals : undefined;
}
