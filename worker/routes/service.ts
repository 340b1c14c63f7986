import { Hono } from 'hono/tiny';
import type { User } from '../account/identity.ts';
import { VERSION } from '../config.ts';
import { readDatabaseStatus } from '../database-status.ts';
import type { AdminStatus, HealthResponse } from '../contract/contract.ts';
import { signedIn } from '../http/guards.ts';
import { respondDocument, respondError, respondUncached } from '../http/respond.ts';
import type { AppEnv } from '../services.ts';

export const serviceRoute = new Hono<AppEnv>()
  /** Each provider as this isolate has seen it; calls no source. */
  .get('/health', (c) => {
    const { config, source } = c.get('services');
    const body: HealthResponse = {
      status: 'ok',
      version: VERSION,
      market_data: config.MARKET_DATA,
      providers: source.providers(),
    };
    return respondUncached(c, JSON.stringify(body));
  })
  /** The build has written the description among the page's files. */
  .get('/openapi.json', async (c) => {
    const file = await c.env.ASSETS?.fetch(new URL('/openapi.json', c.req.url));
    if (!file?.ok) return respondError(c, { reason: 'not_found' });
    return respondDocument(c, await file.text());
  })
  /** Providers and writes to KV are those of the isolate that responds; the database is the same for all. */
  .get('/admin/status', signedIn, async (c) => {
    const { config, db, kvWrites, source } = c.get('services');
    if (!isAdmin(c.get('user'), config.ADMIN_EMAILS)) return respondError(c, { reason: 'not_admin' });
    const body: AdminStatus = {
      version: VERSION,
      environment: config.ENVIRONMENT,
      market_data: config.MARKET_DATA,
      providers: source.providers(),
      kv: kvWrites(),
      ...(await readDatabaseStatus(db, config.MARKET_DATA, c.get('databaseDeadlineMs'))),
    };
    return respondUncached(c, JSON.stringify(body));
  });

/** By the claim that the project's owner has set, or by an address that the user has proved to be theirs. */
function isAdmin(user: User, adminEmails: readonly string[]): boolean {
  const { email, isEmailVerified, hasAdminClaim } = user;
  return hasAdminClaim || (isEmailVerified && email !== null && adminEmails.includes(email.toLowerCase()));
}
