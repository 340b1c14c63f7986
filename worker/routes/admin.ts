import { Hono } from 'hono/tiny';
import type { User } from '../account/identity.ts';
import { VERSION } from '../config.ts';
import type { AdminStatus } from '../contract/contract.ts';
import type { AppEnv } from '../http/app-env.ts';
import { requestUser } from '../http/request-user.ts';
import { respondError, respondUncached } from '../http/respond.ts';

/**
 * `GET /admin/status`: how the installation is, for its operators. Providers, writes to KV and unknown tickers are those of
 * the isolate that responds, since it started: there are many, each lives for minutes or hours, and what Cloudflare's cache
 * answers reaches none. The database is the same for all.
 */
export const adminRoute = new Hono<AppEnv>().get('/admin/status', async (c) => {
  const { adminEmails, databaseStatus, environment, kvWrites, mode, providers, unknownTickers } =
    c.get('services');
  const user = await requestUser(c);
  if (!user.ok) return respondError(c, user.error);
  if (!isAdmin(user.value, adminEmails)) return respondError(c, { reason: 'not_admin' });
  const body: AdminStatus = {
    version: VERSION,
    environment,
    market_data: mode,
    providers: providers(),
    kv: kvWrites(),
    unknown_tickers: unknownTickers.top(),
    ...(await databaseStatus()),
  };
  return respondUncached(c, body);
});

/** By the claim that the project's owner has set, or by an address that the user has proved to be theirs. */
function isAdmin(user: User, adminEmails: readonly string[]): boolean {
  const { email, isEmailVerified, hasAdminClaim } = user;
  return hasAdminClaim || (isEmailVerified && email !== null && adminEmails.includes(email.toLowerCase()));
}
