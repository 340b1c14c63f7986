import { err } from '#compute';
import type { Result } from '#compute';
import type { Context } from 'hono';
import type { User } from '../account/identity.ts';
import { isLoopback } from '../config.ts';
import { sha256Hex } from '../sha256.ts';
import type { AppEnv } from './app-env.ts';
import type { ServiceError } from './errors.ts';
import { isOverQuota } from './guards.ts';

/** Who sends a request, within a quota of their own besides that of the IP address. */
export async function requestUser(c: Context<AppEnv>): Promise<Result<User, ServiceError>> {
  const { identity } = c.get('services');
  if (identity === null) return err({ reason: 'account_unavailable' });
  const isToLoopback = isLoopback(new URL(c.req.url).hostname);
  const user = await identity.userOf(c.req.header('Authorization'), isToLoopback, (work) =>
    c.executionCtx.waitUntil(work),
  );
  if (!user.ok) return user;
  const key = `user:${await sha256Hex(user.value.uid)}`;
  return (await isOverQuota(c, key)) ? err({ reason: 'rate_limited' }) : user;
}
