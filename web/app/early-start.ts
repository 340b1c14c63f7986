/**
 * The first script of /prediction and /demo, built into their documents (`vite.prerender.ts`): asks for the data that the address
 * names and starts the compute worker, while the app's code is on its way. A guest, who will be sent to /login, and an address
 * without a valid ticker ask for nothing.
 */
import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER } from '#compute';
import { parseListing } from '../features/stock/view-url.ts';
import type { EarlyStart } from '../shared/api/early-start.ts';
import { newsUrl, sentimentUrl, snapshotUrl } from '../shared/api/listing-urls.ts';
import { readStoredSession } from '../shared/session/identity.ts';

const isDemo = location.pathname === '/demo';
const asked = parseListing(location.search);
// The demo has one horizon, and AAPL for a text that is no ticker. Which other listings it has is left to its own code.
const ticker = isDemo ? (asked.ticker ?? DEFAULT_TICKER) : asked.ticker;
const horizonDays = isDemo ? DEFAULT_HORIZON_DAYS : asked.horizonDays;

if (ticker !== null && (isDemo || isProvisional())) {
  const responses: EarlyStart['responses'] = {};
  const snapshot = snapshotUrl(ticker, horizonDays);
  for (const url of [snapshot, sentimentUrl(ticker), newsUrl(ticker)]) {
    const headers: Record<string, string> = { accept: 'application/json' };
    // The service worker's copy can be on screen while the app asks for the next snapshot.
    if (url === snapshot && url.startsWith('/')) headers['x-candor-source'] = 'cache';
    const response = fetch(url, { headers });
    responses[url] = response;
    // Whoever takes the response sees its failure.
    response.catch(() => {});
  }
  const worker = new Worker('__COMPUTE_WORKER__', { type: 'module' });
  const early: EarlyStart = { ticker, horizonDays, atMs: performance.now(), responses, worker };
  worker.addEventListener('error', () => {
    early.worker = null;
  });
  window.candorEarly = early;
}

function isProvisional(): boolean {
  const stored = readStoredSession(import.meta.env.VITE_FIREBASE_API_KEY ?? '');
  return stored !== null && stored !== 'unreadable';
}
