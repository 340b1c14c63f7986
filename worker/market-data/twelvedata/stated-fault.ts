import * as v from 'valibot';
import type { ServiceError } from '../../errors.ts';
import type { JsonReply } from '../fetch-json.ts';

/** Credits are counted by the minute. */
const LIMIT_SECONDS = 60;

const errorSchema = v.object({ status: v.literal('error'), code: v.number() });

/** True for Twelve Data's error body, which at times comes with HTTP 200. */
export function isStatedError(reply: JsonReply): boolean {
  return v.is(errorSchema, reply.body);
}

/** The fault of the service that an error body states; `null` for an answer, and for an error about what was asked. */
export function statedFault(reply: JsonReply): ServiceError | null {
  const parsed = v.safeParse(errorSchema, reply.body);
  if (!parsed.success) return null;
  const { code } = parsed.output;
  if (code === 429) return { reason: 'upstream_rate_limited', retryAfterSeconds: LIMIT_SECONDS };
  if (code === 401 || code === 403) return { reason: 'upstream_refused' };
  return code >= 500 ? { reason: 'upstream_unavailable' } : null;
}
