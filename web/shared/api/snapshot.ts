/** A listing's snapshot: from the document or the API, how fresh it is, and how it reads at the user's time. */
import { err, freshUntilSeconds, type HorizonDays, type LastTraded, type Result } from '#compute';
import type { SnapshotResponse, StockResponse } from '#worker/contract';
import { ageAt, decodeTraded, SNAPSHOT_VERSION } from '#worker/snapshot';
import { apiUrl, getTagged, isRecord, type ApiFailure, type Tagged } from './client.ts';
import { nowMs, recordServerTime } from './server-clock.ts';
import { BUILD_PREFIX } from '../browser/caches.ts';
import { listen } from '../browser/listen.ts';

/** Upper limit even while a market is closed for longer, because sources correct their data. */
const MAX_FRESH_MS = 10 * 60_000;

export interface Snapshot {
  readonly response: SnapshotResponse;
  readonly traded: LastTraded;
  readonly isCopy: boolean;
  /** The server sent an old snapshot because its source is failing. */
  readonly hasSourceFailed: boolean;
  /** The server is refreshing it. False for a repeated response of the same age, so that the page stops asking. */
  readonly isRevalidating: boolean;
  readonly etag: string;
  readonly receivedAtMs: number;
  /** How long its price needs no refresh; 0 for a copy. */
  readonly freshForMs: number;
}

/** A response as it reads at the user's time. */
export type SnapshotReading = SnapshotResponse & Pick<StockResponse, 'stale' | 'market_state'>;

export function readAt(
  snapshot: Pick<Snapshot, 'response' | 'hasSourceFailed' | 'receivedAtMs'>,
  atMs: number,
): SnapshotReading {
  const { response, hasSourceFailed, receivedAtMs } = snapshot;
  const fetch = { fetchedAtSeconds: Date.parse(response.fetched_at) / 1000, hasSourceFailed };
  // A page's clock may stand still for a minute.
  return { ...response, ...ageAt(decodeTraded(response), fetch, Math.max(atMs, receivedAtMs) / 1000) };
}

export function snapshotOf(
  { body: response, etag, isCopy, revalidation }: Tagged<SnapshotResponse>,
  before?: Snapshot,
): Snapshot {
  const receivedAtMs = nowMs();
  const hasSourceFailed = revalidation === 'failing';
  // A cache in front may repeat an old header, so the time decides too.
  const dueInMs = dueAtMs(response) - receivedAtMs;
  const isDue = revalidation === 'revalidating' || dueInMs <= 0;
  const isRepeated = before?.isRevalidating === true && before.response.fetched_at === response.fetched_at;
  return {
    response,
    traded: decodeTraded(response),
    isCopy,
    hasSourceFailed,
    isRevalidating: isDue && !isCopy && !hasSourceFailed && !isRepeated,
    etag: etag ?? response.fetched_at,
    receivedAtMs,
    freshForMs: isCopy || hasSourceFailed ? 0 : Math.min(Math.max(dueInMs, 0), MAX_FRESH_MS),
  };
}

/** When a snapshot's price is due for a refresh, epoch milliseconds, by the server's own rule. */
function dueAtMs(response: SnapshotResponse): number {
  return freshUntilSeconds(decodeTraded(response), Date.parse(response.fetched_at) / 1000) * 1000;
}

/** One listing with its whole history. If the server no longer serves this page's version, the newest build is loaded. */
export async function fetchSnapshot(
  ticker: string,
  horizonDays: HorizonDays,
  signal: AbortSignal,
  isPrefetch = false,
): Promise<Result<Tagged<SnapshotResponse>, ApiFailure>> {
  const url = apiUrl(['stock', ticker], { days: horizonDays, view: 'columns', v: SNAPSHOT_VERSION });
  const initial = isPrefetch ? null : initialResponse(ticker);
  const read = await getTagged(url, isSnapshot, { signal, isPrefetch, initial });
  const isOutdated = !read.ok && read.error.reason === 'refused' && read.error.code === 'page_outdated';
  if (!isOutdated || isPrefetch) return read;
  await reloadFromNetwork().catch(() => undefined);
  return err({ reason: 'outdated' });
}

function isSnapshot(body: unknown): body is SnapshotResponse {
  return (
    isRecord(body) &&
    body['v'] === SNAPSHOT_VERSION &&
    typeof body['ticker'] === 'string' &&
    typeof body['current_price'] === 'number' &&
    isRecord(body['columns']) &&
    isRecord(body['sessions']) &&
    typeof body['exchange_timezone'] === 'string' &&
    [body['as_of'], body['fetched_at']].every((instant) => Number.isFinite(Date.parse(String(instant))))
  );
}

/** The document's response for its own listing, once; `null` for any other. Waits for the whole document, whose last element holds it. */
function initialResponse(ticker: string): Promise<Response | null> | null {
  // The build marks documents that have their own first screen.
  if (globalThis.document?.documentElement.dataset['page'] === undefined) return null;
  return documentComplete().then(() => {
    const element = document.getElementById('initial-data');
    if (element?.dataset['ticker'] !== ticker) return null;
    element.remove();
    return responseOf(element);
  });
}

function responseOf({ dataset, textContent }: HTMLElement): Response {
  const { status = '200', etag, cacheStatus, retryAfter, copy, serverTime } = dataset;
  const headers = new Headers();
  if (etag !== undefined) headers.set('etag', etag);
  if (cacheStatus !== undefined) headers.set('cache-status', cacheStatus);
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  if (copy !== undefined) headers.set('x-candor-source', 'cache');
  if (serverTime !== undefined && isFromNetwork()) recordServerTime(serverTime);
  return new Response(textContent, { status: Number(status), headers });
}

async function documentComplete(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => listen(document, { DOMContentLoaded: resolve }));
}

/** A cached document carries an outdated server time. */
function isFromNetwork(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (navigation?.transferSize ?? 0) > 0;
}

const RELOADED_KEY = `candor:reloaded-for-build:${SNAPSHOT_VERSION}`;

/**
 * Reloads the page without the stored builds, and so from the network. Without a stored build it already came from there. Once per
 * tab and version: the service worker stores its build again, and two servers that disagree would make the page reload endlessly.
 */
export async function reloadFromNetwork(reload = () => window.location.reload()): Promise<void> {
  if (sessionStorage.getItem(RELOADED_KEY) !== null) return;
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILD_PREFIX));
  await Promise.all(builds.map((name) => caches.delete(name)));
  if (builds.length === 0) return;
  sessionStorage.setItem(RELOADED_KEY, new Date().toISOString());
  reload();
}
