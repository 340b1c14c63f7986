import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import type { User } from '../account/identity.ts';
import { VERSION } from '../config.ts';
import { readDatabaseStatus } from '../database-status.ts';
import type { AdminStatus, HealthResponse } from '../contract/contract.ts';
import { parseJson, readBody } from '../body.ts';
import { requestUser } from '../http/guards.ts';
import { respondDocument, respondEmpty, respondError, respondUncached } from '../http/respond.ts';
import type { AppEnv } from '../services.ts';

const MAX_REPORT_BYTES = 16 * 1024;
/** One broken extension on many machines must not fill the log. */
const LOGGED_SHARE = 0.1;
const MAX_FIELD_CHARACTERS = 200;

const reportsSchema = v.pipe(
  v.array(
    v.object({
      type: v.literal('csp-violation'),
      body: v.object({
        effectiveDirective: v.optional(v.string(), ''),
        blockedURL: v.optional(v.string(), ''),
        documentURL: v.optional(v.string(), ''),
      }),
    }),
  ),
  v.maxLength(20),
);

/** Routes about the installation itself: for monitoring, browsers and operators. */
export const serviceRoute = new Hono<AppEnv>()
  /** `GET /health`: version, mode, and each provider as this isolate has seen it; calls no source. */
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
  /** `GET /openapi.json`: the description of this API, which the build has written among the page's files. */
  .get('/openapi.json', async (c) => {
    const file = await c.env.ASSETS?.fetch(new URL('/openapi.json', c.req.url));
    if (!file?.ok) return respondError(c, { reason: 'not_found' });
    return respondDocument(c, await file.text());
  })
  /** `POST /csp-report`: what browsers blocked under our policy; a tenth is logged, without query strings. */
  .post('/csp-report', async (c) => {
    const text = await readBody(c.req.raw, MAX_REPORT_BYTES);
    if (text === null) return respondError(c, { reason: 'body_too_large' });
    const reports = v.safeParse(reportsSchema, parseJson(text));
    if (reports.success && c.get('services').random() < LOGGED_SHARE) {
      for (const { body } of reports.output) {
        const detail = {
          event: 'csp_violation',
          directive: body.effectiveDirective.slice(0, MAX_FIELD_CHARACTERS),
          blocked: withoutQuery(body.blockedURL),
          page: withoutQuery(body.documentURL),
        };
        console.warn(JSON.stringify(detail));
      }
    }
    // The browser ignores the response, so an unreadable report is not worth an error.
    return respondEmpty(c);
  })
  /**
   * `GET /admin/status`: how the installation is, for its operators. Providers and writes to KV are those of
   * the isolate that responds, since it started: there are many, each lives for minutes or hours, and what Cloudflare's cache
   * serves reaches none. The database is the same for all.
   */
  .get('/admin/status', async (c) => {
    const { adminEmails, db, environment, kvWrites, mode, providers } = c.get('services');
    const user = await requestUser(c);
    if (!user.ok) return respondError(c, user.error);
    if (!isAdmin(user.value, adminEmails)) return respondError(c, { reason: 'not_admin' });
    const body: AdminStatus = {
      version: VERSION,
      environment,
      market_data: mode,
      providers: providers(),
      kv: kvWrites(),
      ...(await readDatabaseStatus(db, mode, c.get('databaseDeadlineMs'))),
    };
    return respondUncached(c, body);
  });

function withoutQuery(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? '').slice(0, MAX_FIELD_CHARACTERS);
}

/** By the claim that the project's owner has set, or by an address that the user has proved to be theirs. */
function isAdmin(user: User, adminEmails: readonly string[]): boolean {
  const { email, isEmailVerified, hasAdminClaim } = user;
  return hasAdminClaim || (isEmailVerified && email !== null && adminEmails.includes(email.toLowerCase()));
}
