import { formatFixed } from './conventions.ts';

const DECIMALS = 2;

/**
 * A percentage with two decimals: 1.336 → "1.34%", signed "+1.34%" / "-1.34%" (zero counts as a gain, spec section 2).
 * `value` is in percent (2 means 2 %). A value that is not finite is "N/A".
 */
export function formatPercent(value: number, options: { readonly signed?: boolean } = {}): string {
  if (!Number.isFinite(value)) return 'N/A';
  const digits = `${formatFixed(Math.abs(value), DECIMALS)}%`;
  if (value < 0) return `-${digits}`;
  return options.signed === true ? `+${digits}` : digits;
}

/** A probability or share 0…1 as whole percent: 0.184 → "18%". Below a half percent, but not zero, it is "<1%". */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return 'N/A';
  if (share > 0 && share < 0.005) return '<1%';
  if (share < 1 && share >= 0.995) return '>99%';
  return `${Math.round(share * 100)}%`;
}

/** A share or ratio with one decimal, for measured figures: 0.7941 → "79.4%", −0.012 → "-1.2%". Not finite: "N/A". */
export function formatShareTenths(share: number): string {
  if (!Number.isFinite(share)) return 'N/A';
  // What rounds to zero has no sign.
  return `${share <= -0.0005 ? '-' : ''}${formatFixed(Math.abs(share) * 100, 1)}%`;
}
