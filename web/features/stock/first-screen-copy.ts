/** Stores the first screen of the listing on screen; the next visit's document begins with it. Rejects if storage is full or refused. */
import { nextTradeSeconds, type Format } from '#compute';
import { firstScreen, initialData } from '#worker/first-screen';
import { documentSafeJson } from '#worker/snapshot';
import { hasForecast, type Listing } from '../../shared/api/listing-queries.ts';
import { readAt } from '../../shared/api/snapshot.ts';
import { nowMs } from '../../shared/api/server-clock.ts';
import { FIRST_SCREEN_PATH, openListingsCache } from '../../shared/browser/caches.ts';

const DAY_MS = 86_400_000;

export async function writeFirstScreen(listing: Listing, format: Format): Promise<void> {
  if (!hasForecast(listing)) return;
  const { response: wire, traded, etag, analysis, candles } = listing;
  const { ticker } = wire;
  const days = String(analysis.forecast.horizonDays);
  const now = nowMs();
  const response = readAt(listing, now);
  const visible = firstScreen({ response, analysis, candles, format, nowMs: now });
  const json = documentSafeJson(wire);
  const html = visible + initialData({ ticker, days, etag }, json);
  const nextTradeMs = nextTradeSeconds(traded, Date.parse(wire.fetched_at) / 1000) * 1000;
  const currentUntil = new Date(Math.max(Date.parse(wire.as_of) + DAY_MS, nextTradeMs));
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'X-Candor-Current-Until': currentUntil.toISOString(),
  };
  const cache = await openListingsCache();
  const path = `${FIRST_SCREEN_PATH}?${new URLSearchParams({ ticker, days })}`;
  // Initial data in the document was never a response, so the service worker could not store it.
  await cache.put(
    `/api/stock/${encodeURIComponent(ticker)}?view=columns`,
    new Response(json, { headers: { 'Content-Type': 'application/json', ETag: etag } }),
  );
  await cache.put(path, new Response(html, { headers }));
}
