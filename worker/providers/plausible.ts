/**
 * The accepted range of every number from a vendor. Null, zero, a negative number or an overflow is a gap: only that value is
 * lost. Any other number out of range means a wrong unit or corrupt data, so the whole response is refused.
 */
import { quantisePrice, SECONDS_PER_DAY, type Period } from '#compute';
import * as v from 'valibot';

const MIN_PRICE = 1e-10;
/** A bitcoin in rupiah is 2e9. */
const MAX_PRICE = 1e11;
const MAX_VOLUME = 1e15;
const MAX_SESSION_SECONDS = 3 * SECONDS_PER_DAY;
/** How far ahead a vendor may announce a session. No exchange has been closed for longer since 2000. */
const MAX_SESSION_LEAD_SECONDS = 10 * SECONDS_PER_DAY;
/** For market value, earnings per share or their ratio, of either sign, in any currency. */
const MAX_FUNDAMENTAL = 1e19;

const NUMBER_TEXT = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

type Column = readonly (number | null)[];

function isGap(value: number | null): value is null {
  return value === null || value <= 0 || value === Infinity;
}

function isPlausiblePrice(value: number | null): boolean {
  return isGap(value) || isPriceInRange(value);
}

export function isPriceInRange(value: number): boolean {
  return value >= MIN_PRICE && value <= MAX_PRICE;
}

function isPlausibleVolume(value: number | null): boolean {
  return isGap(value) || value <= MAX_VOLUME;
}

/** A price rounded to the precision of a snapshot, in the listing's currency; `null` for a gap. */
export function cleanPrice(value: number | null): number | null {
  if (isGap(value)) return null;
  const quantised = quantisePrice(shortestOfFloat32(value));
  return quantised > 0 ? quantised : null;
}

/** A volume as a whole number; 0 for a gap. */
export function cleanVolume(value: number | null): number {
  return isGap(value) ? 0 : Math.round(value);
}

export const priceSchema = v.pipe(
  v.nullish(v.number(), null),
  v.check(isPlausiblePrice),
  v.transform(cleanPrice),
);

/** A required price: a gap is refused too. */
export const statedPriceSchema = v.pipe(
  v.number(),
  v.check((value) => !isGap(value) && isPlausiblePrice(value)),
  v.transform((value) => cleanPrice(value) ?? 0),
  v.gtValue(0),
);

/** Cash per share. `corporate-actions.ts` checks it against the prices. */
export const dividendAmountSchema = v.pipe(
  v.number(),
  v.gtValue(0),
  v.maxValue(MAX_PRICE),
  v.transform((value) => cleanPrice(value) ?? 0),
  v.gtValue(0),
);

/** One side of a split's ratio, "4 for 1". Spin-offs are written as a fraction of a share. */
export const shareCountSchema = v.pipe(v.number(), v.minValue(1e-5), v.maxValue(1e5));

export const volumeSchema = v.pipe(
  v.nullish(v.number(), null),
  v.check(isPlausibleVolume),
  v.transform(cleanVolume),
);

export const fundamentalSchema = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(-MAX_FUNDAMENTAL),
  v.maxValue(MAX_FUNDAMENTAL),
);

/** Epoch seconds of a past event, with a day's tolerance for clocks and time zones. */
export function timeSchema(nowSeconds: number) {
  return v.pipe(v.number(), v.minValue(0), v.maxValue(latestTime(nowSeconds)));
}

/** A trading period, past or announced; `null` for an empty one. */
export function periodSchema(nowSeconds: number) {
  const bound = v.pipe(v.number(), v.minValue(0), v.maxValue(nowSeconds + MAX_SESSION_LEAD_SECONDS));
  return v.pipe(
    v.object({ start: bound, end: bound }),
    v.check(({ start, end }) => end - start <= MAX_SESSION_SECONDS),
    v.transform(({ start, end }): Period | null =>
      end > start ? { startSeconds: start, endSeconds: end } : null,
    ),
  );
}

/** Checks a long array in one loop: a schema for each of 7,500 numbers would take a hundred times as long. */
export const priceColumnSchema = columnSchema<Column>(
  (item) => item === null || (typeof item === 'number' && isPlausiblePrice(item)),
);

export const volumeColumnSchema = columnSchema<Column>(
  (item) => item === null || (typeof item === 'number' && isPlausibleVolume(item)),
);

/** A column of {@link timeSchema}. */
export function timeColumnSchema(nowSeconds: number) {
  const latest = latestTime(nowSeconds);
  return columnSchema<readonly number[]>((item) => typeof item === 'number' && item >= 0 && item <= latest);
}

/** A number written as text, as in Twelve Data's prices and volumes; `null` for anything else. `bars.ts` cleans it. */
const numberTextSchema = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((text) => (typeof text === 'string' && NUMBER_TEXT.test(text) ? Number(text) : null)),
);
export const priceTextSchema = v.pipe(numberTextSchema, v.check(isPlausiblePrice));
export const volumeTextSchema = v.pipe(numberTextSchema, v.check(isPlausibleVolume));

/** A list of rows; only malformed rows are lost. */
export function rowsSchema<T>(row: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.array(v.fallback(v.nullable(row), null)),
    v.transform((rows) => rows.filter((item) => item !== null)),
  );
}

function columnSchema<T extends readonly unknown[]>(isValid: (item: unknown) => boolean) {
  return v.custom<T>(
    (value) => Array.isArray(value) && value.every(isValid),
    'must contain plausible numbers',
  );
}

function latestTime(nowSeconds: number): number {
  return nowSeconds + SECONDS_PER_DAY;
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
