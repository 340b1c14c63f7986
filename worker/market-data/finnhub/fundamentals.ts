import { err, ok, SECONDS_PER_DAY } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../errors.ts';
import type { DatedFact, Fundamentals } from '../market-data.ts';

const MILLION = 1e6;

const finite = v.nullish(v.pipe(v.number(), v.finite()), null);

const profileSchema = v.object({
  currency: v.optional(v.string(), ''),
  /** In millions. */
  marketCapitalization: finite,
});

const metricSchema = v.object({ metric: v.object({ epsTTM: finite, peTTM: finite }) });

/** Decodes `/stock/profile2` and `/stock/metric`; an unknown symbol is answered there by `{}`. */
export function decodeFundamentals(
  profileBody: unknown,
  metricBody: unknown,
  ticker: Ticker,
  nowSeconds: number,
): Result<Fundamentals, ServiceError> {
  const profile = v.safeParse(profileSchema, profileBody);
  const metric = v.safeParse(metricSchema, metricBody);
  if (!profile.success || !metric.success) return err({ reason: 'upstream_bad_payload' });
  const { currency, marketCapitalization } = profile.output;
  const { epsTTM, peTTM } = metric.output.metric;
  if (marketCapitalization === null && epsTTM === null && peTTM === null) {
    return err({ reason: 'no_data', ticker });
  }
  const dateSeconds = Math.floor(nowSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  const fact = (value: number | null, unit: string): DatedFact | null =>
    value === null ? null : { value, currency: unit, dateSeconds };
  return ok({
    marketCap: fact(marketCapitalization && marketCapitalization * MILLION, currency),
    trailingEps: fact(epsTTM, currency),
    trailingPe: fact(peTTM, ''),
  });
}
