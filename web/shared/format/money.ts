import { conventions, formatFixed } from './conventions.ts';

/** Quote currencies that are a hundredth of their main unit, as vendors spell them: what follows the number, and the unit. */
const SUB_UNITS: Readonly<Record<string, { readonly suffix: string; readonly main: string }>> = {
  GBp: { suffix: 'p', main: 'GBP' },
  GBX: { suffix: 'p', main: 'GBP' },
  ZAc: { suffix: 'c (ZA)', main: 'ZAR' },
  ZAC: { suffix: 'c (ZA)', main: 'ZAR' },
  ILA: { suffix: ' agorot', main: 'ILS' },
};

/** The whole unit of a quote currency: pounds for pence, any other as it is. */
export function mainCurrency(currency: string): string {
  return SUB_UNITS[currency]?.main ?? currency;
}

/** Below one unit of currency two decimals hide the moves of penny stocks and small coins: these digits do not. */
const SMALL_PRICE_DIGITS = 4;
/** The smallest unit of a coin that anyone quotes; Intl takes more, no row of a table does. */
const MAX_PRICE_DECIMALS = 12;

const formatters = new Map<string, Intl.NumberFormat | null>();

/** `null` when the code is not an ISO 4217 form that Intl accepts. Cached: constructing one costs about 50 µs. */
function currencyFormatter(currency: string, decimals: number | undefined): Intl.NumberFormat | null {
  const { numbers } = conventions();
  const key = `${numbers}/${currency}/${decimals}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  let made: Intl.NumberFormat | null = null;
  if (/^[A-Z]{3}$/.test(currency)) {
    const digits =
      decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    made = new Intl.NumberFormat(numbers, { style: 'currency', currency, ...digits });
  }
  formatters.set(key, made);
  return made;
}

function formatAmount(amount: number, currency: string, decimals: number | undefined): string {
  const plainDecimals = decimals ?? 2;
  const suffix = SUB_UNITS[currency]?.suffix;
  if (suffix !== undefined) return `${formatFixed(amount, plainDecimals)}${suffix}`;
  const formatter = currencyFormatter(currency, decimals);
  return formatter === null
    ? `${formatFixed(amount, plainDecimals)} ${currency}`.trim()
    : formatter.format(amount);
}

/**
 * A price in its quote currency: (182.34, "USD") → "$182.34", (123.45, "GBp") → "123.45p": pence stay pence, they are
 * never shown as pounds. Below one unit there are four significant digits: 0.5 → "$0.5000", 0.00040123 → "$0.0004012".
 * `decimals` overrides, for axis labels. Not finite: "N/A".
 */
export function formatPrice(value: number, currency: string, decimals?: number): string {
  if (!Number.isFinite(value)) return 'N/A';
  return `${value < 0 ? '-' : ''}${formatAmount(Math.abs(value), currency, decimals ?? changeDecimals(value))}`;
}

/**
 * A price change with its sign: "+$2.41", "-$2.41", "+1.20p"; zero is "+$0.00". Two decimals unless `decimals` says
 * otherwise (a change of a penny stock takes its price's).
 */
export function formatSignedPrice(value: number, currency: string, decimals?: number): string {
  if (!Number.isFinite(value)) return 'N/A';
  return `${value < 0 ? '-' : '+'}${formatAmount(Math.abs(value), currency, decimals)}`;
}

/** How many decimals a change of `price` takes, so that it lines up with the price itself; undefined: the currency's. */
export function changeDecimals(price: number): number | undefined {
  const size = Math.abs(price);
  if (!(size > 0 && size < 1)) return undefined;
  return Math.min(SMALL_PRICE_DIGITS - 1 - Math.floor(Math.log10(size)), MAX_PRICE_DECIMALS);
}
