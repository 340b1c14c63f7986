import { err, ok } from '#compute';
import * as v from 'valibot';
import { parseJson, readBody } from '../body.ts';
import type { Runtime } from '../config.ts';
import type { DataSource } from '../contract/contract.ts';
import type { Failure, Outcome } from '../failure.ts';
import { Breaker, type Pass } from '../resilience/breaker.ts';
import type { CallPurpose, LeasedCalls } from '../resilience/call-budget.ts';
import { withDeadline } from '../resilience/single-flight.ts';
import type { ProviderState } from './market-data.ts';

/** A retry waits a random part of this ("full jitter", Brooker 2015), so that retries do not arrive all at once. */
const RETRY_JITTER_MS = 200;
/** Retries stay below a tenth of successful calls (SRE Book, "Handling Overload": a client's retry budget). */
const RETRIES_PER_SUCCESS = 0.1;
/** Enough for a quiet isolate's faults, too few to overload a provider that is down. */
const MAX_RETRIES_LEFT = 10;

type Reasons = ReadonlySet<Failure['reason']>;

/** Faults that may be transient. Retrying after a rate limit, a refusal or a bad body is pointless. */
const RETRYABLE: Reasons = new Set(['upstream_timeout', 'upstream_unreachable', 'upstream_unavailable']);

/** Failures by which a vendor refuses every request, not just one listing. */
const REFUSALS: Reasons = new Set([
  'upstream_rate_limited',
  'upstream_refused',
  'upstream_redirected',
  'upstream_bad_payload',
]);

/** Limit for one attempt, headers and body together. */
const ATTEMPT_TIMEOUT_MS = 2500;
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Bounds of a source's `Retry-After`, and the default if it is missing or unreadable. */
const MIN_RETRY_AFTER_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 15 * 60;
const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** A scheduled run that has used up its calls is followed by the next one. */
const RUN_WAIT_SECONDS = 60;

/** Error statuses whose JSON body says what is wrong. */
const EXPLAINED_STATUSES = new Set([400, 404, 422]);

export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
}

export interface UpstreamSettings {
  readonly name: DataSource;
  /** Base URLs of the same service; after a failure the next request uses the next one. */
  readonly addresses: readonly [string, ...string[]];
  readonly headers: Readonly<Record<string, string>>;
  readonly runtime: Runtime;
  /** Every attempt takes one call from it; absent if the provider itself counts by key. */
  readonly budget?: Pick<LeasedCalls, 'take'> | undefined;
  /** The status in a reply's body, if the provider reports its faults there. */
  readonly statedStatus?: (reply: JsonReply) => number;
}

/** A provider's API, with this isolate's breaker and retry budget. Its methods never throw. */
export class Upstream {
  readonly name: DataSource;
  /** Names provider and hosts in cache keys, so that data of two upstreams never mix. */
  readonly identity: string;
  readonly #settings: UpstreamSettings;
  readonly #breaker: Breaker;
  #retriesLeft = MAX_RETRIES_LEFT;
  #failures = 0;
  #lastSuccessAt: string | null = null;
  #refusedSince: string | null = null;

