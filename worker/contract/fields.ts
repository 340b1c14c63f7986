import { parseTicker, type Ticker } from '#compute';
import * as v from 'valibot';

type ReadonlyDeep<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };

export type Wire<S extends v.GenericSchema> = ReadonlyDeep<v.InferOutput<S>>;

export const text = v.string();
export const nullableText = v.nullable(text);
export const number = v.pipe(v.number(), v.finite());
export const nullableNumber = v.nullable(number);
export const nullableNumbers = v.array(nullableNumber);

/** Long arrays are checked in one loop: a schema per item costs a hundred times more on 7,500 numbers. */
export const numbers = v.custom<number[]>((value) => Array.isArray(value) && value.every(Number.isFinite));

export const datedPrices = v.object({ dates: v.array(text), prices: numbers });

export const horizonDays = v.picklist([1, 7, 14, 30]);

export const source = v.picklist(['yahoo', 'twelvedata', 'finnhub', 'coinbase', 'sample']);

export const tradingCalendar = v.picklist(['nyse', 'weekday', 'daily']);

export const instrument = v.picklist(['equity', 'etf', 'fund', 'index', 'currency', 'crypto', 'future']);

export type DataSource = v.InferOutput<typeof source>;

export const listing = {
  ticker: text,
  /** What was asked for, upper-cased; differs from `ticker` when an alias was resolved (`BRK.B` → `BRK-B`). */
  requested_ticker: text,
  company_name: text,
  /** ISO 4217, or a hundredth of one as exchanges write it (`GBp`); empty when unknown. */
  currency: text,
  exchange: text,
  exchange_timezone: text,
};

/** Where the numbers come from and how old they are; on every 200 with data. */
export const provenance = {
  /** Who supplied the data; of a stock, who supplied its price. `sample` is the simulated market. */
  source,
  /** ISO instant that the data describes (the last trade). */
  as_of: text,
  fetched_at: text,
  /** True when the source has failed since, or the market has been open for two refreshes without one. */
  stale: v.boolean(),
  delayed_minutes: number,
};

export const toTicker: v.RawTransformAction<string, Ticker> = v.rawTransform(
  ({ dataset, addIssue, NEVER }) => {
    const parsed = parseTicker(dataset.value);
    if (parsed.ok) return parsed.value;
    addIssue();
    return NEVER;
  },
);
