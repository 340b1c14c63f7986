import { getOrCompute } from '../memoised.ts';
import type { Conventions } from './conventions.ts';

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
  /** Parses a typed number by the region's signs: "1.234,5" → 1234.5 in Germany; `null` for anything else. */
  readonly parse: (text: string) => number | null;
  /**
   * A price in its quote currency: (182.34, "USD") → "$182.34", (3228.98, "GBp") → "3,228.98p". Below one unit it has four
   * significant digits: 0.00040123 → "$0.0004012". `decimals` overrides, for axis labels.
   */
  readonly price: (value: number, currency: string, decimals?: number) => string;
  /** A price change: "+$2.41", "−$2.41", "+1.20p"; zero is "+$0.00". Two decimals unless `decimals` says otherwise. */
  readonly signedPrice: (value: number, currency: string, decimals?: number) => string;
}

export function numberFormat({ numbers, decimal }: Conventions): NumberFormat {
  /** Memo by currency and decimals: constructing one costs about 50 µs. */
  const formatters = new Map<string, Intl.NumberFormat>();

  function formatterOf(places: number | undefined, currency?: string): Intl.NumberFormat {
    return getOrCompute(formatters, `${currency}/${places}`, () => {
      return new Intl.NumberFormat(numbers, {
        ...(currency !== undefined && { style: 'currency', currency }),
        ...(places !== undefined && { minimumFractionDigits: places, maximumFractionDigits: places }),
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

  function price(value: number, currency: string, decimals?: number, options?: SignOptions): string {
    if (!Number.isFinite(value)) return 'N/A';
    const subUnit = SUB_UNITS[currency];
    // Intl accepts three-letter codes in capitals; pence and crypto units are plain numbers with a suffix.
    const isCode = /^[A-Z]{3}$/.test(currency) && subUnit === undefined;
    const formatter = isCode
      ? formatterOf(decimals, currency)
      : formatterOf(decimals ?? subUnit?.decimals ?? 2);
    const text = withSign(value, formatter.format(Math.abs(value)), options);
    return isCode ? text : `${text}${subUnit?.suffix ?? ` ${currency}`}`.trim();
  }

  return {
    fixed,
    count: (count) => withSign(count, digits(Math.abs(count), 0)),
    percent: (value, options) => percent(value, 2, options),
    shareTenths: (share, options) => percent(share * 100, 1, options),
    price: (value, currency, decimals = changeDecimals(value)) => price(value, currency, decimals),
    signedPrice: (value, currency, decimals) => price(value, currency, decimals, { signed: true }),
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

    parse(text) {
      const [, sign = '', unsigned = ''] = /^([+-]?)(.*)$/.exec(text.trim().replace(MINUS, '-')) ?? [];
      const [whole = '', fraction = '', ...rest] = unsigned.split(decimal);
      const plainWhole = whole.replaceAll(/\D/g, '');
      const isGrouped = plainWhole === whole || sameSigns(whole) === sameSigns(digits(Number(plainWhole), 0));
      if (rest.length > 0 || !/^\d*$/.test(fraction) || !isGrouped) return null;
      const plain = `${plainWhole}.${fraction}`;
      return plain === '.' ? null : Number(`${sign === '-' ? '-' : ''}${plain}`);
    },
  };
}

/** Unifies spaces and apostrophes: keyboards have one of each, formats several. */
function sameSigns(text: string): string {
  return text.replaceAll(/\s/g, ' ').replaceAll("'", '’');
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

interface SubUnit {
  readonly suffix: string;
  readonly main: string;
  readonly unitsPerMain: number;
  /** Two unless it says otherwise. */
  readonly decimals?: number;
}

/** Quote currencies that are a part of their main unit, as vendors spell them. */
const SUB_UNITS: Readonly<Record<string, SubUnit>> = {
  GBp: { suffix: 'p', main: 'GBP', unitsPerMain: 100 },
  GBX: { suffix: 'p', main: 'GBP', unitsPerMain: 100 },
  ZAc: { suffix: 'c (ZA)', main: 'ZAR', unitsPerMain: 100 },
  ZAC: { suffix: 'c (ZA)', main: 'ZAR', unitsPerMain: 100 },
  ILA: { suffix: ' agorot', main: 'ILS', unitsPerMain: 100 },
  KWF: { suffix: ' fils', main: 'KWD', unitsPerMain: 1000, decimals: 1 },
  USX: { suffix: '¢', main: 'USD', unitsPerMain: 100 },
};

/** A quote currency's main unit, and how many quote units it has: `GBp` → GBP, 100. Any other currency is its own. */
export function mainCurrency(currency: string): { readonly code: string; readonly unitsPerMain: number } {
  const { main: code = currency, unitsPerMain = 1 } = SUB_UNITS[currency] ?? {};
  return { code, unitsPerMain };
}

/** Significant digits below one unit of currency, where two decimals would hide the moves of penny stocks and small coins. */
const SMALL_PRICE_DIGITS = 4;
const MAX_PRICE_DECIMALS = 12;

/** Decimals of a change in `price`, so that it lines up with the price; undefined for the currency's default. */
export function changeDecimals(price: number): number | undefined {
  const size = Math.abs(price);
  if (!(size > 0 && size < 1)) return undefined;
  return Math.min(SMALL_PRICE_DIGITS - 1 - Math.floor(Math.log10(size)), MAX_PRICE_DECIMALS);
}

/** The finest quote of a coin; more decimals would make a label wider than its axis. */
const MAX_DECIMALS = 10;

/** The decimals that a price or step needs, but never just one: 25 → 0, 0.05 → 2, 2.5 → 2. */
export function decimalsOf(value: number): number {
  let decimals = 0;
  while (decimals < MAX_DECIMALS && !isWhole(value * 10 ** decimals)) decimals += 1;
  return decimals === 1 ? 2 : decimals;
}

/** Steps such as 0.3 are not exact in binary. */
function isWhole(value: number): boolean {
  return value === 0 || (Math.abs(value - Math.round(value)) < 1e-9 && Math.round(value) !== 0);
}

/** Decimals of a price that a user chose, so that 1.0823 does not become $1.08; undefined if the usual ones suffice. */
export function chosenDecimals(price: number): number | undefined {
  const decimals = decimalsOf(price);
  return decimals > (changeDecimals(price) ?? 2) ? decimals : undefined;
}
