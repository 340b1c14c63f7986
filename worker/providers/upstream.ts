import { err } from '#compute';
import type { Result } from '#compute';
import { Breaker, RetryBudget } from '../resilience/breaker.ts';
import type { Refusal } from '../resilience/breaker.ts';
import type { DataSource } from '../contract/contract.ts';
import type { ServiceError } from '../http/errors.ts';
import type { Runtime } from '../runtime.ts';
import { fetchJson } from './fetch-json.ts';
import type { JsonReply } from './fetch-json.ts';
import type { ProviderState } from './market-data.ts';

/** A retry waits a random part of this ("full jitter", Brooker 2015), so that retries do not arrive all at once. */
const RETRY_JITTER_MS = 200;

/** Faults that may be transient. After a rate limit, a refusal or a bad body a retry is wasted. */
const RETRYABLE: ReadonlySet<ServiceError['reason']> = new Set<ServiceError['reason']>([
  'upstream_timeout',
  'upstream_unreachable',
  'upstream_unavailable',
]);

export interface UpstreamSettings {
  readonly name: DataSource;
  /** Base addresses of the same service; after a failure the next request goes to the next one. */
  readonly addresses: readonly [string, ...string[]];
  readonly headers: Readonly<Record<string, string>>;
  readonly runtime: Runtime;
  /** The fault that a reply reports in its body; `null` if it has data. */
  readonly faultIn?: (reply: JsonReply) => ServiceError | null;
}

/** A provider on the network, behind its breaker. */
export interface Upstream {
  /**
   * Requests a path, and once more after a transient fault if the retry budget allows. Fails at once while the breaker is
   * open. Never throws. `signal` is the caller's deadline.
   */
  request(pathAndQuery: string, signal: AbortSignal): Promise<Result<JsonReply, ServiceError>>;
  /**
   * One attempt, for optional data. Its failures do not count towards the breaker, which guards prices too. Fails at once
   * unless the breaker is closed.
   */
  requestBestEffort(pathAndQuery: string, signal: AbortSignal): Promise<Result<JsonReply, ServiceError>>;
  state(): ProviderState;
}

/** Connects to a provider. Its breaker and retry budget are those of this isolate. */
export function createUpstream(settings: UpstreamSettings): Upstream {
  const { name, addresses, headers, runtime, faultIn = () => null } = settings;
  const breaker = new Breaker(runtime.now);
  const retries = new RetryBudget();
  let preferred = 0;
  let lastSuccessAt: string | null = null;

  async function ask(pathAndQuery: string, signal: AbortSignal): Promise<Result<JsonReply, ServiceError>> {
    const address = addresses[preferred % addresses.length] ?? addresses[0];
    const reply = await fetchJson(address + pathAndQuery, headers, signal, runtime.now);
    const stated = reply.ok ? faultIn(reply.value) : null;
    return stated === null ? reply : err(stated);
  }

  return {
    async request(pathAndQuery, signal) {
      let last: Result<JsonReply, ServiceError> = err({ reason: 'upstream_timeout' });
      for (let attempt = 0; attempt < 2 && !signal.aborted; attempt++) {
        const pass = breaker.admit();
        if (!('generation' in pass)) return attempt === 0 ? err(refusalError(pass)) : last;
        // oxlint-disable-next-line no-await-in-loop -- the second attempt follows the first
        last = await ask(pathAndQuery, signal);
        if (last.ok) {
          lastSuccessAt = new Date(runtime.now()).toISOString();
          retries.earn();
          breaker.succeeded(pass);
          return last;
        }
        const { error } = last;
        if (error.reason === 'upstream_rate_limited') {
          breaker.limited(error.retryAfterSeconds);
          return last;
        }
        if (signal.aborted) breaker.withdrawn(pass);
        else breaker.failed(pass, pathAndQuery);
        preferred += 1;
        if (attempt > 0 || pass.isProbe || !RETRYABLE.has(error.reason) || !retries.spend()) return last;
        // oxlint-disable-next-line no-await-in-loop -- the pause separates the attempts
        await pause(runtime.random() * RETRY_JITTER_MS);
      }
      return last;
    },

    async requestBestEffort(pathAndQuery, signal) {
      return breaker.state() === 'closed'
        ? ask(pathAndQuery, signal)
        : err({ reason: 'upstream_unavailable' });
    },

    state: () => ({ name, breaker: breaker.state(), last_success_at: lastSuccessAt }),
  };
}

function refusalError({ limited, waitSeconds }: Refusal): ServiceError {
  return limited
    ? { reason: 'upstream_rate_limited', retryAfterSeconds: waitSeconds }
    : { reason: 'temporarily_unavailable', retryAfterSeconds: waitSeconds };
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
