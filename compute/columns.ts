import { err, ok, type Result } from './common/result.ts';
import { SECONDS_PER_DAY } from './dates/iso-date.ts';
import { type Candles, candlesOf } from './prices/candles.ts';

/**
 * Daily bars as columns of mostly small integers, lossless for every candle. `day_gaps[0]` is the first bar's day number since
 * 1970-01-01, later entries are gaps in days. Prices are integers in units of `1 / price_scale`: `close` as the difference from
 * the previous close, `open` minus the previous close, `high` above max(open, close), `low` below min(open, close). The first
 * bar has no previous close: its `close` is absolute and its `open` relative to its own close.
 * With scale 0 the four prices are not scaled or differenced. `volume` is absolute.
 */
export interface EncodedCandles {
  /** A power of ten from 100 to 1e18, or 0. */
  readonly price_scale: number;
  readonly day_gaps: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

type ColumnsError = { readonly reason: 'malformed_columns' };

/** From cents to five digits of the smallest accepted price, 1e-14. */
const PRICE_SCALES = Array.from({ length: 17 }, (_, power) => 10 ** (power + 2));
const MAX_SCALE = 1e18;

/** If no scale holds all prices, as after serial reverse splits. */
const UNSCALED = 0;

/** Below this, price × scale errs by less than half a unit, so rounding gives the exact integer. */
const MAX_UNITS = 1e15;

/** The day numbers of 0000-01-01 and 9999-12-31, the dates an ISO string of ten characters can hold. */
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

/** Rounds a vendor's price, often a printed 32-bit float, to 4 to 6 decimals, below 0.01 to five significant digits. */
export function quantisePrice(price: number): number {
  let scale = price >= 10 ? 1e4 : price >= 1 ? 1e5 : price >= 0.01 ? 1e6 : 1e8;
  while (price * scale < 1e4 && scale < MAX_SCALE) scale *= 10;
  return Math.round(price * scale) / scale;
}

/** Encodes candles so that {@link decodeCandles} restores every bit. Throws `RangeError` for values out of range. */
export function encodeCandles(candles: Candles): EncodedCandles {
  if (!isInRange(candles)) {
    throw new RangeError('dates must ascend at 00:00 UTC, prices be positive, volumes not negative');
  }
  const price_scale = scaleOf(candles);
  const inUnits = (prices: Float64Array): number[] =>
    Array.from(prices, (price) => (price_scale === UNSCALED ? price : Math.round(price * price_scale)));
  const open = inUnits(candles.open);
  const high = inUnits(candles.high);
  const low = inUnits(candles.low);
  const close = inUnits(candles.close);
  const days = Array.from(candles.time, (seconds) => seconds / SECONDS_PER_DAY);
  const day_gaps = days.map((day, i) => day - (days[i - 1] ?? 0));
  const volume = Array.from(candles.volume);
  if (price_scale === UNSCALED) return { price_scale, day_gaps, open, high, low, close, volume };
  return {
    price_scale,
    day_gaps,
    open: open.map((price, i) => price - (close[i - 1] ?? close[i]!)),
    high: high.map((price, i) => price - Math.max(open[i]!, close[i]!)),
    low: low.map((price, i) => Math.min(open[i]!, close[i]!) - price),
    close: close.map((price, i) => price - (close[i - 1] ?? 0)),
    volume,
  };
}

/** Decodes columns received over a network. `malformed_columns` for anything that {@link encodeCandles} would not write. */
export function decodeCandles(encoded: EncodedCandles): Result<Candles, ColumnsError> {
  if (!hasColumns(encoded)) return err({ reason: 'malformed_columns' });
  const { price_scale: scale, day_gaps: gaps } = encoded;
  const candles = candlesOf((name) => Float64Array.from(name === 'time' ? gaps : encoded[name]));
  const { time, open, high, low, close } = candles;
  let day = 0;
  let units = 0;
  for (let i = 0; i < time.length; i++) {
    time[i] = (day += gaps[i]!) * SECONDS_PER_DAY;
    if (scale === UNSCALED) continue;
    const previous = units;
    units += close[i]!;
    const first = open[i]! + (i === 0 ? units : previous);
    open[i] = first / scale;
    high[i] = (Math.max(first, units) + high[i]!) / scale;
    low[i] = (Math.min(first, units) - low[i]!) / scale;
    close[i] = units / scale;
  }
  return isInRange(candles) ? ok(candles) : err({ reason: 'malformed_columns' });
}

function scaleOf({ open, high, low, close }: Candles): number {
  const columns = [open, high, low, close];
  const holds = (scale: number): boolean =>
    columns.every((column) => column.every((price) => isOnGrid(price, scale)));
  return PRICE_SCALES.find(holds) ?? UNSCALED;
}

/** Whether the value has the shape of {@link EncodedCandles}, whatever its static type says. */
function hasColumns(value: Partial<EncodedCandles> | null | undefined): value is EncodedCandles {
  if (typeof value !== 'object' || value === null) return false;
  const { price_scale, day_gaps, open, high, low, close, volume } = value;
  const isScale = price_scale === UNSCALED || PRICE_SCALES.some((scale) => scale === price_scale);
  if (!isScale || !Array.isArray(close)) return false;
  const isColumn = (column: unknown, isValid: (entry: unknown) => boolean): boolean =>
    Array.isArray(column) && column.length === close.length && column.every(isValid);
  const isEntry = price_scale === UNSCALED ? Number.isFinite : Number.isSafeInteger;
  return (
    isColumn(day_gaps, Number.isSafeInteger) &&
    [open, high, low, close].every((column) => isColumn(column, isEntry)) &&
    isColumn(volume, Number.isFinite)
  );
}

/** Volumes need not be integers: coins trade in fractions. */
function isInRange({ time, open, high, low, close, volume }: Candles): boolean {
  return (
    time.every((seconds, i) => isDay(seconds / SECONDS_PER_DAY) && !(seconds <= time[i - 1]!)) &&
    [open, high, low, close].every((prices) => prices.every((price) => price > 0 && price < Infinity)) &&
    volume.every((traded) => traded >= 0 && traded < Infinity)
  );
}

function isOnGrid(price: number, scale: number): boolean {
  const units = Math.round(price * scale);
  return units > 0 && units <= MAX_UNITS && units / scale === price;
}

function isDay(day: number): boolean {
  return Number.isInteger(day) && day >= FIRST_DAY && day <= LAST_DAY;
}
