import { createMiddleware } from 'hono/factory';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { Hono } from 'hono/tiny';
import { missingBindings, readConfig, SYSTEM_RUNTIME, type Runtime, type WorkerBindings } from './config.ts';
import { DATABASE_DEADLINE_MS } from './http/database.ts';
import { admitUser, allowReading, isOverQuota, MCP_PATH, preflightResponse, refusal } from './http/guards.ts';
import { OPERATIONS, parseParams, type Handlers, type Operation } from './http/operations.ts';
import { logUnexpected, respondError } from './http/respond.ts';
import { strictTransport } from './http/security-headers.ts';
import { documentsRoute, FIRST_SCREEN_DEADLINE_MS } from './pages/documents.ts';
import { ledgerHandlers } from './routes/ledger.ts';
import { listingHandlers } from './routes/listings.ts';
import { respondToMessage } from './routes/mcp.ts';
import { accountHandlers } from './routes/me.ts';
import { serviceHandlers } from './routes/service.ts';
import { createServices, type AppEnv, type Services } from './services.ts';

/** The Worker's HTTP application. Its services live as long as the isolate. Tests shorten the deadlines. */
export function createApp(
  runtime: Runtime = SYSTEM_RUNTIME,
  { databaseMs = DATABASE_DEADLINE_MS, firstScreenMs = FIRST_SCREEN_DEADLINE_MS } = {},
) {
  const servicesOf = readiness(runtime);
  return new Hono<AppEnv>()
    .use(requestContext(runtime, databaseMs))
    .route('/', documentsRoute(servicesOf, firstScreenMs))
    .use(admission(servicesOf))
    .route('/', apiRoute())
    .post(MCP_PATH, respondToMessage)
    .notFound((c) => respondError(c, { reason: 'not_found' }))
    .onError((cause, c) => {
      logUnexpected(c, cause);
      return respondError(c, { reason: 'internal' });
    });
}

const HANDLERS: Handlers = { ...listingHandlers, ...ledgerHandlers, ...accountHandlers, ...serviceHandlers };

function apiRoute() {
  const route = new Hono<AppEnv>();
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const respond = HANDLERS[name as keyof Handlers] as (c: Context<AppEnv>, values: object) => Response;
    route.on(operation.method ?? 'GET', operation.path, async (c) => {
      const refused = operation.isSignedIn ? await admitUser(c) : null;
      if (refused !== null) return respondError(c, refused);
      const values = parseParams(operation, c);
      return values.ok ? respond(c, values.value) : respondError(c, values.error);
    });
  }
  return route;
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
    c.executionCtx.waitUntil(Promise.resolve(c.var.sent).then(() => count(c, runtime.now())));
  });
}

/** Refuses an API request or attaches the services to it. A wrong configuration gets a 500. */
function admission(servicesOf: (env: WorkerBindings) => Services | null) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const services = servicesOf(c.env);
    if (services === null) return respondError(c, { reason: 'misconfigured' });
    const { config } = services;
    const { ALLOWED_ORIGINS: allowedOrigins, HSTS_PRELOAD: isHstsPreloaded } = config;
    const preflight = preflightResponse(c, allowedOrigins);
    if (preflight !== null) return preflight;
    c.set('services', services);
    const refused = refusal(c, config);
    if (refused !== null) c.res = respondError(c, refused);
    else if (await isOverQuota(c)) c.res = respondError(c, { reason: 'rate_limited' });
    else await next();
    allowReading(c, c.res, allowedOrigins);
    // Browsers apply the last header they saw for a host, so API and page must send the same one.
    if (isHstsPreloaded) c.res.headers.set(...strictTransport(true));
    return undefined;
  });
}

/** Writes a data point to Analytics Engine, if bound: no tickers, texts or IP addresses (see `docs/deploy.md`). */
function count(c: Context<AppEnv>, nowMs: number): void {
  const { cache, fault, startedAtMs } = c.var;
  // A route's pattern, because a path may contain typed text.
  const route = matchedRoutes(c).find(({ path }) => path !== '/*')?.path ?? 'other';
  c.env.METRICS?.writeDataPoint({
    indexes: [route],
    blobs: [route, cache?.outcome ?? 'none', fault ?? cache?.failure ?? 'none'],
    doubles: [c.res.status, nowMs - startedAtMs],
  });
}
