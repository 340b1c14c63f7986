import { err, ok } from '#compute';
import * as v from 'valibot';
import type { IntradayRange } from '../../contract/contract.ts';
import type { Outcome } from '../../failure.ts';
import { barsFromRows, barsOfInterval, sessionParts } from '../bars.ts';
import { inOneUnit } from '../corrections/units.ts';
import type { IntradaySnapshot } from '../market-data.ts';
import { periodSchema } from '../plausible.ts';
import { comingSessions, tradingDate } from '../venues/venue-sessions.ts';
import type { Chart } from './chart.ts';

export const INTERVALS: Readonly<Record<IntradayRange, { readonly name: string; readonly seconds: number }>> =
  {
    '1d': { name: '1m', seconds: 60 },
    '5d': { name: '5m', seconds: 300 },
  };

/** The periods of each part of the sessions. Without extended trading Yahoo sends a single unnamed list. */
function tradingPeriodsSchema(nowSeconds: number) {
  // A day may have several periods, around a lunch break.
  const days = v.nullish(v.array(v.array(periodSchema(nowSeconds))), []);
  return v.nullish(
    v.pipe(
      v.unknown(),
      v.transform((periods) => (Array.isArray(periods) ? { regular: periods } : periods)),
      v.object({ pre: days, regular: days, post: days }),
    ),
    null,
  );
}

/** Decodes the chart of the latest sessions' bars, including extended trading, without rows later than its `nowSeconds`. */
export function decodeIntraday(chart: Chart, range: IntradayRange): Outcome<IntradaySnapshot> {
  const { symbol, meta, rows, listing, units, stated, nowSeconds, delayedMinutes } = chart;
  const tradingPeriods = v.safeParse(tradingPeriodsSchema(nowSeconds), meta.tradingPeriods);
  if (!tradingPeriods.success) return err({ reason: 'upstream_bad_payload' });
  const { name, seconds: intervalSeconds } = INTERVALS[range];
  // Instruments that trade once a day, such as funds, get daily rows.
  if ((meta.dataGranularity ?? name) !== name) return err({ reason: 'no_data', ticker: symbol });
  // Adds the previous close as a row, so that it gets the minutes' unit.
  const before = { time: 0, open: null, high: null, low: null, close: meta.chartPreviousClose, volume: 0 };
  const [first, ...inUnit] = inOneUnit([before, ...rows], units).rows;
  const minutes = barsFromRows(inUnit, (seconds) => seconds, nowSeconds);
  const lastTime = minutes.time.at(-1);
  if (lastTime === undefined) return err({ reason: 'no_data', ticker: symbol });
  const periods = tradingPeriods.output ?? stated;
  const bars = barsOfInterval(minutes, intervalSeconds);
  return ok({
    source: 'yahoo',
    listing,
    intervalSeconds,
    bars,
    parts: sessionParts(bars.time, periods ? [periods] : []),
    // Yahoo states the close before the range: for one day, the previous day's.
    previousClose: first?.close ?? null,
    sessions: comingSessions({ ...chart, time: Float64Array.of(tradingDate(lastTime, listing)) }),
    asOfSeconds: Math.min(Math.max(meta.regularMarketTime ?? 0, lastTime), nowSeconds),
    delayedMinutes,
  });
}
