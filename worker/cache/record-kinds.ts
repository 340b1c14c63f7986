/** How each kind of record is stored: the shape in KV, decoded as strictly as a vendor's answer. */
import type { EncodedCandles } from '#compute';
import * as v from 'valibot';
import { freshUntilSeconds } from '../market-data/market-hours.ts';
import { INSTRUMENTS } from '../market-data/market-data.ts';
import type { Fundamentals, NewsRecord, SearchRecord, StockRecord } from '../market-data/market-data.ts';
import { isTimezone } from '../market-data/zoned-time.ts';
import { candlesOf, encodedCandles } from '../encoded-candles.ts';
import { numberColumn } from '../number-columns.ts';
import { toTicker } from '../ticker-schema.ts';
import { FUNDAMENTALS_FRESH_SECONDS, NEWS_FRESH_SECONDS, SEARCH_FRESH_SECONDS } from './keys.ts';
import type { KindName } from './keys.ts';

/** How one kind of record is stored and how long it stays fresh. */
export interface RecordKind<T> {
  readonly name: KindName;
  /** A JSON value that `decode` reads back. */
  encode(value: T): unknown;
  /** `null` for anything that `encode` has not written. `answer`: the printed answer, where the body leaves to it what it holds. */
  decode(body: unknown, answer?: unknown): T | null;
  /** The instant that the record describes: an older one never replaces a newer one. */
  asOfSeconds(value: T): number;
  freshUntilSeconds(value: T, fetchedAtSeconds: number): number;
  /** Whether a subject is worth one of KV's writes; always when absent. */
  isStored?(subject: string): boolean;
  /** An extra that nobody waits for twice: its last failure is the answer until the next attempt is due. */
  readonly isExtra?: true;
}

const finite = v.pipe(v.number(), v.finite());
const positive = v.pipe(finite, v.gtValue(0));
const source = v.picklist(['yahoo', 'twelvedata', 'finnhub', 'sample']);
const integers = numberColumn();
const period = v.object({ startSeconds: finite, endSeconds: finite });

const columnsSchema: v.GenericSchema<unknown, EncodedCandles> = v.object({
  price_scale: v.number(),
  day_gaps: integers,
  open: integers,
  high: integers,
  low: integers,
  close: integers,
  volume: integers,
});

const stockSchema = v.object({
  source,
  // Records of the first release have none: their bars came with the price.
  historySource: v.optional(source),
  listing: v.object({
    symbol: v.pipe(v.string(), toTicker),
    companyName: v.string(),
    instrument: v.picklist(INSTRUMENTS),
    exchange: v.string(),
    currency: v.string(),
    timezone: v.pipe(v.string(), v.check(isTimezone)),
    calendar: v.picklist(['nyse', 'weekday', 'daily']),
  }),
  columns: columnsSchema,
  quote: v.object({
    price: positive,
    volume: v.nullable(finite),
    dayHigh: v.nullable(positive),
    dayLow: v.nullable(positive),
  }),
  session: v.nullable(v.object({ pre: v.nullable(period), regular: period, post: v.nullable(period) })),
  asOfSeconds: finite,
  delayedMinutes: finite,
});

/** What a printed answer holds of its record: the bars. */
const printedStockSchema = v.object({ columns: columnsSchema });

export const stockKind: RecordKind<StockRecord> = {
  name: 'stock',
  encode: (record) => ({ ...besideColumns(record), columns: encodedCandles(record.candles) }),
  decode(body, answer) {
    const printed = v.safeParse(printedStockSchema, answer);
    const parsed = v.safeParse(stockSchema, printed.success ? withColumns(body, printed.output) : body);
    if (!parsed.success) return null;
    const { columns, historySource, ...rest } = parsed.output;
    const candles = candlesOf(columns);
    if (candles === null || candles.time.length < 2) return null;
    return { ...rest, historySource: historySource ?? rest.source, candles };
  },
  asOfSeconds: (record) => record.asOfSeconds,
  freshUntilSeconds,
};

/** A stock record without its bars, which the printed answer beside it holds. */
export function besideColumns(record: StockRecord): object {
  return { ...record, candles: undefined };
}

function withColumns(body: unknown, { columns }: { readonly columns: EncodedCandles }): unknown {
  return typeof body === 'object' ? { ...body, columns } : body;
}

const fact = v.nullable(v.object({ value: finite, currency: v.string(), dateSeconds: finite }));

export const fundamentalsKind: RecordKind<Fundamentals> = {
  ...plainKind(
    'fundamentals',
    v.object({ marketCap: fact, trailingEps: fact, trailingPe: fact }),
    FUNDAMENTALS_FRESH_SECONDS,
    (record) => record.marketCap?.dateSeconds ?? 0,
  ),
  isExtra: true,
};

const articleSchema = v.object({
  id: v.string(),
  datetime: finite,
  url: v.string(),
  image: v.string(),
  headline: v.string(),
  summary: v.string(),
  source: v.string(),
});

export const newsKind: RecordKind<NewsRecord> = plainKind(
  'news',
  v.object({ source, articles: v.array(articleSchema), asOfSeconds: finite }),
  NEWS_FRESH_SECONDS,
  (record) => record.asOfSeconds,
);

const resultSchema = v.object({
  symbol: v.string(),
  name: v.string(),
  exchange: v.string(),
  country: v.string(),
  currency: v.string(),
});

export const searchKind: RecordKind<SearchRecord> = {
  ...plainKind(
    'search',
    v.object({ source, results: v.array(resultSchema), asOfSeconds: finite }),
    SEARCH_FRESH_SECONDS,
    (record) => record.asOfSeconds,
  ),
  // One letter matches too much to be worth one of KV's daily writes.
  isStored: (text) => text.length >= 2,
};

/** A record that is JSON as it stands and stays fresh for a fixed time. */
function plainKind<T>(
  name: 'fundamentals' | 'news' | 'search',
  schema: v.GenericSchema<unknown, T>,
  freshSeconds: number,
  asOfSeconds: (value: T) => number,
): RecordKind<T> {
  return {
    name,
    encode: (value) => value,
    decode(body) {
      const parsed = v.safeParse(schema, body);
      return parsed.success ? parsed.output : null;
    },
    asOfSeconds,
    freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + freshSeconds,
  };
}
