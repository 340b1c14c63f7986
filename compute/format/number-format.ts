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

const PERCENT_DECIMALS = 2;

export interface SignOptions {
  /** Shows "+" too; a zero counts as positive. */
  readonly signed?: boolean;
}

/** The digits of a number, after its sign. What rounds to zero has none. */
function withSign(value: number, digits: string, { signed = false }: SignOptions = {}): string {
  if (value !== 0 && !/[1-9]/.test(digits)) return digits;
  if (value < 0) return MINUS + digits;
  return signed ? `+${digits}` : digits;
}

export interface NumberFormat {
  /** A count with grouping: 12345 → "12,345". */
  readonly count: (count: number) => string;

  /** A number with exactly so many decimals: (1234.5, 2) → "1,234.50". Not finite: "N/A". */
  readonly fixed: (value: number, decimals: number, options?: SignOptions) => string;

  /** A percentage with two decimals: 1.336 → "1.34%", signed "+1.34%"; `value` is in percent. Not finite: "N/A". */
  readonly percent: (value: number, options?: SignOptions) => string;

  /** A probability or share 0…1 as whole percent: 0.184 → "18%"; never 0% or 100% by rounding. Not finite: "N/A". */
  readonly share: (share: number) => string;

  /** A share or ratio with one decimal, for measured figures: 0.7941 → "79.4%". Not finite: "N/A". */
  readonly shareTenths: (share: number, options?: SignOptions) => string;

  /**
   * Market capitalisation in a main currency unit: "N/A" unless positive and finite, else "$" and two decimals with T, B,
   * M, K from 1e12, 1e9, 1e6, 1e3. The unit is chosen before rounding. Other currencies follow as their code: "45.00T JPY";
   * a listing quoted in pence has its in pounds.
   */
  readonly marketCap: (value: number | null | undefined, currency: string) => string;

  /** Traded volume: the rule of `marketCap` without a currency and without T. */
  readonly volume: (value: number | null | undefined) => string;

  /**
   * A typed number by the signs of the region: "1,234.5" → 1234.5 in the United States, "1.234,5" → 1234.5 in Germany.
   * `null` for anything else, so that a sign of one region is never taken for that of another.
   */
  readonly parse: (text: string) => number | null;
}

export function numberFormat({ numbers, decimal }: Conventions): NumberFormat {
  const grouped = new Map<number, Intl.NumberFormat>();

  /** Digits of a number that is not negative. */
  function digits(value: number, decimals: number): string {
    const plain = value.toFixed(decimals);
    if (Number(plain) < 1000) return plain.replace('.', decimal);
    let formatter = grouped.get(decimals);
    if (formatter === undefined) {
      formatter = new Intl.NumberFormat(numbers, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      });
      grouped.set(decimals, formatter);
    }
    return formatter.format(value);
  }

  function compact(value: number, units: readonly { readonly suffix: string; readonly size: number }[]) {
    const unit = units.find(({ size }) => value >= size);
    return `${(value / (unit?.size ?? 1)).toFixed(2).replace('.', decimal)}${unit?.suffix ?? ''}`;
  }

  return {
    count: (count: number): string => withSign(count, digits(Math.abs(count), 0)),

    fixed: (value: number, decimals: number, options?: SignOptions): string =>
      Number.isFinite(value) ? withSign(value, digits(Math.abs(value), decimals), options) : 'N/A',

    percent: (value: number, options?: SignOptions): string =>
      Number.isFinite(value)
        ? `${withSign(value, digits(Math.abs(value), PERCENT_DECIMALS), options)}%`
        : 'N/A',

    share(share: number): string {
      if (!Number.isFinite(share)) return 'N/A';
      if (share > 0 && share < 0.005) return '<1%';
      if (share < 1 && share >= 0.995) return '>99%';
      return `${Math.round(share * 100)}%`;
    },

    shareTenths: (share: number, options?: SignOptions): string =>
      Number.isFinite(share) ? `${withSign(share, digits(Math.abs(share) * 100, 1), options)}%` : 'N/A',

    marketCap(value: number | null | undefined, currency: string): string {
      if (!isPositive(value)) return 'N/A';
      const amount = compact(value, UNITS);
      const unit = mainCurrency(currency).code;
      return unit === 'USD' ? `$${amount}` : `${amount} ${unit}`.trim();
    },

    volume: (value: number | null | undefined): string =>
      isPositive(value) ? compact(value, VOLUME_UNITS) : 'N/A',

    parse(text: string): number | null {
      const [, sign = '', unsigned = ''] = /^([+-]?)(.*)$/.exec(text.trim().replace(MINUS, '-')) ?? [];
      const [whole = '', fraction = '', ...rest] = unsigned.split(decimal);
      const isWhole =
        /^\d*$/.test(whole) || sameSigns(whole) === sameSigns(digits(Number(whole.replaceAll(/\D/g, '')), 0));
      if (rest.length > 0 || !/^\d*$/.test(fraction) || !isWhole) return null;
      const plain = `${whole.replaceAll(/\D/g, '')}.${fraction}`;
      return plain === '.' ? null : Number(`${sign === '-' ? '-' : ''}${plain}`);
    },
  };
}

