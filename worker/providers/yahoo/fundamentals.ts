import { err, ok, parseIsoDate } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../http/errors.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { DatedFigure, Fundamentals } from '../market-data.ts';
import { fundamentalSchema } from '../plausible.ts';

/** A little over a year, so that companies that report yearly have an entry. */
const WINDOW_SECONDS = 400 * 86_400;

const entrySchema = v.object({
  asOfDate: v.pipe(v.string(), v.transform(parseIsoDate), v.number()),
  currencyCode: v.nullish(v.string(), ''),
  reportedValue: v.object({ raw: fundamentalSchema }),
});

const series = v.optional(v.array(v.nullable(entrySchema)), []);

const fundamentalsSchema = v.object({
  timeseries: v.object({
    result: v.nullish(
      v.array(v.object({ trailingMarketCap: series, trailingPeRatio: series, trailingDilutedEPS: series })),
    ),
  }),
});

type Series = v.InferOutput<typeof series>;

/** True for a ticker that may be a company: indices, currency pairs, futures and coins have no earnings. */
export function mayHaveFundamentals(ticker: Ticker): boolean {
  return !/^\^|=|-[A-Z]{3,4}$/.test(ticker);
}

/** The path of a symbol's fundamentals. */
export function fundamentalsPath(symbol: Ticker, nowSeconds: number): string {
  const query = new URLSearchParams({
    symbol,
    type: 'trailingMarketCap,trailingPeRatio,trailingDilutedEPS',
    period1: String(Math.floor(nowSeconds - WINDOW_SECONDS)),
    period2: String(Math.floor(nowSeconds)),
  });
  return `/ws/fundamentals-timeseries/v1/finance/timeseries/${encodeURIComponent(symbol)}?${query}`;
}

/** Decodes the newest entry of each series; `null` for a missing series. */
export function decodeFundamentals(reply: JsonReply): Result<Fundamentals, ServiceError> {
  const parsed = v.safeParse(fundamentalsSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const rows = parsed.output.timeseries.result ?? [];
  const marketCap = newest(rows.flatMap((row) => row.trailingMarketCap));
  return ok({
    marketCap: marketCap !== null && marketCap.value > 0 ? marketCap : null,
    trailingEps: newest(rows.flatMap((row) => row.trailingDilutedEPS)),
    trailingPe: newest(rows.flatMap((row) => row.trailingPeRatio)),
  });
}

function newest(entries: Series): DatedFigure | null {
  let figure: DatedFigure | null = null;
  for (const entry of entries) {
    if (entry === null || (figure !== null && entry.asOfDate <= figure.dateSeconds)) continue;
    figure = { value: entry.reportedValue.raw, currency: entry.currencyCode, dateSeconds: entry.asOfDate };
  }
  return figure;
}
