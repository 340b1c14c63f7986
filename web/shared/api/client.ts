/** Calls to the API: how they are made, why they fail, and what the user can do about it. */
import { err, ok, parseTicker, type Result, type Ticker } from '#compute';
import type { ApiError, SearchResult } from '#worker/contract';
import type { ComputeFailure } from '../offthread/compute-client.ts';
import type { Responses } from './contract-check.ts';
import { recordResponseTime, nowMs } from './server-clock.ts';
import { reportSourceFailure } from './source-failure.ts';

/** The server gives up on its sources after 6 s; beyond this the connection itself is at fault. */
const REQUEST_TIMEOUT_MS = 15_000;

const BASE = `${(import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '')}/api/`;

/**
 * Builds `/api/…` from path segments, each encoded, so that a ticker such as `A/B` or `^GSPC` stays one segment. Leaves out
 * parameters that are `null`.
 */
export function apiUrl(
  segments: readonly string[],
  query: Readonly<Record<string, string | number | null>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) search.set(name, String(value));
  return `${BASE}${segments.map(encodeURIComponent).join('/')}${search.size > 0 ? `?${search}` : ''}`;
}

export interface Refusal {
  readonly reason: 'refused';
  readonly status: number;
  readonly message: string | null;
  readonly code: string | null;
  readonly retryAfterSeconds: number | null;
  readonly remedy?: Remedy;
}

/** `outdated`: the server no longer serves the API version of this page. */
export type ApiFailure = Refusal | { readonly reason: 'unreachable' | 'malformed' | 'outdated' };

export class RequestError extends Error {
  readonly failure: ApiFailure | ComputeFailure;
  readonly atMs = nowMs();

