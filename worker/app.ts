import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { readConfig } from './config.ts';
import type { WorkerBindings } from './config.ts';
import { overQuota, refusal } from './guards.ts';
import { metrics } from './metrics.ts';
import { respondError } from './respond.ts';
import { cspReportRoute } from './routes/csp-report.ts';
import { healthRoute } from './routes/health.ts';
import { newsRoute } from './routes/news.ts';
import { openApiRoute } from './routes/openapi.ts';
import { quotesRoute } from './routes/quotes.ts';
import { recordRoute } from './routes/record.ts';
import { searchRoute } from './routes/search.ts';
import { sentimentRoute } from './routes/sentiment.ts';
import { stockRoute } from './routes/stock.ts';
import { SYSTEM_RUNTIME } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { createServices } from './services.ts';
import type { Services } from './services.ts';

/**
 * The Worker's HTTP application. An app holds the isolate's memory: its services are made at the first request and live
 * as long as it.
 */
export function createApp(runtime: Runtime = SYSTEM_RUNTIME) {
  return new Hono<AppEnv>()
    .use(metrics(runtime))
    .use(entrance(runtime))
    .route('/api', stockRoute)
    .route('/api', quotesRoute)
    .route('/api', sentimentRoute)
    .route('/api', newsRoute)
    .route('/api', searchRoute)
    .route('/api', recordRoute)
    .route('/api', healthRoute)
    .route('/api', openApiRoute)
    .route('/api', cspReportRoute)
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

/**
 * Names the request, refuses it or gives it the services. The configuration is validated once per isolate; a wrong one is
 * logged by variable name and answered 500.
 */
function entrance(runtime: Runtime) {
  const ready = new WeakMap<WorkerBindings, Services>();
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('requestId', crypto.randomUUID());
    c.set('startedAtMs', runtime.now());
    const refused = refusal(c);
    if (refused !== null) return respondError(c, refused);
    let services = ready.get(c.env);
    if (services === undefined) {
      const config = readConfig(c.env);
      if (!config.ok) {
        console.error(JSON.stringify({ event: 'misconfigured', problems: config.error }));
        return respondError(c, { reason: 'misconfigured' });
      }
      services = createServices(config.value, c.env, runtime);
      ready.set(c.env, services);
    }
    c.set('services', services);
    if (await overQuota(c)) return respondError(c, { reason: 'rate_limited' });
    return next();
  });
}
