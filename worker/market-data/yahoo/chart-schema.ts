import * as v from 'valibot';
import { numberColumn, numberColumnWithHoles } from '../../number-columns.ts';
import { isTimezone } from '../zoned-time.ts';

/** Five years hold 1,260 daily bars, or 1,830 where trading never stops. */
const MAX_BARS = 20_000;

const column = numberColumnWithHoles();

const period = v.object({ start: v.number(), end: v.number() });

const result = v.object({
  meta: v.object({
    symbol: v.string(),
    currency: v.nullish(v.string(), ''),
    exchangeName: v.nullish(v.string(), ''),
    fullExchangeName: v.nullish(v.string(), null),
    instrumentType: v.nullish(v.string(), 'EQUITY'),
    exchangeTimezoneName: v.pipe(v.string(), v.check(isTimezone)),
    longName: v.nullish(v.string(), null),
    shortName: v.nullish(v.string(), null),
    regularMarketPrice: v.nullish(v.number(), null),
    regularMarketTime: v.nullish(v.pipe(v.number(), v.finite()), null),
    regularMarketDayHigh: v.nullish(v.number(), null),
    regularMarketDayLow: v.nullish(v.number(), null),
    regularMarketVolume: v.nullish(v.number(), null),
    currentTradingPeriod: v.nullish(
      v.object({
        pre: v.nullish(period, null),
        regular: v.nullish(period, null),
        post: v.nullish(period, null),
      }),
      null,
    ),
  }),
  timestamp: v.optional(
    v.pipe(
      numberColumn(),
      v.check((times) => times.length <= MAX_BARS && times.every(Number.isFinite)),
    ),
    [],
  ),
  indicators: v.object({
    quote: v.pipe(
      v.array(
        v.object({
          open: v.optional(column, []),
          high: v.optional(column, []),
          low: v.optional(column, []),
          close: v.optional(column, []),
          volume: v.optional(column, []),
        }),
      ),
      v.minLength(1),
    ),
  }),
});

/** The body of `/v8/finance/chart/{symbol}`: the fields we read, nothing else. */
export const chartSchema = v.object({
  chart: v.object({
    result: v.nullish(v.array(result), []),
    error: v.nullish(v.object({ code: v.nullish(v.string(), '') }), null),
  }),
});

export type ChartResult = v.InferOutput<typeof result>;