  constructor(failure: ApiFailure | ComputeFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

export function valueOrThrow<T>(result: Result<T, ApiFailure | ComputeFailure>): T {
  if (result.ok) return result.value;
  throw new RequestError(result.error);
}

export interface Tagged<T> {
  readonly body: T;
  readonly etag: string | null;
  /** The service worker sent its stored copy. */
  readonly isCopy: boolean;
  /** Why the response is not fresh: the source is failing, or revalidation has just started. `null` if it is fresh. */
  readonly revalidation: 'failing' | 'revalidating' | null;
}

interface ApiCall {
  readonly signal?: AbortSignal;
  /** The server responds from its cache or not at all. */
  readonly isPrefetch?: boolean;
  /** The user's ID token. If it is `null`, the call fails. */
  readonly token?: string | null;
  /** A response that the document may contain, used instead of a request. */
  readonly initial?: Promise<Response | null> | null;
}

/** GETs JSON and checks it with the contract's schema of this name; `malformed` if it does not match. Never throws. */
export async function getJson<Name extends keyof Responses>(
  url: string,
  name: Name,
  call: ApiCall = {},
): Promise<Result<Responses[Name], ApiFailure>> {
  const response = await getTaggedJson(url, name, call);
  return response.ok ? ok(response.value.body) : response;
}

/** The same, with what the headers say. */
export async function getTaggedJson<Name extends keyof Responses>(
  url: string,
  name: Name,
  call: ApiCall = {},
): Promise<Result<Tagged<Responses[Name]>, ApiFailure>> {
  const [response, contract] = await Promise.all([
    getTagged(url, (_body): _body is unknown => true, call),
    import('./contract-check.ts').catch(() => null),
  ]);
  if (!response.ok) return response;
  if (contract === null) return err({ reason: 'unreachable' });
  const { body } = response.value;
  return contract.isResponse(name, body) ? ok({ ...response.value, body }) : err({ reason: 'malformed' });
}

/** GETs JSON, or takes the document's response. `accepts` checks it, since the first screen cannot wait for the schemas. Never throws. */
export async function getTagged<T>(
  url: string,
  accepts: (body: unknown) => body is T,
  { signal, isPrefetch = false, token, initial }: ApiCall = {},
): Promise<Result<Tagged<T>, ApiFailure>> {
  if (token === null) return err({ reason: 'unreachable' });
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const headers = {
    accept: 'application/json',
    ...(isPrefetch && { purpose: 'prefetch' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  try {
    const initialResponse = initial ? await initial : null;
    const response = initialResponse ?? (await fetch(url, { headers, signal: stop }));
    const body = await readJson(response);
    recordResponseTime(response);
    if (!response.ok) {
      const refused = refusal(response, body);
      if (refused.code?.startsWith('upstream_')) reportSourceFailure();
      return err(refused);
    }
    const isCopy = response.headers.get('x-candor-source') === 'cache';
    const revalidation = readCacheStatus(response);
    if (revalidation === 'failing' && !isCopy) reportSourceFailure();
    if (accepts(body)) return ok({ body, etag: response.headers.get('etag'), isCopy, revalidation });
    // The copy may come from an earlier build, so ask the server for the current format.
    if (initialResponse !== null && isCopy) return await getTagged(url, accepts, signal ? { signal } : {});
    return err({ reason: 'malformed' });
  } catch {
    return err({ reason: 'unreachable' });
  }
}

export function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Reads our server's `Cache-Status` (RFC 9211), whose `detail` is a store, "revalidating", or why the last refresh failed. */
function readCacheStatus({ headers }: Response): Tagged<unknown>['revalidation'] {
  const [, detail] = /\bcandor;[^,]*\bdetail=(\w+)/.exec(headers.get('cache-status') ?? '') ?? [];
  if (detail === undefined || detail === 'memory' || detail === 'kv') return null;
  return detail === 'revalidating' ? 'revalidating' : 'failing';
}

/** The parsed body; `null` if it is not JSON. Rejects if reading is aborted. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function refusal(response: Response, body: unknown): Refusal {
  const { error, code } = (body ?? {}) as Partial<ApiError>;
  return {
    reason: 'refused',
    status: response.status,
    message: textOrNull(error),
    code: textOrNull(code),
    retryAfterSeconds: secondsToWait(response),
  };
}

/** Reads `Retry-After` in seconds, as our server sends it. Ignores a date, which other servers may send. */
export function secondsToWait({ headers }: Response): number | null {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d+$/.test(seconds) ? Number(seconds) : null;
}

const FETCH_FAILED = 'Failed to fetch data';

/** A text that was typed instead of a ticker, and the listing that it means. */
export interface NameMatch {
  readonly text: string;
  readonly symbol: Ticker;
  /** The text is the symbol in another spelling (`BRK.B`), which needs no message. */
  readonly isSpelling?: true;
}

/** A ticker that its exchange has renamed, since when (ISO date), and the public page that says so. */
export type Rename = Readonly<Record<'from' | 'to' | 'date' | 'page', string>>;

export type Remedy =
  /** Try again, not before `notBeforeMs` (epoch milliseconds) if the server named a time. */
  | { readonly kind: 'retry'; readonly notBeforeMs: number | null }
  | { readonly kind: 'similar'; readonly items: readonly SearchResult[]; readonly rename?: Rename }
  /** The text is a company name; the page shows this listing instead. */
  | { readonly kind: 'named'; readonly symbol: Ticker }
  | { readonly kind: 'none' };

export interface LoadFailure {
  readonly message: string;
  readonly remedy: Remedy;
}

const RETRY: Remedy = { kind: 'retry', notBeforeMs: null };
export const NO_REMEDY: Remedy = { kind: 'none' };

const UNAVAILABLE = { failure: { reason: 'unavailable' }, atMs: 0 } as const;

export function queryFailure(error: Error | null, ticker: string): LoadFailure | null {
  if (error === null) return null;
  const { failure, atMs } = error instanceof RequestError ? error : UNAVAILABLE;
  switch (failure.reason) {
    case 'refused': {
      const message = failure.message ?? FETCH_FAILED;
      const { status, retryAfterSeconds } = failure;
      if (failure.remedy !== undefined) return { message, remedy: failure.remedy };
      if (retryAfterSeconds !== null) {
        return { message, remedy: { kind: 'retry', notBeforeMs: atMs + retryAfterSeconds * 1000 } };
      }
      return { message, remedy: status >= 500 || status === 429 ? RETRY : NO_REMEDY };
    }
    case 'no_prices':
      return { message: `No prices for ${ticker} yet.`, remedy: NO_REMEDY };
    case 'unavailable':
      return { message: 'Couldn’t load the analysis. Reload the page.', remedy: NO_REMEDY };
    case 'outdated':
      return { message: 'A new version of Candor is available. Reload the page.', remedy: NO_REMEDY };
    case 'unreachable':
    case 'malformed':
    case 'malformed_columns':
      return { message: FETCH_FAILED, remedy: RETRY };
  }
}

/** The listing that an unknown ticker turned out to name, from the failure of its load; `null` if there is none. */
export function nameMatchOf(failure: LoadFailure | null, text: string): NameMatch | null {
  return failure?.remedy.kind === 'named' ? { text, symbol: failure.remedy.symbol } : null;
}

/** The server's symbol of a listing that was requested under another one (`BRK.B` is `BRK-B`); `null` if they are equal. */
export function spellingOf(requested: string, answered: string | undefined): NameMatch | null {
  const symbol = parseTicker(answered ?? '');
  if (!symbol.ok || symbol.value === requested) return null;
  return { text: requested, symbol: symbol.value, isSpelling: true };
}

/** Whether a retry may help and the server allows one by now. */
export function mayRetry(failure: LoadFailure | null): boolean {
  return failure?.remedy.kind === 'retry' && (failure.remedy.notBeforeMs ?? 0) <= nowMs();
}
