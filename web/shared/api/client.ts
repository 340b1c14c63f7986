import { err, ok, type Result } from '#compute';
import type { ApiError } from '#worker/contract';
import type { Answers } from './contract-check.ts';
import type { ComputeFailure } from '../offthread/compute-client.ts';
import { takeEarlyResponse } from './early-start.ts';
import { noteResponseTime, nowMs } from './server-clock.ts';

/** The server gives up on its sources after 6 s; beyond this the connection itself is at fault. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The server's no, with its own sentence and code where it gave them. */
export interface Refusal {
  readonly reason: 'refused';
  readonly status: number;
  readonly message: string | null;
  readonly code: string | null;
  /** Seconds after which asking again makes sense, where the server says so. */
  readonly retryAfterSeconds: number | null;
}

/** Why a call has no answer. */
export type ApiFailure =
  | Refusal
  | { readonly reason: 'unreachable'; readonly cause: string }
  | { readonly reason: 'malformed' }
  /** The server speaks a version of the API that this page does not know. */
  | { readonly reason: 'outdated' }
  | { readonly reason: 'aborted' };

/** A failure as queries throw it. */
export class RequestError extends Error {
  readonly failure: ApiFailure | ComputeFailure;
  /** Epoch milliseconds of the failure. */
  readonly atMs = nowMs();

  constructor(failure: ApiFailure | ComputeFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** The value of a result, or its failure as a {@link RequestError}: what a query function gives back. */
export function valueOrThrow<T>(result: Result<T, ApiFailure | ComputeFailure>): T {
  if (result.ok) return result.value;
  throw new RequestError(result.error);
}

/** A body and the tag that tells it from other versions of the same resource; `null` where the server sent none. */
export interface Tagged<T> {
  readonly body: T;
  readonly etag: string | null;
  /** What the service worker had stored, and not what the server says now. */
  readonly isCopy: boolean;
}

export interface ApiCall {
  readonly signal?: AbortSignal;
  /** For what the user may want next: the server answers from its cache, or with nothing. */
  readonly isPrefetch?: boolean;
  /** The user's ID token, for what is theirs alone. */
  readonly token?: string;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function refusal(response: Response, body: unknown): Refusal {
  const { error, code } = (body ?? {}) as Partial<ApiError>;
  // Our server states seconds; a date, which other servers may send, counts as nothing said.
  const retryAfter = response.headers.get('retry-after') ?? '';
  return {
    reason: 'refused',
    status: response.status,
    message: textOrNull(error),
    code: textOrNull(code),
    retryAfterSeconds: /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  };
}

/** A response that somebody else asked for; rejects when `signal` fires, as a fetch of one's own would. */
function unlessAborted(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    response.then(resolve, reject);
  });
}

/** GETs JSON and checks it by the contract, as the answer of this name; what is none is `malformed`. Never throws. */
export async function getJson<Name extends keyof Answers>(
  url: string,
  name: Name,
  call: ApiCall = {},
): Promise<Result<Answers[Name], ApiFailure>> {
  // The schemas travel while the answer does.
  const check = import('./contract-check.ts').catch(() => null);
  const answer = await getTagged(url, (_body): _body is unknown => true, call);
  if (!answer.ok) return answer;
  const contract = await check;
  if (contract === null) return err({ reason: 'unreachable', cause: 'no schemas' });
  const { body } = answer.value;
  return contract.isAnswer(name, body) ? ok(body) : err({ reason: 'malformed' });
}

/**
 * GETs JSON, or takes the response that the document asked for already. `accepts` looks at the parsed body and says whether
 * it is a `T`: a page served in place of an answer, or an answer of another deployment, is `malformed` and goes no further.
 * For what the first screen shows, which would wait for the schemas of {@link getJson}. Never throws.
 */
export async function getTagged<T>(
  url: string,
  accepts: (body: unknown) => body is T,
  { signal, isPrefetch = false, token }: ApiCall = {},
): Promise<Result<Tagged<T>, ApiFailure>> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    const early = isPrefetch ? null : takeEarlyResponse(url);
    const headers = {
      accept: 'application/json',
      ...(isPrefetch && { purpose: 'prefetch' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const response = await (early ? unlessAborted(early, stop) : fetch(url, { headers, signal: stop }));
    const body: unknown = await response.json().catch((cause: unknown) => {
      // A body that is not JSON is a bad answer; an abort while reading it is not, and goes to the catch below.
      if (cause instanceof SyntaxError) return null;
      throw cause;
    });
    noteResponseTime(response);
    if (!response.ok) return err(refusal(response, body));
    const isCopy = response.headers.get('x-candor-source') === 'cache';
    if (accepts(body)) return ok({ body, etag: response.headers.get('etag'), isCopy });
    // Stored by an earlier build: the server has it in the form of today.
    return early && isCopy
      ? await getTagged(url, accepts, signal ? { signal } : {})
      : err({ reason: 'malformed' });
  } catch (cause) {
    if (signal?.aborted === true) return err({ reason: 'aborted' });
    return err({ reason: 'unreachable', cause: String(cause) });
  }
}
