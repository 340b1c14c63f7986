/** A watchlist's last prices, stored for offline use. */
import type { QuoteReady } from '#worker/contract';
import { getJson } from '../api/client.ts';
import { openListingsCache } from '../user/listings-cache.ts';

function pathOf(owner: string): string {
  return `/quotes/${encodeURIComponent(owner)}`;
}

export async function storeQuotes(owner: string, quotes: readonly QuoteReady[]): Promise<void> {
  try {
    const cache = await openListingsCache();
    await cache.put(pathOf(owner), Response.json({ horizon_days: 7, quotes, due: 0 }));
  } catch {
    // The browser allows no cache, or it is full.
  }
}

/** Reads them like a response, because an earlier build may have stored them. */
export async function storedQuotes(owner: string) {
  const match = async () => (await (await openListingsCache()).match(pathOf(owner))) ?? null;
  return await getJson(pathOf(owner), 'quotes', { initial: match() });
}
