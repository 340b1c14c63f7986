import { getOrCompute } from '../common/memoised.ts';
import type { Conventions } from './conventions.ts';
import {
  decimalsOf,
  mainCurrency,
  MAX_PRICE_DECIMALS,
  priceDecimals,
  priceUnit,
  quotedListing,
  type Quoted,
} from './price-decimals.ts';

/** U+2212: as wide as the plus sign, so that signed columns line up. */
const MINUS = '−';

/** Largest first. */
const UNITS = [
  { suffix: 'T', size: 1e12 },
  { suffix: 'B', size: 1e9 },
  { suffix: 'M', size: 1e6 },
  { suffix: 'K', size: 1e3 },
] as const;

/** Volume has no T. */
const VOLUME_UNITS = UNITS.slice(1);

interface SignOptions {
  /** Shows "+" too; a zero counts as positive. */
  readonly signed?: boolean;
}

/** Digits with their sign. A value that rounds to zero has none. */
function withSign(value: number, digits: string, { signed = false }: SignOptions = {}): string {
  if (value !== 0 && !/[1-9]/.test(digits)) return digits;
  if (value < 0) return MINUS + digits;
  return signed ? `+${digits}` : digits;
}

/** Formatters of numbers. A value that is not finite becomes "N/A". */
export interface NumberFormat {
  /** A count with grouping: 12345 → "12,345". */
  readonly count: (count: number) => string;
  /** A number with exactly `decimals` decimals: (1234.5, 2) → "1,234.50". */
  readonly fixed: (value: number, decimals: number, options?: SignOptions) => string;
  /** A percentage with two decimals: 1.336 → "1.34%", signed "+1.34%"; `value` is in percent. */
  readonly percent: (value: number, options?: SignOptions) => string;
  /** A probability or share 0…1 as whole percent: 0.184 → "18%"; never 0% or 100% by rounding. */
  readonly share: (share: number) => string;
  /** A share or ratio with one decimal, for measured figures: 0.7941 → "79.4%". */
  readonly shareTenths: (share: number, options?: SignOptions) => string;
  /**
   * Market capitalisation in a main currency unit: "$" and two decimals with T, B, M, K from 1e12, 1e9, 1e6, 1e3, chosen before
   * rounding. Other currencies follow as a code: "45.00T JPY". For a listing quoted in pence it is in pounds.
   */
  readonly marketCap: (value: number | null | undefined, currency: string) => string;
  /** Traded volume: as `marketCap`, without a currency and without T. */
  readonly volume: (value: number | null | undefined) => string;
  /**
   * A listing's price: "$182.34", "3,228.98p", an index's "5,431.60", a yield's "4.213%". `decimals` overrides {@link priceDecimals}, for axis
   * labels.
   */
  readonly price: (value: number, quoted: Quoted, decimals?: number) => string;
  /** Prices shown together, such as a range's ends: equal decimals, enough to tell different prices apart. */
  readonly prices: (values: readonly number[], quoted: Quoted) => readonly string[];
  /** Two prices as `prices` writes them: "$182.10 to $187.25". */
  readonly range: (low: number, high: number, quoted: Quoted) => string;
  /** A price that a user chose, with all its decimals: 1.0823 does not become $1.08. */
  readonly level: (value: number, quoted: Quoted) => string;
  /**
   * A change in a price (default: the current one): "+$2.41", "−$2.41", "+1.20p"; zero is "+$0.00". It has the price's
   * decimals, or more if it would read as zero.
   */
  readonly signedPrice: (change: number, quoted: Quoted, price?: number) => string;
}

/** Differences of at most this share of a price come from binary arithmetic. */
const NOISE = 1e-9;

/** Maximum extra decimals to tell prices apart. */
const MAX_EXTRA_DECIMALS = 4;

