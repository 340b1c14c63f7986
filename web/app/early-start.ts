/**
 * The first script of /prediction and /demo, built into their documents (`vite.prerender.ts`). While the app's code is on its
 * way it reads the listing from the address, asks for its data, starts the compute worker, and leaves both for the app in
 * `window.candorEarly`. It does nothing for a guest, who will be sent to /login, or without a valid ticker.
 */
import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER } from '#compute';
import { parseListing } from '../features/stock/view-url.ts';
import type { EarlyStart } from '../shared/api/early-start.ts';
import { newsUrl, sentimentUrl, snapshotUrl } from '../shared/api/listing-urls.ts';
import { readStoredUser } from '../shared/sign-in/identity.ts';

const isDemo = location.pathname === '/demo';
const asked = parseListing(location.search);
// The demo has one horizon, and shows AAPL where the address names no ticker.
const ticker = isDemo ? (asked.ticker ?? DEFAULT_TICKER) : asked.ticker;
const horizonDays = isDemo ? DEFAULT_HORIZON_DAYS : asked.horizonDays;

if (ticker !== null && (isDemo || hasStoredUser())) {
  const snapshot = snapshotUrl(ticker, horizonDays);
  const responses = Object.fromEntries(
    [snapshot, sentimentUrl(ticker), newsUrl(ticker)].map((url) => [url, ask(url, url === snapshot)]),
  );
  const worker = new Worker('__COMPUTE_WORKER__', { type: 'module' });
  const early: EarlyStart = { ticker, horizonDays, atMs: performance.now(), responses, worker };
  worker.addEventListener('error', () => {
    early.worker = null;
  });
  window.candorEarly = early;
}

/** `acceptsCopy`: the service worker may answer with its copy, which is on screen while the app asks for the next one. */
function ask(url: string, acceptsCopy: boolean): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  // No service worker stands before another origin, which would also have to allow the header.
  if (acceptsCopy && url.startsWith('/')) headers['x-candor-source'] = 'cache';
  const response = fetch(url, { headers });
  // A failure belongs to whoever takes the response; nobody may take it.
  response.catch(() => {});
  return response;
}

function hasStoredUser(): boolean {
  const stored = readStoredUser(import.meta.env.VITE_FIREBASE_API_KEY ?? '');
  return stored !== null && stored !== 'unreadable';
}
