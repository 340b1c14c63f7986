import { err } from '#compute';
import type { Result } from '#compute';
import type { ServiceError } from '../../errors.ts';
import { fetchJson } from '../fetch-json.ts';
import type { JsonReply } from '../fetch-json.ts';

/** Yahoo's edge answers 429 to a request without a browser-like agent, and a Worker sends none by default. */
const HEADERS = { 'User-Agent': 'Mozilla/5.0 (compatible; Candor/0.1)', Accept: 'application/json' };

/** Faults of one address that another may not share. A 429 counts for both, and 4xx are answers. */
const TRY_NEXT_ADDRESS: ReadonlySet<ServiceError['reason']> = new Set<ServiceError['reason']>([
  'upstream_timeout',
  'upstream_unreachable',
  'upstream_unavailable',
  'upstream_bad_payload',
]);

/** Asks the configured base addresses in order; the next one only after a fault of the one before. */
export async function requestYahoo(
  baseUrls: readonly string[],
  pathAndQuery: string,
  signal: AbortSignal,
): Promise<Result<JsonReply, ServiceError>> {
  let last: Result<JsonReply, ServiceError> = err({ reason: 'upstream_timeout' });
  for (const baseUrl of baseUrls) {
    if (signal.aborted) break;
    // oxlint-disable-next-line no-await-in-loop -- the addresses are alternatives, tried in order
    last = await fetchJson(baseUrl + pathAndQuery, HEADERS, signal);
    if (last.ok || !TRY_NEXT_ADDRESS.has(last.error.reason)) return last;
  }
  return last;
}
