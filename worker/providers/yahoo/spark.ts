/** Yahoo's batch of closes: a short chart for each symbol that Yahoo knows. */
import { err, ok, parseTicker, type Ticker } from '#compute';
import * as v from 'valibot';
import type { Outcome } from '../../failure.ts';
import { barsFromRows } from '../bars.ts';
import { factorStep } from '../corrections/units.ts';
import type { LatestPrice, LatestPrices } from '../market-data.ts';
import { rowsSchema } from '../plausible.ts';
import type { JsonReply } from '../upstream.ts';
import { tradingDate } from '../venues/venue-sessions.ts';
import { chartOf, lastTrade, responseSchema, seriesSchema, type Chart } from './chart.ts';

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
  const prices = result.flatMap((row): [Ticker, LatestPrice][] => {
    const symbol = parseTicker(row.symbol);
    const chart = symbol.ok ? chartOf(row.response[0], symbol.value, nowSeconds) : symbol;
    const price = chart.ok ? latestPrice(chart.value) : null;
    return chart.ok && price ? [[chart.value.symbol, price]] : [];
  });
  return ok(new Map(prices));
}

function latestPrice(chart: Chart): LatestPrice | null {
  const { meta, listing, rows, units, nowSeconds } = chart;
  const { regularMarketPrice: price, regularMarketTime } = meta;
  if (price === null || regularMarketTime === null) return null;
  const dateOf = (seconds: number) => tradingDate(seconds, listing);
  const dateSeconds = dateOf(Math.min(regularMarketTime, nowSeconds));
  const { time, close } = barsFromRows(rows, dateOf, dateSeconds - 1);
  const closes = Array.from(time, (date, bar) => ({ dateSeconds: date, close: close[bar] ?? NaN }));
  const previous = closes.at(-1);
  // Only a chart can tell which of the two is in another unit.
  if (units && previous && factorStep(previous.close, price, units.factor) !== 0) return null;
  const traded = lastTrade(chart, Float64Array.of(dateSeconds), regularMarketTime, SESSIONS_AFTER_LATEST);
  return { ...traded, price, dateSeconds, closes };
}
