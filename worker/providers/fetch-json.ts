import { err, ok } from '#compute';
import type { Result } from '#compute';
import { withDeadline } from '../resilience/deadline.ts';
import type { ServiceError } from '../http/errors.ts';

/** One attempt, headers and body together. */
const ATTEMPT_TIMEOUT_MS = 2500;
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Bounds of a source's `Retry-After`, and the default if it is missing or unreadable. */
const MIN_RETRY_AFTER_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 15 * 60;
const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** Error statuses whose JSON body says what is wrong. */
const EXPLAINED_STATUSES = new Set([400, 404, 422]);

/** A vendor's JSON response, untrusted until a schema has decoded it. */
export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Fetches up to 2 MiB of JSON from a vendor within 2.5 s, without following redirects. Returns the parsed body of a 2xx,
 * 400, 404 or 422; everything else is a `ServiceError`. Never throws. `signal` is the deadline of the whole operation,
 * `now` the clock in epoch milliseconds.
 */
export async function fetchJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  now: () => number,
): Promise<Result<JsonReply, ServiceError>> {
  return withDeadline(ATTEMPT_TIMEOUT_MS, signal, async (bounded) => {
    try {
      const response = await fetch(url, { headers, redirect: 'manual', signal: bounded });
      const refusal = refusalOf(response, now());
      if (refusal !== null) {
        // The body is not needed, and it does not matter whether it can be cancelled.
        void response.body?.cancel().catch(() => undefined);
        return err(refusal);
      }
      const text = await readText(response);
      return text === null ? err({ reason: 'upstream_too_large' }) : parseJson(text, response.status);
    } catch {
      return err({ reason: bounded.aborted ? 'upstream_timeout' : 'upstream_unreachable' });
    }
  });
}

/** Reads a `Retry-After` of either form (RFC 9110 section 10.2.3) as seconds from `nowMs`; never NaN. */
export function retryAfterSeconds(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1000;
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_RETRY_AFTER_SECONDS;
  return Math.min(Math.max(Math.ceil(seconds), MIN_RETRY_AFTER_SECONDS), MAX_RETRY_AFTER_SECONDS);
}

function refusalOf(response: Response, nowMs: number): ServiceError | null {
  const { status } = response;
  if (status === 429) {
    const seconds = retryAfterSeconds(response.headers.get('Retry-After'), nowMs);
    return { reason: 'upstream_rate_limited', retryAfterSeconds: seconds };
  }
  if (status === 401 || status === 403) return { reason: 'upstream_refused' };
  if (status >= 300 && status < 400) return { reason: 'upstream_redirected' };
  if (status >= 500) return { reason: 'upstream_unavailable' };
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('Content-Type') ?? '');
  const readable = isJson && (response.ok || EXPLAINED_STATUSES.has(status));
  return readable ? null : { reason: 'upstream_bad_payload' };
}

/** The body as text, or `null` once it exceeds the limit; the rest is not read. */
async function readText(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > MAX_BODY_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string, status: number): Result<JsonReply, ServiceError> {
  try {
    return ok({ status, body: JSON.parse(text) as unknown });
  } catch {
    return err({ reason: 'upstream_bad_payload' });
  }
}
