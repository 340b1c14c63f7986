import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import type { Runtime } from '../runtime.ts';

/** Names of routes only: a path may hold what somebody typed. */
const ROUTE = /^\/api\/(stock|quotes|sentiment|news|search|record|health|openapi|csp-report)\b/;

/**
 * Writes one data point for each request where Analytics Engine is bound: route, cache outcome and fault as blobs,
 * status and milliseconds waited as doubles. No ticker, no text, no address.
 */
export function metrics(runtime: Runtime) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { METRICS } = c.env;
    if (METRICS === undefined) return;
    const { cache, fault, startedAtMs } = c.var;
    const route = ROUTE.exec(c.req.path)?.[1] ?? 'other';
    METRICS.writeDataPoint({
      indexes: [route],
      blobs: [route, cache?.outcome ?? 'none', fault ?? cache?.failure ?? 'none'],
      doubles: [c.res.status, runtime.now() - startedAtMs],
    });
  });
}
