/** The fields of the API's listings that decide how prices are written. Only two are always known. */
export interface QuotedListing {
  readonly ticker: string;
  /** ISO 4217, or a part of one as exchanges write it (`GBp`, `KWF`); empty if unknown. */
  readonly currency: string;
  /** Read from the ticker if absent. */
  readonly instrument?: string;
  /** Prices of about this size get the same decimals as this one, so that a range or a column looks uniform. */
  readonly current_price?: number;
  /** Median move of a session, percent. */
  readonly usual_move_percent?: number;
}

/** A currency alone means a share quoted in it. */
export type Quoted = QuotedListing | string;

export function quotedListing(quoted: Quoted): QuotedListing {
  return typeof quoted === 'string' ? { ticker: '', currency: quoted } : quoted;
}

/** Treasury yields and their futures, quoted in percent. */
export function isYield(ticker: string): boolean {
  return /^(\^(IRX|FVX|TNX|TYX)|(2YY|5YY|10Y|30Y)=F)$/.test(ticker);
}

function kindOf({ ticker, instrument }: QuotedListing): string {
  if (isYield(ticker)) return 'yield';
  if (instrument !== undefined) return instrument;
  if (ticker.startsWith('^')) return 'index';
  if (ticker.endsWith('=X')) return 'currency';
  if (ticker.endsWith('=F')) return 'future';
  return /-[A-Z]{3}$/.test(ticker) ? 'crypto' : 'equity';
}

/** A price's unit: a currency known to `Intl`, or a suffix. */
export interface PriceUnit {
  readonly code?: string;
  readonly suffix?: string;
  readonly changeSuffix?: string;
}

/** A listing's price unit. Index points have none; yields are in percent, their changes in percentage points. */
export function priceUnit(quoted: Quoted): PriceUnit {
  const listing = quotedListing(quoted);
  const kind = kindOf(listing);
  const { currency } = listing;
  if (kind === 'yield') return { suffix: '%', changeSuffix: ' pp' };
  if (kind === 'index' || currency === '') return {};
  const subUnit = SUB_UNITS[currency];
  if (subUnit !== undefined) return { suffix: subUnit.suffix };
  // Intl accepts three-letter codes in capitals; crypto units are plain numbers with a suffix.
  return /^[A-Z]{3}$/.test(currency) ? { code: currency } : { suffix: ` ${currency}` };
}

/** Significant digits below one unit, where two decimals would hide the moves of penny stocks and small coins. */
const SMALL_PRICE_DIGITS = 4;
export const MAX_PRICE_DECIMALS = 12;

/** If the moves decide, a usual move is at least this many units of the last decimal. */
const MIN_MOVE_UNITS = 5;

/** Usual move of a listing with unknown moves, percent. */
const USUAL_MOVE = { currency: 0.4, other: 1 } as const;

/** Below this, a pair is quoted to four decimals. */
const SMALL_PAIR = 20;

/** Currencies whose shares trade in whole units or in hundredths, depending on the price, whatever decimals `Intl` gives them. */
const SMALL_CURRENCIES = new Set(['JPY', 'KRW', 'CLP', 'COP', 'ARS', 'IDR', 'VND', 'HUF', 'ISK']);

/** Share prices' decimals in currencies that do not use two. The larger ones have a thousand sub-units. */
const SHARE_DECIMALS: Readonly<Record<string, number>> = { KWF: 1, KWD: 3, BHD: 3, OMR: 3, JOD: 3 };

export function priceDecimals(quoted: Quoted, price: number): number {
  const listing = quotedListing(quoted);
  const kind = kindOf(listing);
  const { currency, current_price: current = Number.NaN, usual_move_percent: percent = 0 } = listing;
  if (kind === 'yield') return 3;
  if (kind === 'index') return 2;
  const isNear = Math.abs(price) >= current / 10 && Math.abs(price) <= current * 10;
  const size = isNear ? current : Math.abs(price);
  const isPair = kind === 'currency';
  const isSmall = size > 0 && size < 1;
  const significant = isSmall ? SMALL_PRICE_DIGITS - 1 - Math.floor(Math.log10(size)) : 0;
  const move = (size * (percent || USUAL_MOVE[isPair ? 'currency' : 'other'])) / 100;
  const ofMove = move > 0 ? Math.ceil(Math.log10(MIN_MOVE_UNITS / move) - 1e-9) : 0;
  const within = (low: number, high: number) => Math.max(low, Math.min(ofMove, high));
  if (isPair && !(currency === 'JPY' && !isSmall)) {
    const usual = Math.max(size < SMALL_PAIR ? 4 : 2, significant);
    return Math.min(within(usual, usual + 1), MAX_PRICE_DECIMALS);
  }
  if (isSmall) return Math.min(significant, MAX_PRICE_DECIMALS);
  if (isPair || kind === 'crypto') return 2;
  if (SMALL_CURRENCIES.has(currency)) return within(0, 2);
  if (kind === 'future') return within(2, 5);
  return SHARE_DECIMALS[currency] ?? 2;
}

interface SubUnit {
  readonly suffix: string;
  readonly main: string;
  readonly unitsPerMain: number;
}

/** Quote currencies that are sub-units, as vendors spell them. */
const SUB_UNITS: Readonly<Record<string, SubUnit>> = {
  GBp: { suffix: 'p', main: 'GBP', unitsPerMain: 100 },
  GBX: { suffix: 'p', main: 'GBP', unitsPerMain: 100 },
  ZAc: { suffix: 'c (ZA)', main: 'ZAR', unitsPerMain: 100 },
  ZAC: { suffix: 'c (ZA)', main: 'ZAR', unitsPerMain: 100 },
  ILA: { suffix: ' agorot', main: 'ILS', unitsPerMain: 100 },
  KWF: { suffix: ' fils', main: 'KWD', unitsPerMain: 1000 },
  USX: { suffix: '¢', main: 'USD', unitsPerMain: 100 },
};

/** A quote currency's main unit, and how many quote units it has: `GBp` → GBP, 100. Any other currency is its own. */
export function mainCurrency(currency: string): { readonly code: string; readonly unitsPerMain: number } {
  const { main: code = currency, unitsPerMain = 1 } = SUB_UNITS[currency] ?? {};
  return { code, unitsPerMain };
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

const MOVE_SESSIONS = 60;

/** Median absolute move of the last 60 sessions, percent, three significant digits; 0 for fewer than two closes. */
export function usualMovePercent(close: Float64Array): number {
  const recent = close.subarray(-MOVE_SESSIONS - 1);
  const moves = recent.subarray(1).map((price, i) => Math.abs(price / recent[i]! - 1) * 100);
  const median = moves.toSorted()[moves.length >> 1] ?? 0;
  return Number.isFinite(median) ? Number(median.toPrecision(3)) : 0;
}
