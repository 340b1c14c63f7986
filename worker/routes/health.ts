import { Hono } from 'hono/tiny';
import type { AppEnv } from '../http/app-env.ts';
import type { HealthResponse } from '../contract/contract.ts';
import { respondUncached } from '../http/respond.ts';
import { VERSION } from '../version.ts';

/** `GET /health`: what runs, and each provider as this isolate has seen it. Asks no upstream. */
export const healthRoute = new Hono<AppEnv>().get('/health', (c) => {
  const { mode, providers } = c.get('services');
  const body: HealthResponse = {
    status: 'ok',
    version: VERSION,
    market_data: mode,
    providers: providers(),
  };
  return respondUncached(c, body);
});
