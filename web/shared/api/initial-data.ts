/** Reads the document's initial data: the snapshot of the listing in the URL, or the error in its place. */
import { recordServerTime } from './server-clock.ts';

let isTaken = false;

/** The document's response for its own listing; `null` for any other. Waits for the whole document, whose last element holds it. */
export function takeInitialResponse(ticker: string): Promise<Response | null> | null {
  // The build marks documents that have their own first screen.
  if (isTaken || globalThis.document?.documentElement.dataset['page'] === undefined) return null;
  isTaken = true;
  return documentComplete().then(() => readResponse(ticker));
}

function readResponse(ticker: string): Response | null {
  const element = document.getElementById('initial-data');
  if (element === null || element.dataset['ticker'] !== ticker) return null;
  const { status = '200', etag, cacheStatus, retryAfter, copy, serverTime } = element.dataset;
  const headers = new Headers();
  if (etag !== undefined) headers.set('etag', etag);
  if (cacheStatus !== undefined) headers.set('cache-status', cacheStatus);
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  if (copy !== undefined) headers.set('x-candor-source', 'cache');
  if (serverTime !== undefined && isFromNetwork()) recordServerTime(serverTime);
  return new Response(element.textContent, { status: Number(status), headers });
}

function documentComplete(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

/** A cached document carries an outdated server time. */
function isFromNetwork(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (navigation?.transferSize ?? 0) > 0;
}
