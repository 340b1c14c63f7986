import { Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { SearchResult } from '../contract.ts';
import { limitParam, queryParam } from '../params.ts';
import { respondError, respondSearch } from '../respond.ts';

/** `GET /search?q&limit=1…10`: listings whose symbol or name matches, best first. */
export const searchRoute = new Hono<AppEnv>().get('/search', async (c) => {
  const query = queryParam(c.req.queries('q'));
  if (!query.ok) return respondError(c, query.error);
  const limit = limitParam(c.req.queries('limit'));
  if (!limit.ok) return respondError(c, limit.error);

  const { marketData } = c.get('services');
  const found = await marketData.search(query.value, (work) => c.executionCtx.waitUntil(work));
  if (!found.ok) return respondError(c, found.error);
  const body: readonly SearchResult[] = found.value.value.results.slice(0, limit.value);
  return respondSearch(c, body);
});
