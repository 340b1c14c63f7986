/** Who sends a request: verifies the ID tokens of Firebase Authentication. */
import { err, ok } from '#compute';
import type { Result } from '#compute';
import { decodeProtectedHeader, errors, jwtVerify, UnsecuredJWT } from 'jose';
import type { JWTClaimVerificationOptions } from 'jose';
import * as v from 'valibot';
import type { ServiceError } from '../http/errors.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import type { PublicKeys } from './public-keys.ts';

/** The identity provider's id of a user, from a verified token only. */
export type Uid = string & { readonly __brand: 'Uid' };

export interface User {
  readonly uid: Uid;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** The custom claim `admin`. */
  readonly hasAdminClaim: boolean;
  /** When the user last proved who they are, epoch seconds. */
  readonly signedInAtSeconds: number;
}

export interface Identity {
  /**
   * The user of a request by its `Authorization` header. Unsigned tokens are for a request to this machine only
   * (`isToLoopback`), and only where the emulator is set.
   */
  userOf(
    authorization: string | undefined,
    isToLoopback: boolean,
    waitUntil: WaitUntil,
  ): Promise<Result<User, ServiceError>>;
}

/** How far ahead of ours the issuer's clock may be. A token ends at its `exp`, without tolerance. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Custom claims may have 1,000 characters; the rest is about as long. */
const MAX_TOKEN_CHARACTERS = 8192;

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i;

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  // A list of audiences, which the standard allows, is nothing that this issuer writes.
  aud: v.string(),
  exp: v.number(),
  iat: v.number(),
  auth_time: v.number(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean(), false),
  admin: v.optional(v.unknown()),
});

const UNAUTHENTICATED: ServiceError = { reason: 'unauthenticated' };

/**
 * Verifies by the rules of firebase.google.com/docs/auth/admin/verify-id-tokens: RS256 with a published key, issuer and
 * audience of the project, not expired, issued and authenticated in the past. `now` is the clock in epoch milliseconds.
 */
export function createIdentity({
  projectId,
  isEmulated,
  keys,
  now,
}: {
  readonly projectId: string;
  /** The emulator is set, and this is no production. */
  readonly isEmulated: boolean;
  readonly keys: PublicKeys;
  readonly now: () => number;
}): Identity {
  const rules = (): JWTClaimVerificationOptions => ({
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    currentDate: new Date(now()),
  });

  async function claimsOf(token: string, isToLoopback: boolean, waitUntil: WaitUntil) {
    const { alg, kid } = headerOf(token);
    if (alg === 'none' && isEmulated && isToLoopback) return ok(UnsecuredJWT.decode(token, rules()).payload);
    if (alg !== 'RS256' || typeof kid !== 'string') return err(UNAUTHENTICATED);
    const key = await keys.find(kid, waitUntil);
    if (key === 'unknown') return err(UNAUTHENTICATED);
    if (key === 'unavailable') return err<ServiceError>({ reason: 'account_unavailable' });
    return ok((await jwtVerify(token, key, { ...rules(), algorithms: ['RS256'] })).payload);
  }

  return {
    async userOf(authorization = '', isToLoopback, waitUntil) {
      const token = BEARER.exec(authorization)?.[1];
      if (token === undefined || token.length > MAX_TOKEN_CHARACTERS) return err(UNAUTHENTICATED);
      try {
        const payload = await claimsOf(token, isToLoopback, waitUntil);
        if (!payload.ok) return payload;
        const claims = v.safeParse(claimsSchema, payload.value);
        if (!claims.success) return err(UNAUTHENTICATED);
        const { sub, iat, auth_time: authTime, email, email_verified: isVerified, admin } = claims.output;
        if (Math.max(iat, authTime) > now() / 1000 + CLOCK_TOLERANCE_SECONDS) return err(UNAUTHENTICATED);
        return ok({
          uid: sub as Uid,
          email: email ?? null,
          isEmailVerified: isVerified,
          hasAdminClaim: admin === true,
          signedInAtSeconds: authTime,
        });
      } catch (cause) {
        if (cause instanceof errors.JOSEError) return err(UNAUTHENTICATED);
        throw cause;
      }
    },
  };
}

function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return {};
  }
}
