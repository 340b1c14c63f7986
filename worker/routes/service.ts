import { Hono } from 'hono/tiny';
import { VERSION } from '../config.ts';
import type { HealthResponse } from '../contract/contract.ts';
import type { AppEnv } from '../http/app-env.ts';
import { respondDocument, respondError, respondUncached } from '../http/respond.ts';

/**
 * `GET /health`: version, mode, and each provider as this isolate has seen it; calls no source. `GET /openapi.json`: the
 * description of this API, which the build has written among the page's files.
 */
export const serviceRoute = new Hono<AppEnv>()
  .get('/health', (c) => {
    const { mode, providers } = c.get('services');
    const body: HealthResponse = {
      status: 'ok',
      version: VERSION,
      market_data: mode,
      providers: providers(),
    };
    return respondUncached(c, body);
  })
  .get('/openapi.json', async (c) => {
    const file = await c.env.ASSETS?.fetch(new URL('/openapi.json', c.req.url));
    if (!file?.ok) return respondError(c, { reason: 'not_found' });
    return respondDocument(c, await file.text());
  });
