import { Hono } from 'hono/tiny';
import type { AppEnv } from '../http/app-env.ts';
import { respondDocument, respondError } from '../http/respond.ts';

/** `GET /openapi.json`: this interface, as the build has printed it (`openapi.ts`) among the page's files. */
export const openApiRoute = new Hono<AppEnv>().get('/openapi.json', async (c) => {
  const file = await c.env.ASSETS?.fetch(new URL('/openapi.json', c.req.url));
  if (!file?.ok) return respondError(c, { reason: 'not_found' });
  return respondDocument(c, await file.text());
});
