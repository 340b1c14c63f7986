import { Hono } from 'hono/tiny';
import type { AppEnv } from '../app-env.ts';
import type { SearchResult } from '../contract.ts';
import { readParams, searchParams } from '../params.ts';
import { respondError, respondSearch } from '../respond.ts';

/** `GET /search?q&limit=1…10`: listings whose symbol or name matches, best first; of the large ones that we keep a list of when no source answers. */
export const searchRoute = new Hono<AppEnv>().get('/search', async (c) => {
  const params = readParams(searchParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { q, limit } = params.value;

  const { marketData, listings } = c.get('services');
  const found = await marketData.search(q, (work) => c.executionCtx.waitUntil(work));
  const results: readonly SearchResult[] = found.ok ? found.value.value.results : await listings.search(q);
  return respondSearch(c, results.slice(0, limit), found.ok ? found.value : null);
});
