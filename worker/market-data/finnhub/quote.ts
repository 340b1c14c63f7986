import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../errors.ts';
import { price } from '../bars.ts';
import type { Quote } from '../market-data.ts';

/** A quote and the instant of its trade, epoch seconds. */
export interface TimedQuote extends Quote {
  readonly asOfSeconds: number;
}

const quoteSchema = v.object({
  c: v.number(),
  h: v.nullish(v.number(), null),
  l: v.nullish(v.number(), null),
  t: v.pipe(v.number(), v.finite()),
});

/** Decodes `/quote`. An unknown symbol is answered there by zeros. */
export function decodeQuote(
  body: unknown,
  ticker: Ticker,
  nowSeconds: number,
): Result<TimedQuote, ServiceError> {
  const parsed = v.safeParse(quoteSchema, body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { c, h, l, t } = parsed.output;
  if (c === 0 && t === 0) return err({ reason: 'unknown_symbol', ticker });
  const current = price(c);
  if (current === null || t <= 0) return err({ reason: 'upstream_bad_payload' });
  return ok({
    price: current,
    volume: null,
    dayHigh: price(h),
    dayLow: price(l),
    asOfSeconds: Math.min(t, nowSeconds),
  });
}
