import { createMiddleware } from 'hono/factory';
import { Hono } from 'hono/tiny';
import { missingBindings, readConfig, SYSTEM_RUNTIME, type Runtime, type WorkerBindings } from './config.ts';
import { DATABASE_DEADLINE_MS } from './http/database.ts';
import { allowReading, isOverQuota, preflightResponse, refusal } from './http/guards.ts';
import { logUnexpected, respondError } from './http/respond.ts';
import { strictTransport } from './http/security-headers.ts';
import { documentsRoute, FIRST_SCREEN_DEADLINE_MS } from './pages/documents.ts';
import { ledgerRoute } from './routes/ledger.ts';
import { listingsRoute } from './routes/listings.ts';
import { meRoute } from './routes/me.ts';
import { serviceRoute } from './routes/service.ts';
import { createServices, type AppEnv, type Services } from './services.ts';

/** The Worker's HTTP application. Its services live as long as the isolate. Tests shorten the deadlines. */
export function createApp(
  runtime: Runtime = SYSTEM_RUNTIME,
  { databaseMs = DATABASE_DEADLINE_MS, firstScreenMs = FIRST_SCREEN_DEADLINE_MS } = {},
) {
  const servicesOf = readiness(runtime);
  return new Hono<AppEnv>()
    .use(metrics(runtime))
    .use(requestContext(runtime, databaseMs))
    .route('/', documentsRoute(servicesOf, firstScreenMs))
    .use(admission(servicesOf))
    .route('/api', listingsRoute)
    .route('/api', ledgerRoute)
    .route('/api', meRoute)
    .route('/api', serviceRoute)
    .notFound((c) => respondError(c, { reason: 'not_found' }))
    .onError((cause, c) => {
      logUnexpected(c, cause);
      return respondError(c, { reason: 'internal' });
    });
}

/** Returns a function that gives the services for an isolate's bindings; `null` for a wrong configuration, which is logged. */
function readiness(runtime: Runtime) {
  const known = new WeakMap<WorkerBindings, Services>();
  return (env: WorkerBindings): Services | null => {
    const before = known.get(env);
    if (before !== undefined) return before;
    const config = readConfig(env);
    if (!config.ok) {
      console.error(JSON.stringify({ event: 'misconfigured', problems: config.error }));
      return null;
    }
    const missing = missingBindings(config.value, env);
    if (missing.length > 0) console.warn(JSON.stringify({ event: 'missing_bindings', missing }));
    const services = createServices(config.value, env, runtime);
    known.set(env, services);
    return services;
  };
}

function requestContext(runtime: Runtime, databaseDeadlineMs: number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('requestId', crypto.randomUUID());
    c.set('startedAtMs', runtime.now());
    c.set('databaseDeadlineMs', databaseDeadlineMs);
    c.set('waitUntil', (work) => c.executionCtx.waitUntil(work));
    await next();
    c.header('X-Request-Id', c.get('requestId'));
  });
}

/** Refuses an API request or attaches the services to it. A wrong configuration gets a 500. */
function admission(servicesOf: (env: WorkerBindings) => Services | null) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const services = servicesOf(c.env);
    if (services === null) return respondError(c, { reason: 'misconfigured' });
    const { ALLOWED_ORIGINS: allowedOrigins, HSTS_PRELOAD: isHstsPreloaded } = services.config;
    const preflight = preflightResponse(c, allowedOrigins);
    if (preflight !== null) return preflight;
    c.set('services', services);
    const refused = refusal(c, allowedOrigins);
    if (refused !== null) c.res = respondError(c, refused);
    else if (await isOverQuota(c)) c.res = respondError(c, { reason: 'rate_limited' });
    else await next();
    allowReading(c, c.res, allowedOrigins);
    // Browsers apply the last header they saw for a host, so API and page must send the same one.
    if (isHstsPreloaded) c.res.headers.set(...strictTransport(true));
    return undefined;
  });
}

/** Metrics count route names only, because a path may contain typed text. */
const ROUTE =
  /^\/api\/(stock|intraday|quotes|dates|sentiment|news|search|record|forecasts|health|openapi|me|admin)\b/;
const DOCUMENT = /^\/(?:prediction|demo)$/;

/** Writes one data point per request to Analytics Engine, if bound: no tickers, texts or IP addresses (see `docs/deploy.md`). */
function metrics(runtime: Runtime) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { METRICS } = c.env;
    if (METRICS === undefined) return;
    const count = () => {
      const { cache, fault, startedAtMs } = c.var;
      const route = DOCUMENT.test(c.req.path) ? 'document' : (ROUTE.exec(c.req.path)?.[1] ?? 'other');
      METRICS.writeDataPoint({
        indexes: [route],
        blobs: [route, cache?.outcome ?? 'none', fault ?? cache?.failure ?? 'none'],
        doubles: [c.res.status, runtime.now() - startedAtMs],
      });
    };
    const { sent } = c.var;
    if (sent === undefined) count();
    else c.executionCtx.waitUntil(sent.then(count));
  });
}
