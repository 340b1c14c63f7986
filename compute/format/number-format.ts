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

/** Differences of at most this share of a price come from binary arithmetic. */
const NOISE = 1e-9;

/** Maximum extra decimals to tell prices apart. */
const MAX_EXTRA_DECIMALS = 4;

/** The tone of a change as it is written: neutral if no digit of it differs from 0. */
export function deltaTone(value: number, text: string): 'gain' | 'loss' | 'neutral' {
  if (!/[1-9]/.test(text)) return 'neutral';
  return value >= 0 ? 'gain' : 'loss';
}

/** Writes numbers by a region's conventions. A value that is not finite becomes "N/A". */
export class NumberFormat {
  readonly #conventions: Conventions;
  /** By currency and decimals: constructing one costs about 50 µs. */
  readonly #formatters = new Map<string, Intl.NumberFormat>();

  constructor(conventions: Conventions) {
    this.#conventions = conventions;
  }

  #formatterOf(places: number, currency?: string): Intl.NumberFormat {
    return getOrCompute(this.#formatters, `${currency}/${places}`, () => {
      return new Intl.NumberFormat(this.#conventions.numbers, {
        ...(currency !== undefined && { style: 'currency', currency }),
        minimumFractionDigits: places,
        maximumFractionDigits: places,
      });
    });
  }

  #compact(value: number, units: readonly { readonly suffix: string; readonly size: number }[]): string {
    const unit = units.find(({ size }) => value >= size);
    return `${this.#decimal((value / (unit?.size ?? 1)).toFixed(2))}${unit?.suffix ?? ''}`;
  }

  #decimal(plain: string): string {
    return plain.replace('.', this.#conventions.decimal);
  }

  /** A number with exactly `decimals` decimals: (1234.5, 2) → "1,234.50". */
  fixed = (value: number, decimals: number, options?: SignOptions): string => {
    if (!Number.isFinite(value)) return 'N/A';
    const size = Math.abs(value);
    const plain = size.toFixed(decimals);
    const digits = Number(plain) < 1000 ? this.#decimal(plain) : this.#formatterOf(decimals).format(size);
    return withSign(value, digits, options);
  };

  count = (count: number): string => this.fixed(count, 0);

  /** A number of things with a regular plural: "1 day", "1,200 forecasts". */
  counted = (count: number, noun: string): string => `${this.count(count)} ${noun}${count === 1 ? '' : 's'}`;

  /** A percentage with two decimals: 1.336 → "1.34%", signed "+1.34%"; `value` is in percent. */
  percent = (value: number, options?: SignOptions, decimals = 2): string =>
    Number.isFinite(value) ? `${this.fixed(value, decimals, options)}%` : 'N/A';

  /** A share or ratio with one decimal, for measured figures: 0.7941 → "79.4%". */
  shareTenths = (share: number, options?: SignOptions): string => this.percent(share * 100, options, 1);

  /** A probability or share 0…1 as whole percent: 0.184 → "18%"; never 0% or 100% by rounding. */
  share = (share: number): string => {
    if (!Number.isFinite(share)) return 'N/A';
    if (share > 0 && share < 0.005) return '<1%';
    if (share < 1 && share >= 0.995) return '>99%';
    return `${Math.round(share * 100)}%`;
  };

  /** An amount in a main currency unit (pounds, not pence), with T to K chosen before rounding: "$2.71T", "45.00T JPY". */
  marketCap = (value: number | null | undefined, currency: string): string => {
    if (!isPositive(value)) return 'N/A';
    const amount = this.#compact(value, UNITS);
    const unit = mainCurrency(currency).code;
    return unit === 'USD' ? `$${amount}` : `${amount} ${unit}`.trim();
  };

  /** Traded volume: as `marketCap`, without a currency and without T. */
  volume = (value: number | null | undefined): string =>
    isPositive(value) ? this.#compact(value, VOLUME_UNITS) : 'N/A';

  /** "$182.34", "3,228.98p", an index's "5,431.60", a yield's "4.213%". `decimals` overrides {@link priceDecimals} on axes. */
  price = (value: number, quoted: Quoted, decimals?: number, options?: SignOptions): string => {
    if (!Number.isFinite(value)) return 'N/A';
    const listing = quotedListing(quoted);
    const { code, suffix = '', changeSuffix = suffix } = priceUnit(listing);
    const formatter = this.#formatterOf(decimals ?? priceDecimals(listing, value), code);
    const text = withSign(value, formatter.format(Math.abs(value)), options);
    return text + (options?.signed ? changeSuffix : suffix);
  };

  /** Prices shown together, such as a range's ends: equal decimals, enough to tell different prices apart. */
  prices = (values: readonly number[], quoted: Quoted): readonly string[] => {
    const usual = Math.max(...values.map((value) => priceDecimals(quoted, value)));
    const write = (extra: number): string[] =>
      values.map((value) => this.price(value, quoted, usual + extra));
    const distinct = new Set(values).size;
    for (let extra = 0; extra <= MAX_EXTRA_DECIMALS; extra += 1) {
      const texts = write(extra);
      if (new Set(texts).size === distinct) return texts;
    }
    return write(0);
  };

  /** Two prices as `prices` writes them: "$182.10 to $187.25". */
  range = (low: number, high: number, quoted: Quoted): string =>
    this.prices([low, high], quoted).join(' to ');

  /** A price that a user chose, with all its decimals: 1.0823 does not become $1.08. */
  level = (value: number, quoted: Quoted): string =>
    this.price(value, quoted, Math.max(priceDecimals(quoted, value), decimalsOf(value)));

  /** A change of a price (default: the current one): "−$2.41", zero "+$0.00"; more decimals if another would read as zero. */
  signedPrice = (change: number, quoted: Quoted, price?: number): string => {
    const base = price ?? quotedListing(quoted).current_price ?? Number.POSITIVE_INFINITY;
    const exact = Math.abs(change) <= NOISE * Math.min(Math.abs(base), 1) ? 0 : change;
    // Half a unit of the last decimal rounds up to one; the logarithm of slightly less may read as that of half.
    const needed = Math.ceil(NOISE - Math.log10(2 * Math.abs(exact || 1)));
    const decimals = Math.max(priceDecimals(quoted, base), Math.min(needed, MAX_PRICE_DECIMALS));
    return this.price(exact, quoted, decimals, { signed: true });
  };
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
