import { signOf } from './number-format.ts';
import type { Conventions } from './regions.ts';

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

/** The main unit of a quote currency: pounds for pence, any other as it is. */
export function mainCurrency(currency: string): string {
  return SUB_UNITS[currency]?.main ?? currency;
}

/** How many decimals a change of `price` takes, so that it lines up with the price; undefined: the currency's own. */
export function changeDecimals(price: number): number | undefined {
  const size = Math.abs(price);
  if (!(size > 0 && size < 1)) return undefined;
  return Math.min(SMALL_PRICE_DIGITS - 1 - Math.floor(Math.log10(size)), MAX_PRICE_DECIMALS);
}

/** Formatters of amounts of money. */
export function priceFormat({ numbers }: Conventions) {
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

  function amount(value: number, currency: string, decimals: number | undefined): string {
    const text = formatterOf(currency, decimals).format(value);
    const subUnit = SUB_UNITS[currency];
    if (subUnit !== undefined) return `${text}${subUnit.suffix}`;
    return /^[A-Z]{3}$/.test(currency) ? text : `${text} ${currency}`.trim();
  }

  return {
    /**
     * A price in its quote currency: (182.34, "USD") → "$182.34", (3228.98, "GBp") → "3,228.98p". Below one unit it has four
     * significant digits: 0.00040123 → "$0.0004012". `decimals` overrides, for axis labels. Not finite: "N/A".
     */
    price(value: number, currency: string, decimals?: number): string {
      if (!Number.isFinite(value)) return 'N/A';
      return `${signOf(value)}${amount(Math.abs(value), currency, decimals ?? changeDecimals(value))}`;
    },

    /** A price change: "+$2.41", "−$2.41", "+1.20p"; zero is "+$0.00". Two decimals unless `decimals` says otherwise. */
    signedPrice(value: number, currency: string, decimals?: number): string {
      if (!Number.isFinite(value)) return 'N/A';
      return `${signOf(value, true)}${amount(Math.abs(value), currency, decimals)}`;
    },
  };
}
