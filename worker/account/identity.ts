import { err, ok, type Result } from '#compute';
import { decodeProtectedHeader, errors, jwtVerify, UnsecuredJWT, type JWTPayload } from 'jose';
import * as v from 'valibot';
import type { KvStore } from '../cache/stores.ts';
import type { Config } from '../config.ts';
import type { Failure } from '../failure.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { createPublicKeys } from './public-keys.ts';

/** A user's id at the identity provider, from a verified token only. */
export type Uid = string & { readonly __brand: 'Uid' };

export interface User {
  readonly uid: Uid;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly hasAdminClaim: boolean;
  readonly signedInAtSeconds: number;
}

/** How far the issuer's clock may be ahead. A token expires at its `exp`, without tolerance. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Custom claims may have 1,000 characters. The others are about as long. */
const MAX_TOKEN_CHARACTERS = 8192;

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i;

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  // The standard allows a list of audiences. This issuer never writes one.
  aud: v.string(),
  exp: v.number(),
  iat: v.number(),
  auth_time: v.number(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean(), false),
  admin: v.optional(v.unknown()),
});

const UNAUTHENTICATED = err<Failure>({ reason: 'unauthenticated' });

/** Verifies by firebase.google.com/docs/auth/admin/verify-id-tokens. `now` is the clock in epoch milliseconds. */
export function createIdentity(config: Config, store: KvStore, now: () => number) {
  const { FIREBASE_PROJECT_ID: audience, FIREBASE_AUTH_EMULATOR, ENVIRONMENT } = config;
  const isEmulated = FIREBASE_AUTH_EMULATOR !== '' && ENVIRONMENT !== 'production';
  const issuer = `https://securetoken.google.com/${audience}`;
  const findKey = createPublicKeys(config.FIREBASE_JWKS_URL, store, now);

  async function payloadOf(
    token: string,
    isToLoopback: boolean,
    waitUntil: WaitUntil,
  ): Promise<Result<JWTPayload, Failure>> {
    const rules = { issuer, audience, currentDate: new Date(now()) };
    const { alg, kid } = headerOf(token);
    if (alg === 'none' && isEmulated && isToLoopback) return ok(UnsecuredJWT.decode(token, rules).payload);
    if (alg !== 'RS256' || typeof kid !== 'string') return UNAUTHENTICATED;
    const key = await findKey(kid, waitUntil);
    if (key === 'unknown') return UNAUTHENTICATED;
    if (key === 'unavailable') return err({ reason: 'account_unavailable' });
    return ok((await jwtVerify(token, key, { ...rules, algorithms: ['RS256'] })).payload);
  }

  /** The user of an `Authorization` header. Unsigned tokens count only with the emulator, in requests to this machine. */
  return async (
    authorization: string | undefined,
    isToLoopback: boolean,
    waitUntil: WaitUntil,
  ): Promise<Result<User, Failure>> => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined || token.length > MAX_TOKEN_CHARACTERS) return UNAUTHENTICATED;
    try {
      const payload = await payloadOf(token, isToLoopback, waitUntil);
      if (!payload.ok) return payload;
      const claims = v.safeParse(claimsSchema, payload.value);
      if (!claims.success) return UNAUTHENTICATED;
      const { sub, iat, auth_time: authTime, email, email_verified: isVerified, admin } = claims.output;
      if (Math.max(iat, authTime) > now() / 1000 + CLOCK_TOLERANCE_SECONDS) return UNAUTHENTICATED;
      return ok({
        uid: sub as Uid,
        email: email ?? null,
        isEmailVerified: isVerified,
        hasAdminClaim: admin === true,
        signedInAtSeconds: authTime,
      });
    } catch (cause) {
      if (cause instanceof errors.JOSEError) return UNAUTHENTICATED;
      throw cause;
    }
  };
}

function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return {};
  }
}
