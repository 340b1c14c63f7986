import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Names of routes only: a path may hold what somebody typed. */
const ROUTE = /^\/api\/(stock|quotes|sentiment|news|search|record|health|openapi|csp-report)\b/;

/**
 * One data point for each request where Analytics Engine is bound: route, cache outcome and fault as blobs, status and
 * milliseconds waited as doubles. No ticker, no text, no address.
 */
export const metrics: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { cache, fault, startedAtMs, services } = c.var;
  const route = ROUTE.exec(c.req.path)?.[1] ?? 'other';
  c.env.METRICS?.writeDataPoint({
    indexes: [route],
    blobs: [route, cache?.outcome ?? 'none', fault ?? cache?.failure ?? 'none'],
    doubles: [c.res.status, services ? services.now() - startedAtMs : 0],
  });
};
