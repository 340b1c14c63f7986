import { createMiddleware } from 'hono/factory';
import { Hono } from 'hono/tiny';
import { missingBindings, readConfig, SYSTEM_RUNTIME } from './config.ts';
import type { Config, Runtime, WorkerBindings } from './config.ts';
import { DATABASE_DEADLINE_MS } from './http/database.ts';
import type { Failure } from './failure.ts';
import { allowReading, isOverQuota, preflightResponse, refusal } from './http/guards.ts';
import { respondError } from './http/respond.ts';
import { strictTransport } from './http/security-headers.ts';
import { ledgerRoute } from './routes/ledger.ts';
import { listingsRoute } from './routes/listings.ts';
import { meRoute } from './routes/me.ts';
import { serviceRoute } from './routes/service.ts';
import { createServices } from './services.ts';
import type { AppEnv, Services } from './services.ts';

/**
 * The Worker's HTTP application. It owns the isolate's memory: its services are created at the first request and live as
 * long as it does.
 */
export function createApp(runtime: Runtime = SYSTEM_RUNTIME, databaseDeadlineMs = DATABASE_DEADLINE_MS) {
  return new Hono<AppEnv>()
    .use(metrics(runtime))
    .use(entrance(runtime, databaseDeadlineMs))
    .route('/api', listingsRoute)
    .route('/api', ledgerRoute)
    .route('/api', meRoute)
    .route('/api', serviceRoute)
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

/** What an isolate derives from its bindings once. */
interface Ready {
  readonly services: Services;
  readonly config: Config;
}

/**
 * Gives a request its id, then refuses it or gives it the services. The configuration is validated once per isolate; a
 * wrong one is logged by the names of its variables and responded to with 500.
 */
function entrance(runtime: Runtime, databaseDeadlineMs: number) {
  const known = new WeakMap<WorkerBindings, Ready>();

  function readyFor(env: WorkerBindings): Ready | null {
    const before = known.get(env);
    if (before !== undefined) return before;
    const config = readConfig(env);
    if (!config.ok) {
      console.error(JSON.stringify({ event: 'misconfigured', problems: config.error }));
      return null;
    }
    logMissingBindings(config.value, env);
    const ready = {
      services: createServices(config.value, env, runtime),
      config: config.value,
    };
    known.set(env, ready);
    return ready;
  }

  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('requestId', crypto.randomUUID());
    c.set('startedAtMs', runtime.now());
    c.set('databaseDeadlineMs', databaseDeadlineMs);
    const ready = readyFor(c.env);
    if (ready === null) return respondError(c, { reason: 'misconfigured' });
    const { services, config } = ready;
    const { ALLOWED_ORIGINS: allowedOrigins, HSTS_PRELOAD: isHstsPreloaded } = config;
    const preflight = preflightResponse(c, allowedOrigins);
    if (preflight !== null) return preflight;
    c.set('services', services);
    const refused = refusal(c, allowedOrigins) ?? ((await isOverQuota(c)) ? RATE_LIMITED : null);
    if (refused === null) await next();
    else c.res = respondError(c, refused);
    allowReading(c, c.res, allowedOrigins);
    // The last header that a browser sees counts for the host, so this must say what the page says.
    if (isHstsPreloaded) c.res.headers.set(...strictTransport(true));
    return undefined;
  });
}

const RATE_LIMITED: Failure = { reason: 'rate_limited' };

/** A deployment works without an optional binding, but its operator should know. */
function logMissingBindings(config: Config, env: WorkerBindings): void {
  const missing = missingBindings(config, env);
  if (missing.length > 0) console.warn(JSON.stringify({ event: 'missing_bindings', missing }));
}

/** Only names of routes are counted: a path may contain what somebody typed. */
const ROUTE =
  /^\/api\/(stock|intraday|quotes|sentiment|news|search|record|health|openapi|csp-report|me|admin)\b/;

/**
 * Writes one data point per request if Analytics Engine is bound: route, cache outcome and fault as blobs, status and
 * milliseconds waited as doubles. No ticker, no text, no address.
 */
function metrics(runtime: Runtime) {
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