  constructor(settings: UpstreamSettings) {
    const hosts = settings.addresses.map((address) => address.replace(/^https?:\/\//, ''));
    this.name = settings.name;
    this.identity = `${this.name}@${hosts.join('+')}`;
    this.#settings = settings;
    this.#breaker = new Breaker(settings.runtime.now);
  }

  /**
   * Retries once after a transient fault, within the retry budget. Fails at once while the breaker is open or no call is left.
   * Optional data get one attempt, need a closed breaker, and their failures do not count there, since it guards prices too.
   */
  async request(
    pathAndQuery: string,
    signal: AbortSignal,
    purpose: CallPurpose | 'optional' = 'first',
  ): Promise<Outcome<JsonReply>> {
    const isOptional = purpose === 'optional';
    if (isOptional && this.#breaker.state() !== 'closed') return err({ reason: 'upstream_unavailable' });
    let last: Outcome<JsonReply> = err({ reason: 'upstream_timeout' });
    for (let attempt = 0; attempt < 2 && !signal.aborted; attempt++) {
      const pass = this.#breaker.admit();
      if (!('generation' in pass)) {
        const reason = pass.limited ? 'upstream_rate_limited' : 'temporarily_unavailable';
        return attempt === 0 ? err({ reason, retryAfterSeconds: pass.waitSeconds }) : last;
      }
      const refused = await this.#refusal(isOptional ? 'renewal' : purpose);
      if (refused) {
        this.#breaker.withdrawn(pass);
        return attempt === 0 ? refused : last;
      }
      last = await this.#ask(pathAndQuery, signal);
      if (isOptional) return last;
      this.#record(last, pass, pathAndQuery, signal.aborted);
      if (last.ok || pass.isProbe || !RETRYABLE.has(last.error.reason) || this.#retriesLeft < 1) return last;
      if (attempt > 0) return last;
      this.#retriesLeft -= 1;
      const waitMs = this.#settings.runtime.random() * RETRY_JITTER_MS;
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    return last;
  }

  async read<T>(
    pathAndQuery: string,
    schema: v.GenericSchema<unknown, T>,
    signal: AbortSignal,
    purpose?: CallPurpose | 'optional',
  ): Promise<Outcome<T>> {
    const reply = await this.request(pathAndQuery, signal, purpose);
    if (!reply.ok) return reply;
    const parsed = v.safeParse(schema, reply.value.body);
    return reply.value.status === 200 && parsed.success
      ? ok(parsed.output)
      : err({ reason: 'upstream_bad_payload' });
  }

  state(): ProviderState {
    return {
      name: this.name,
      breaker: this.#breaker.state(),
      last_success_at: this.#lastSuccessAt,
      refused_since: this.#refusedSince,
    };
  }

  protected nowSeconds(): number {
    return this.#settings.runtime.now() / 1000;
  }

  async #refusal(purpose: CallPurpose): Promise<Outcome<never> | null> {
    const { budget, runtime } = this.#settings;
    const waitSeconds = budget ? await budget.take(purpose) : null;
    if (waitSeconds === null && runtime.spend?.() !== false) return null;
    return err({ reason: 'call_budget_spent', retryAfterSeconds: waitSeconds ?? RUN_WAIT_SECONDS });
  }

  async #ask(pathAndQuery: string, signal: AbortSignal): Promise<Outcome<JsonReply>> {
    const { addresses, headers, runtime, statedStatus } = this.#settings;
    const address = addresses[this.#failures % addresses.length] ?? addresses[0];
    const reply = await fetchJson(address + pathAndQuery, headers, runtime.now, signal);
    const stated = reply.ok && statedStatus ? faultOf(statedStatus(reply.value)) : null;
    return stated === null ? reply : err(stated);
  }

  #record(reply: Outcome<JsonReply>, pass: Pass, key: string, isAborted: boolean): void {
    const now = new Date(this.#settings.runtime.now()).toISOString();
    if (reply.ok) {
      this.#lastSuccessAt = now;
      this.#refusedSince = null;
      this.#retriesLeft = Math.min(this.#retriesLeft + RETRIES_PER_SUCCESS, MAX_RETRIES_LEFT);
      this.#breaker.succeeded(pass);
      return;
    }
    const { error } = reply;
    if (REFUSALS.has(error.reason)) this.#refusedSince ??= now;
    if (error.reason === 'upstream_rate_limited') {
      this.#breaker.limited(error.retryAfterSeconds);
      return;
    }
    if (isAborted) this.#breaker.withdrawn(pass);
    else this.#breaker.failed(pass, key);
    this.#failures += 1;
  }
}

/** Up to 2 MiB of JSON within 2.5 s, without redirects: the body of a 2xx, 400, 404 or 422, else a `Failure`. Never throws. */
export async function fetchJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  now: () => number,
  signal?: AbortSignal,
): Promise<Outcome<JsonReply>> {
  const attempt = async (bounded: AbortSignal): Promise<Outcome<JsonReply>> => {
    try {
      const accepting = { Accept: 'application/json', ...headers };
      const response = await fetch(url, { headers: accepting, redirect: 'manual', signal: bounded });
      const refusal = refusalOf(response, now());
      if (refusal !== null) {
        // The body is not needed; a failure to cancel it does not matter.
        void response.body?.cancel().catch(() => undefined);
        return err(refusal);
      }
      const text = await readBody(response, MAX_BODY_BYTES);
      if (text === null) return err({ reason: 'upstream_too_large' });
      const body = parseJson(text);
      return body === null ? err({ reason: 'upstream_bad_payload' }) : ok({ status: response.status, body });
    } catch {
      return err({ reason: bounded.aborted ? 'upstream_timeout' : 'upstream_unreachable' });
    }
  };
  return withDeadline(ATTEMPT_TIMEOUT_MS, attempt, signal);
}

/** Reads a `Retry-After` of either form (RFC 9110 section 10.2.3) as seconds from `nowMs`; never NaN. */
export function retryAfterSeconds(
  header: string | null,
  nowMs: number,
  maxSeconds = MAX_RETRY_AFTER_SECONDS,
): number {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1000;
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_RETRY_AFTER_SECONDS;
  return Math.min(Math.max(Math.ceil(seconds), MIN_RETRY_AFTER_SECONDS), maxSeconds);
}

function refusalOf({ status, headers, ok: isOk }: Response, nowMs: number): Failure | null {
  const fault = faultOf(status, retryAfterSeconds(headers.get('Retry-After'), nowMs));
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('Content-Type') ?? '');
  const isReadable = isJson && (isOk || EXPLAINED_STATUSES.has(status));
  return fault ?? (isReadable ? null : { reason: 'upstream_bad_payload' });
}

/** The service's fault; `null` for data, and for errors in the request itself. */
function faultOf(status: number, pauseSeconds = DEFAULT_RETRY_AFTER_SECONDS): Failure | null {
  if (status === 429) return { reason: 'upstream_rate_limited', retryAfterSeconds: pauseSeconds };
  if (status === 401 || status === 403) return { reason: 'upstream_refused' };
  if (status >= 300 && status < 400) return { reason: 'upstream_redirected' };
  return status >= 500 ? { reason: 'upstream_unavailable' } : null;
}
