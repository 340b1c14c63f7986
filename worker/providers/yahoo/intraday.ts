import { err, ok, type Result, type Ticker } from '#compute';
import * as v from 'valibot';
import type { IntradayRange } from '../../contract/contract.ts';
import type { Failure } from '../../failure.ts';
import { barsFromRows, barsOfInterval, partStarts, sessionParts } from '../bars.ts';
import type { IntradaySnapshot } from '../market-data.ts';
import { periodSchema, priceSchema } from '../plausible.ts';
import { inOneUnit } from '../unit-corrections.ts';
import type { JsonReply } from '../upstream.ts';
import { tradingDate } from '../venue-sessions.ts';
import { readChart } from './chart.ts';

const INTERVALS: Readonly<Record<IntradayRange, { readonly name: string; readonly seconds: number }>> = {
  '1d': { name: '1m', seconds: 60 },
  '5d': { name: '5m', seconds: 300 },
};

function metaSchema(nowSeconds: number) {
  // A day may have several periods, around a lunch break. Without extended trading there is a single unnamed list.
  const days = v.nullish(v.array(v.array(periodSchema(nowSeconds))), []);
  return v.object({
    chartPreviousClose: priceSchema,
    dataGranularity: v.nullish(v.string(), null),
    tradingPeriods: v.nullish(
      v.pipe(
        v.unknown(),
        v.transform((periods) => (Array.isArray(periods) ? { regular: periods } : periods)),
        v.object({ pre: days, regular: days, post: days }),
      ),
      null,
    ),
  });
}

/** The path of the request for the latest sessions' bars, including extended trading. */
export function intradayPath(symbol: Ticker, range: IntradayRange): string {
  return `/v8/finance/chart/${encodeURIComponent(symbol)}?range=${range}&interval=${INTERVALS[range].name}&includePrePost=true`;
}

/** Decodes the response to {@link intradayPath}, without rows later than `nowSeconds`. */
export function decodeIntraday(
  reply: JsonReply,
  symbol: Ticker,
  range: IntradayRange,
  nowSeconds: number,
): Result<IntradaySnapshot, Failure> {
  const chart = readChart(reply, symbol, nowSeconds);
  if (!chart.ok) return chart;
  const { listing, sessionsAfter, stated, delayedMinutes } = chart.value;
  const meta = v.safeParse(metaSchema(nowSeconds), chart.value.meta);
  if (!meta.success) return err({ reason: 'upstream_bad_payload' });
  const { chartPreviousClose, dataGranularity, tradingPeriods } = meta.output;
  const interval = INTERVALS[range];
  // Instruments that trade once a day, such as funds, get daily rows.
  if (dataGranularity !== null && dataGranularity !== interval.name) {
    return err({ reason: 'no_data', ticker: symbol });
  }
  // Adds the previous close as a row, so that it gets the minutes' unit.
  const before = { time: 0, open: null, high: null, low: null, close: chartPreviousClose, volume: 0 };
  const [first, ...minutes] = inOneUnit([before, ...chart.value.rows], chart.value.units).rows;
  const rows = barsFromRows(minutes, (seconds) => seconds, nowSeconds);
  const lastRow = rows.time.at(-1);
  if (lastRow === undefined) return err({ reason: 'no_data', ticker: symbol });
  const periods = tradingPeriods ?? stated;
  const bars = barsOfInterval(rows, interval.seconds);
  return ok({
    source: 'yahoo',
    listing,
    intervalSeconds: interval.seconds,
    bars,
    parts: sessionParts(bars.time, periods ? partStarts(periods) : []),
    // Yahoo states the close before the range: for one day, the previous day's.
    previousClose: first?.close ?? null,
    sessions: sessionsAfter(Float64Array.of(tradingDate(lastRow, listing))),
    asOfSeconds: Math.min(Math.max(chart.value.meta.regularMarketTime ?? 0, lastRow), nowSeconds),
    delayedMinutes,
  });
}
