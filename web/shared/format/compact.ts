import { formatFixed } from './conventions.ts';
import { mainCurrency } from './money.ts';

/** Spec section 5, largest first. */
const UNITS = [
  { suffix: 'T', size: 1e12 },
  { suffix: 'B', size: 1e9 },
  { suffix: 'M', size: 1e6 },
  { suffix: 'K', size: 1e3 },
] as const;

/** Spec section 5: volume knows no T. */
const VOLUME_UNITS = UNITS.slice(1);

function compact(
  value: number,
  units: readonly { readonly suffix: string; readonly size: number }[],
): string {
  const unit = units.find(({ size }) => value >= size);
  return unit === undefined ? formatFixed(value, 2) : `${formatFixed(value / unit.size, 2)}${unit.suffix}`;
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/**
 * Market capitalisation (spec section 5): "N/A" unless positive and finite, else "$" and two decimals with T, B, M, K
 * from 1e12, 1e9, 1e6, 1e3. The unit is chosen by the exact value, before rounding. `currency` is the listing's; money that
 * is not US dollars has its code behind it in place of the "$": "45.00T JPY", for pence "182.30B GBP".
 */
export function formatMarketCap(value: number | null | undefined, currency: string): string {
  if (!isPositive(value)) return 'N/A';
  const code = mainCurrency(currency);
  return code === 'USD' ? `$${compact(value, UNITS)}` : `${compact(value, UNITS)} ${code}`.trim();
}

/** Traded volume: the rule of {@link formatMarketCap} without currency and without T. */
export function formatVolume(value: number | null | undefined): string {
  return isPositive(value) ? compact(value, VOLUME_UNITS) : 'N/A';
}
