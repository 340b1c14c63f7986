/**
 * Decodes KV values written before 2026-11-22. To be removed on 2026-12-22, when the last of them has expired.
 *
 * A value was one line of JSON, `{"fetched_at":…,"body":…}`, or three lines each ended by a line feed: a header, the encoded
 * response with the columns, and that first form again, whose body then left the columns out.
 */
import { decodeCandles, isTimezone } from '#compute';
import type { EncodedCandles } from '#compute';
import * as v from 'valibot';
import { toTicker } from '../contract/fields.ts';
import { INSTRUMENTS, type PriceSnapshot } from '../providers/market-data.ts';

interface PreviousEntry {
  readonly fetchedAtSeconds: number;
  readonly body: unknown;
  /** The encoded response; `null` where there was none. */
  readonly answer: unknown;
}

const finite = v.pipe(v.number(), v.finite());
const positive = v.pipe(finite, v.gtValue(0));
const source = v.picklist(['yahoo', 'twelvedata', 'finnhub', 'sample']);
const period = v.object({ startSeconds: finite, endSeconds: finite });

const entrySchema = v.object({ fetched_at: finite, body: v.unknown() });

const stockSchema = v.object({
  source,
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

const columnsSchema = v.object({ columns: v.custom<EncodedCandles>((value) => typeof value === 'object') });
const requestedSchema = v.object({ requested_ticker: v.string() });

/** Parses a value of the previous format; `null` for anything else. */
export function readPreviousEntry(text: string): PreviousEntry | null {
  try {
    const [first = '', answer, entry] = text.split('\n');
    const { fetched_at: fetchedAtSeconds, body } = v.parse(entrySchema, JSON.parse(entry || first));
    return { fetchedAtSeconds, body, answer: entry ? (JSON.parse(answer ?? '') as unknown) : null };
  } catch {
    return null;
  }
}

/** A snapshot of the previous format. Its fundamentals count as due, because they were not stored with it. */
export function decodePreviousSnapshot(text: string): {
  readonly value: {
    readonly requestedTicker: string;
    readonly stock: PriceSnapshot;
    readonly valuation: { readonly marketCap: null; readonly peRatio: null };
    readonly fundamentalsDue: boolean;
  };
  readonly fetchedAtSeconds: number;
} | null {
  const entry = readPreviousEntry(text);
  if (entry === null) return null;
  const { body, answer, fetchedAtSeconds } = entry;
  const stock = v.safeParse(stockSchema, body);
  const encoded = v.safeParse(columnsSchema, answer ?? body);
  const candles = encoded.success ? decodeCandles(encoded.output.columns) : null;
  if (!stock.success || !candles?.ok || candles.value.time.length < 2) return null;
  const { historySource, ...rest } = stock.output;
  const requested = v.safeParse(requestedSchema, answer);
  return {
    fetchedAtSeconds,
    value: {
      requestedTicker: requested.success ? requested.output.requested_ticker : rest.listing.symbol,
      stock: { ...rest, historySource: historySource ?? rest.source, candles: candles.value, actions: null },
      valuation: { marketCap: null, peRatio: null },
      fundamentalsDue: true,
    },
  };
}