export function numberFormat({ numbers, decimal }: Conventions): NumberFormat {
  /** Memo by currency and decimals: constructing one costs about 50 µs. */
  const formatters = new Map<string, Intl.NumberFormat>();

  function formatterOf(places: number, currency?: string): Intl.NumberFormat {
    return getOrCompute(formatters, `${currency}/${places}`, () => {
      return new Intl.NumberFormat(numbers, {
        ...(currency !== undefined && { style: 'currency', currency }),
        minimumFractionDigits: places,
        maximumFractionDigits: places,
      });
    });
  }

  /** Digits of a number ≥ 0. */
  function digits(value: number, decimals: number): string {
    const plain = value.toFixed(decimals);
    return Number(plain) < 1000 ? plain.replace('.', decimal) : formatterOf(decimals).format(value);
  }

  function fixed(value: number, decimals: number, options?: SignOptions): string {
    return Number.isFinite(value) ? withSign(value, digits(Math.abs(value), decimals), options) : 'N/A';
  }

  function percent(value: number, decimals: number, options?: SignOptions): string {
    return Number.isFinite(value) ? `${fixed(value, decimals, options)}%` : 'N/A';
  }

  function compact(value: number, units: readonly { readonly suffix: string; readonly size: number }[]) {
    const unit = units.find(({ size }) => value >= size);
    return `${(value / (unit?.size ?? 1)).toFixed(2).replace('.', decimal)}${unit?.suffix ?? ''}`;
  }

  function price(value: number, quoted: Quoted, decimals?: number, options?: SignOptions): string {
    if (!Number.isFinite(value)) return 'N/A';
    const listing = quotedListing(quoted);
    const { code, suffix = '', changeSuffix = suffix } = priceUnit(listing);
    const formatter = formatterOf(decimals ?? priceDecimals(listing, value), code);
    const text = withSign(value, formatter.format(Math.abs(value)), options);
    return text + (options?.signed ? changeSuffix : suffix);
  }

  function prices(values: readonly number[], quoted: Quoted): string[] {
    const usual = Math.max(...values.map((value) => priceDecimals(quoted, value)));
    const write = (extra: number) => values.map((value) => price(value, quoted, usual + extra));
    const distinct = new Set(values).size;
    for (let extra = 0; extra <= MAX_EXTRA_DECIMALS; extra += 1) {
      const texts = write(extra);
      if (new Set(texts).size === distinct) return texts;
    }
    return write(0);
  }

  function signedPrice(change: number, quoted: Quoted, of?: number): string {
    const listing = quotedListing(quoted);
    const base = of ?? listing.current_price ?? Number.POSITIVE_INFINITY;
    let decimals = priceDecimals(listing, base);
    const exact = Math.abs(change) <= NOISE * Math.min(Math.abs(base), 1) ? 0 : change;
    const readsAsZero = () => exact !== 0 && Number(exact.toFixed(decimals)) === 0;
    while (readsAsZero() && decimals < MAX_PRICE_DECIMALS) decimals += 1;
    return price(exact, quoted, decimals, { signed: true });
  }

  return {
    fixed,
    count: (count) => withSign(count, digits(Math.abs(count), 0)),
    percent: (value, options) => percent(value, 2, options),
    shareTenths: (share, options) => percent(share * 100, 1, options),
    price: (value, quoted, decimals) => price(value, quoted, decimals),
    prices,
    range: (low, high, quoted) => prices([low, high], quoted).join(' to '),
    level: (value, quoted) => price(value, quoted, Math.max(priceDecimals(quoted, value), decimalsOf(value))),
    signedPrice,
    volume: (value) => (isPositive(value) ? compact(value, VOLUME_UNITS) : 'N/A'),

    share(share) {
      if (!Number.isFinite(share)) return 'N/A';
      if (share > 0 && share < 0.005) return '<1%';
      if (share < 1 && share >= 0.995) return '>99%';
      return `${Math.round(share * 100)}%`;
    },

    marketCap(value, currency) {
      if (!isPositive(value)) return 'N/A';
      const amount = compact(value, UNITS);
      const unit = mainCurrency(currency).code;
      return unit === 'USD' ? `$${amount}` : `${amount} ${unit}`.trim();
    },
  };
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
