import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { readConfig } from './config.ts';
import type { WorkerBindings } from './config.ts';
import { respondError } from './respond.ts';
import { healthRoute } from './routes/health.ts';
import { newsRoute } from './routes/news.ts';
import { searchRoute } from './routes/search.ts';
import { sentimentRoute } from './routes/sentiment.ts';
import { stockRoute } from './routes/stock.ts';
import { apiHeaders } from './security-headers.ts';
import { createServices } from './services.ts';
import type { Services } from './services.ts';

/**
 * The Worker's HTTP application. `now` is the clock in epoch milliseconds. An app holds the isolate's memory: its
 * services are made at the first request and live as long as it.
 */
export function createApp(now: () => number = () => Date.now()) {
  return new Hono<AppEnv>()
    .use(requestHeaders)
    .use(readOnly)
    .use(withServices(now))
    .route('/api', stockRoute)
    .route('/api', sentimentRoute)
    .route('/api', newsRoute)
    .route('/api', searchRoute)
    .route('/api', healthRoute)
    .notFound((c) => respondError(c, { reason: 'not_found' }))
    .onError((cause, c) => {
      const detail = {
        event: 'unexpected',
        request_id: c.get('requestId'),
        cause: String(cause),
        stack: cause.stack,
      };
      console.error(JSON.stringify(detail));
      return respondError(c, { reason: 'internal' });
    });
}

const requestHeaders = createMiddleware<AppEnv>(async (c, next) => {
  const requestId = crypto.randomUUID();
  c.set('requestId', requestId);
  await next();
  c.header('X-Request-Id', requestId);
  for (const [name, value] of apiHeaders()) c.header(name, value);
});

const readOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  c.header('Allow', 'GET, HEAD');
  return respondError(c, { reason: 'method_not_allowed' });
});

/** Validates the configuration once per isolate; a wrong one is logged by variable name and answered 500. */
function withServices(now: () => number) {
  const ready = new WeakMap<WorkerBindings, Services>();
  return createMiddleware<AppEnv>(async (c, next) => {
    let services = ready.get(c.env);
    if (services === undefined) {
      const config = readConfig(c.env);
      if (!config.ok) {
        console.error(JSON.stringify({ event: 'misconfigured', problems: config.error }));
        return respondError(c, { reason: 'misconfigured' });
      }
      services = createServices(config.value, c.env, now);
      ready.set(c.env, services);
    }
    c.set('services', services);
    return next();
  });
}
