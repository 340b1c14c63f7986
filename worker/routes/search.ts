import { Hono } from 'hono/tiny';
import type { AppEnv } from '../http/app-env.ts';
import { readParams, searchParams } from '../http/params.ts';
import { respondError, respondSearch } from '../http/respond.ts';

/** `GET /search?q&limit=1…10`: listings whose symbol or name matches, best first; from the bundled list if no source works. */
export const searchRoute = new Hono<AppEnv>().get('/search', async (c) => {
  const params = readParams(searchParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { q, limit } = params.value;

  const { marketData, listings } = c.get('services');
  const read = await marketData.search(q, (work) => c.executionCtx.waitUntil(work));
  const found = read.ok ? read.value.entry.value() : null;
  const results = found?.results ?? (await listings.search(q));
  return respondSearch(c, results.slice(0, limit), read.ok && found ? read.value : null);
});
