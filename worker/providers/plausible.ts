/** The accepted range of a vendor's numbers, each limit with a real case. One outside counts as missing, as null or zero does. */
import { quantisePrice, SECONDS_PER_DAY, type Period } from '#compute';
import * as v from 'valibot';

/** Baby Doge in bitcoin is 1e-14. */
const MIN_PRICE = 1e-14;
/** A bitcoin in Iranian rials, at the market's rate, is 1e11. */
const MAX_PRICE = 2e11;
/** A coin's volume is money: Tether's busiest day, 3e11 dollars, is 3e16 in Lebanese pounds. */
const MAX_VOLUME = 1e17;
/** More than this apart is an outlier. Even when Luna lost 99.9 % in a day of May 2022, its low was near its close. */
const MAX_STEP = 20;
/** A future's session begins on the evening before; across a weekend that is three days. */
const MAX_SESSION_SECONDS = 3 * SECONDS_PER_DAY;
/** How far ahead a vendor may announce a session: Taiwan's markets were closed for 11.8 days at the new year of 2022. */
const MAX_SESSION_LEAD_SECONDS = 15 * SECONDS_PER_DAY;
/** Limit for market value, earnings per share and their ratio, of either sign: Aramco is worth 8e16 in Iranian rials. */
const MAX_FUNDAMENTAL = 1e19;

const NUMBER_TEXT = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

export function isPriceInRange(value: number): boolean {
  return value >= MIN_PRICE && value <= MAX_PRICE;
}

/** A price rounded to a snapshot's precision, in the listing's currency; `null` if it cannot be a price. */
export function cleanPrice(value: unknown): number | null {
  if (typeof value !== 'number' || !isPriceInRange(value)) return null;
  return quantisePrice(shortestOfFloat32(value));
}

/** A volume as a whole number; 0 if it cannot be one. */
export function cleanVolume(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= MAX_VOLUME ? Math.round(value) : 0;
}

/** A bar's prices; `null` if the vendor does not state one. */
export interface StatedPrices {
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
}

/** Without misprints and cancelled trades (2010: shares at a cent): prices that no other, `previousClose` included, is near. */
export function withoutOutliers(prices: StatedPrices, previousClose: number | null): StatedPrices {
  const { open, high, low, close } = prices;
  // Fast path for nearly every bar; the rest takes fifty times as long.
  if ([open, high, low].every((price) => price !== null && isNear(price, close ?? 0))) return prices;
  const all = [open, high, low, close, previousClose];
  const known = (own: number): number | null => {
    const price = all[own] ?? null;
    const others = all.filter((other, index) => index !== own && other !== null) as number[];
    const hasNeighbour = others.some((other) => price !== null && isNear(price, other));
    const agree = others.length > 1 && others.every((other) => isNear(other, others[0] ?? 0));
    return hasNeighbour || !agree ? price : null;
  };
  return { open: known(0), high: known(1), low: known(2), close: known(3) };
}

function isNear(a: number, b: number): boolean {
  return a <= b * MAX_STEP && b <= a * MAX_STEP;
}

export const priceSchema = v.pipe(v.optional(v.unknown(), null), v.transform(cleanPrice));

export const statedPriceSchema = v.pipe(priceSchema, v.number());

/** One side of a split's ratio, "4 for 1". Spin-offs are written as a fraction of a share. */
export const shareCountSchema = v.pipe(v.number(), v.minValue(1e-5), v.maxValue(1e5));

export const fundamentalSchema = v.pipe(
  v.number(),
  v.minValue(-MAX_FUNDAMENTAL),
  v.maxValue(MAX_FUNDAMENTAL),
);

/** Whether a value is epoch seconds of a past event, with a day's tolerance for clocks and time zones. */
export function isKnownTime(value: unknown, nowSeconds: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= nowSeconds + SECONDS_PER_DAY;
}

/** A required {@link isKnownTime}. */
export function timeSchema(nowSeconds: number) {
  return v.pipe(
    v.number(),
    v.check((value) => isKnownTime(value, nowSeconds)),
  );
}

/** A trading period, past or announced; `null` if it is empty or anything else. */
export function periodSchema(nowSeconds: number) {
  const bound = v.pipe(v.number(), v.minValue(0), v.maxValue(nowSeconds + MAX_SESSION_LEAD_SECONDS));
  const period = v.pipe(
    v.object({ start: bound, end: bound }),
    v.check(({ start, end }) => end > start && end - start <= MAX_SESSION_SECONDS),
    v.transform(({ start, end }): Period => ({ startSeconds: start, endSeconds: end })),
  );
  return v.fallback(v.nullable(period), null);
}

/** Readers check items in one loop: a schema for each of 7,500 numbers would take a hundred times as long. */
export const columnSchema = v.custom<readonly unknown[]>(Array.isArray);

/** A number written as text, as in Twelve Data's prices and volumes; `null` for anything else. `bars.ts` cleans it. */
export const numberTextSchema = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((text) => (typeof text === 'string' && NUMBER_TEXT.test(text) ? Number(text) : null)),
);

/** A list of rows; only malformed rows are lost. */
export function rowsSchema<T>(row: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.array(v.fallback(v.nullable(row), null)),
    v.transform((rows) => rows.filter((item) => item !== null)),
  );
}

/** The decimal behind a 32-bit float: Yahoo writes 6544.99 as 6544.990234375. Other numbers are unchanged. */
function shortestOfFloat32(value: number): number {
  if (Math.fround(value) !== value) return value;
  for (let scale = 1; scale <= 1e8; scale *= 10) {
    const decimal = Math.round(value * scale) / scale;
    if (Math.fround(decimal) === value) return decimal;
  }
  return value;
}
