import { isTimezone, parseTicker, type Ticker } from '#compute';
import * as v from 'valibot';

type ReadonlyDeep<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };

export type Wire<S extends v.GenericSchema> = ReadonlyDeep<v.InferOutput<S>>;

export const text = v.string();
export const shortText = v.pipe(text, v.maxLength(200));
export const isoDate = v.pipe(text, v.isoDate());
export const nullableText = v.nullable(text);
export const number = v.pipe(v.number(), v.finite());
export const positive = v.pipe(number, v.gtValue(0));
export const nullableNumber = v.nullable(number);
export const nullableNumbers = v.array(nullableNumber);

/** Checks a long array in one loop: a schema per item takes a hundred times as long for 7,500 numbers. */
export const numbers = v.custom<number[]>((value) => Array.isArray(value) && value.every(Number.isFinite));

export const barEntries = <S extends v.GenericSchema>(schema: S) =>
  v.entriesFromList(['open', 'high', 'low', 'close', 'volume'], schema);

export const datedPrices = v.object({ dates: v.array(text), prices: numbers });

export const horizonDays = v.picklist([1, 7, 14, 30]);

export const source = v.picklist(['yahoo', 'twelvedata', 'finnhub', 'coinbase', 'sample']);

export const tradingCalendar = v.picklist(['nyse', 'weekday', 'daily']);

export const instrument = v.picklist([
  'equity',
  'etf',
  'fund',
  'index',
  'currency',
  'crypto',
  'future',
  'other',
]);

export type ExpectedDate = Wire<typeof expectedDate>;
export type DataSource = v.InferOutput<typeof source>;

export const listing = {
  ticker: text,
  requested_ticker: text,
  company_name: text,
  currency: text,
  instrument,
  exchange: text,
  exchange_timezone: text,
};

/** Median move of the last 60 sessions, percent; 0 if unknown. With price and currency it decides the decimals of prices. */
export const usualMove = { usual_move_percent: v.pipe(number, v.minValue(0)) };

/** Where the numbers come from and how old they are; part of every 200 with data. */
export const provenance = {
  source,
  as_of: text,
  fetched_at: text,
  stale: v.boolean(),
  delayed_minutes: number,
};

/** An upcoming date, confirmed or estimated from past ones. */
export const expectedDate = v.object({
  date: text,
  status: v.picklist(['confirmed', 'estimated']),
  plus_minus_days: number,
  n: number,
});

export const toTicker: v.RawTransformAction<string, Ticker> = v.rawTransform(
  ({ dataset, addIssue, NEVER }) => {
    const parsed = parseTicker(dataset.value);
    if (parsed.ok) return parsed.value;
    addIssue();
    return NEVER;
  },
);

/** A listing as the Worker decodes it. On the wire its fields stand in {@link listing}. */
export const listingSchema = v.object({
  /** The source's own symbol, which may differ from the requested ticker (`BRK.B` → `BRK-B`). */
  symbol: v.pipe(text, toTicker),
  companyName: text,
  instrument,
  /** Display name: `NASDAQ`. */
  exchange: text,
  /** ISO 4217, or a part of one as exchanges write it: `GBp`, `ZAc`, `ILA`, `KWF`, `USX`. Empty if unknown. */
  currency: text,
  /** IANA name. */
  timezone: v.pipe(text, v.check(isTimezone)),
  calendar: tradingCalendar,
});