/** Keyboards have one space and one apostrophe, formats have several. */
function sameSigns(text: string): string {
  return text.replaceAll(/\s/g, ' ').replaceAll("'", '’');
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/** Quote currencies that are a hundredth of their main unit, as vendors spell them. */
const SUB_UNITS: Readonly<Record<string, { readonly suffix: string; readonly main: string }>> = {
  GBp: { suffix: 'p', main: 'GBP' },
  GBX: { suffix: 'p', main: 'GBP' },
  ZAc: { suffix: 'c (ZA)', main: 'ZAR' },
  ZAC: { suffix: 'c (ZA)', main: 'ZAR' },
  ILA: { suffix: ' agorot', main: 'ILS' },
};

/** Below one unit of currency, two decimals hide the moves of penny stocks and small coins. */
const SMALL_PRICE_DIGITS = 4;
const MAX_PRICE_DECIMALS = 12;

/** The main unit of a quote currency, and how many units it has: `GBp` → GBP, 100. Any other is its own. */
export function mainCurrency(currency: string): { readonly code: string; readonly unitsPerMain: number } {
  const main = SUB_UNITS[currency]?.main;
  return main === undefined ? { code: currency, unitsPerMain: 1 } : { code: main, unitsPerMain: 100 };
}

/** How many decimals a change of `price` takes, so that it lines up with the price; undefined: the currency's own. */
export function changeDecimals(price: number): number | undefined {
  const size = Math.abs(price);
  if (!(size > 0 && size < 1)) return undefined;
  return Math.min(SMALL_PRICE_DIGITS - 1 - Math.floor(Math.log10(size)), MAX_PRICE_DECIMALS);
}

export interface PriceFormat {
  /**
   * A price in its quote currency: (182.34, "USD") → "$182.34", (3228.98, "GBp") → "3,228.98p". Below one unit it has four
   * significant digits: 0.00040123 → "$0.0004012". `decimals` overrides, for axis labels. Not finite: "N/A".
   */
  readonly price: (value: number, currency: string, decimals?: number) => string;

  /** A price change: "+$2.41", "−$2.41", "+1.20p"; zero is "+$0.00". Two decimals unless `decimals` says otherwise. */
  readonly signedPrice: (value: number, currency: string, decimals?: number) => string;
}

export function priceFormat({ numbers }: Conventions): PriceFormat {
  /** By currency and decimals. Constructing one costs about 50 µs. */
  const formatters = new Map<string, Intl.NumberFormat>();

  function formatterOf(currency: string, decimals: number | undefined): Intl.NumberFormat {
    const key = `${currency}/${decimals}`;
    let formatter = formatters.get(key);
    if (formatter === undefined) {
      // Intl knows three-letter codes in capitals; pence and crypto units are plain numbers with a suffix.
      const isCode = /^[A-Z]{3}$/.test(currency) && SUB_UNITS[currency] === undefined;
      const places = decimals ?? (isCode ? undefined : 2);
      formatter = new Intl.NumberFormat(numbers, {
        ...(isCode && { style: 'currency', currency }),
        ...(places !== undefined && { minimumFractionDigits: places, maximumFractionDigits: places }),
      });
      formatters.set(key, formatter);
    }
    return formatter;
  }

  function amount(
    value: number,
    currency: string,
    decimals: number | undefined,
    options?: SignOptions,
  ): string {
    if (!Number.isFinite(value)) return 'N/A';
    const text = withSign(value, formatterOf(currency, decimals).format(Math.abs(value)), options);
    const subUnit = SUB_UNITS[currency];
    if (subUnit !== undefined) return `${text}${subUnit.suffix}`;
    return /^[A-Z]{3}$/.test(currency) ? text : `${text} ${currency}`.trim();
  }

  return {
    price: (value: number, currency: string, decimals?: number): string =>
      amount(value, currency, decimals ?? changeDecimals(value)),

    signedPrice: (value: number, currency: string, decimals?: number): string =>
      amount(value, currency, decimals, { signed: true }),
  };
}
