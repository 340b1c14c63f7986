/** Yahoo's batch of closes: a short chart for each symbol that Yahoo knows. */
import { err, ok, parseTicker, type Ticker } from '#compute';
import * as v from 'valibot';
import type { Outcome } from '../../failure.ts';
import { barsFromRows } from '../bars.ts';
import { factorStep } from '../corrections/units.ts';
import type { LatestPrice, LatestPrices } from '../market-data.ts';
import { rowsSchema } from '../plausible.ts';
import type { JsonReply } from '../upstream.ts';
import { isSameSymbol } from '../venues/exchanges.ts';
import { comingSessions, tradingDate } from '../venues/venue-sessions.ts';
import { describedBy, responseSchema, rowsOf, seriesSchema } from './chart.ts';

/** Yahoo refuses calls for more symbols. */
export const SYMBOLS_PER_CALL = 20;

/** A latest price needs its own session and the next one. */
const SESSIONS_AFTER_LATEST = 1;

function rowSchema(nowSeconds: number) {
  return v.object({
    symbol: v.string(),
    response: v.looseTuple([seriesSchema(nowSeconds)]),
  });
}

export function sparkPath(symbols: readonly Ticker[]): string {
  return `/v7/finance/spark?symbols=${symbols.map(encodeURIComponent).join(',')}&range=5d&interval=1d&includePrePost=false`;
}

/** Decodes the response to {@link sparkPath}. Unreadable rows and unknown symbols are left out. */
export function decodeSpark(reply: JsonReply, nowSeconds: number): Outcome<LatestPrices> {
  const sparkSchema = responseSchema(rowsSchema(rowSchema(nowSeconds)));
  const parsed = v.safeParse(v.object({ spark: sparkSchema }), reply.body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { result, error } = parsed.output.spark;
  // Yahoo's response if it knows none of the symbols.
  if (error?.code === 'Not Found') return ok(new Map());
  if (reply.status !== 200 || error !== null) return err({ reason: 'upstream_bad_payload' });
  const prices = result.flatMap((row) => latestPrice(row, nowSeconds) ?? []);
  return ok(new Map(prices.map((price) => [price.listing.symbol, price])));
}

function latestPrice(
  row: v.InferOutput<ReturnType<typeof rowSchema>>,
  nowSeconds: number,
): LatestPrice | null {
  const symbol = parseTicker(row.symbol);
  const [{ meta, timestamp, indicators }] = row.response;
  const { regularMarketPrice: price, regularMarketTime } = meta;
  const [columns] = indicators.quote;
  const isWhole = isSameSymbol(meta.symbol, row.symbol) && columns.close.length === timestamp.length;
  if (!symbol.ok || price === null || regularMarketTime === null || !isWhole) return null;
  const described = describedBy(meta, symbol.value, nowSeconds);
  const { listing, units, isDatedAhead, delayedMinutes } = described;
  const dateOf = (seconds: number) => tradingDate(seconds, listing);
  const asOfSeconds = Math.min(regularMarketTime, nowSeconds);
  const dateSeconds = dateOf(asOfSeconds);
  const { time, close } = barsFromRows(rowsOf(timestamp, columns, nowSeconds), dateOf, dateSeconds - 1);
  const closes = Array.from(time, (date, bar) => ({ dateSeconds: date, close: close[bar] ?? NaN }));
  const previous = closes.at(-1);
  // Only a chart can tell which of the two is in another unit.
  if (units && previous && factorStep(previous.close, price, units.factor) !== 0) return null;
  const sessions = comingSessions(
    { ...described, time: Float64Array.of(dateSeconds) },
    SESSIONS_AFTER_LATEST,
  );
  return {
    source: 'yahoo',
    listing,
    price,
    asOfSeconds,
    isDatedAhead,
    dateSeconds,
    closes,
    sessions,
    delayedMinutes,
  };
}
