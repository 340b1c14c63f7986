/** Verifies ID tokens of Firebase Authentication by the keys that its server publishes. */
import { err, ok, type Result } from '#compute';
import { decodeProtectedHeader, errors, jwtVerify, UnsecuredJWT } from 'jose';
import type { JWK, JWTClaimVerificationOptions, JWTPayload } from 'jose';
import * as v from 'valibot';
import { parseJson, readBody } from '../body.ts';
import type { KvStore } from '../cache/stores.ts';
import type { Config } from '../config.ts';
import type { Failure } from '../failure.ts';
import { SingleFlight, withDeadline, type WaitUntil } from '../resilience/single-flight.ts';

/** A user's id at the identity provider, from a verified token only. */
export type Uid = string & { readonly __brand: 'Uid' };

export interface User {
  readonly uid: Uid;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly hasAdminClaim: boolean;
  /** When the user last proved who they are, epoch seconds. */
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

/**
 * Verifies by the rules of firebase.google.com/docs/auth/admin/verify-id-tokens: RS256 with a published key, issuer and
 * audience of the project, not expired, issued and authenticated in the past. `now` is the clock in epoch milliseconds.
 */
export function createIdentity(config: Config, store: KvStore, now: () => number) {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_AUTH_EMULATOR, ENVIRONMENT } = config;
  const isEmulated = FIREBASE_AUTH_EMULATOR !== '' && ENVIRONMENT !== 'production';
  const keys = createPublicKeys(config.FIREBASE_JWKS_URL, store, now);
  const rules = (): JWTClaimVerificationOptions => ({
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    currentDate: new Date(now()),
  });

  async function claimsOf(
    token: string,
    isToLoopback: boolean,
    waitUntil: WaitUntil,
  ): Promise<Result<JWTPayload, Failure>> {
    const { alg, kid } = headerOf(token);
    if (alg === 'none' && isEmulated && isToLoopback) return ok(UnsecuredJWT.decode(token, rules()).payload);
    if (alg !== 'RS256' || typeof kid !== 'string') return UNAUTHENTICATED;
    const key = await keys.find(kid, waitUntil);
    if (key === 'unknown') return UNAUTHENTICATED;
    if (key === 'unavailable') return err({ reason: 'account_unavailable' });
    return ok((await jwtVerify(token, key, { ...rules(), algorithms: ['RS256'] })).payload);
  }

  return {
    /** The user of an `Authorization` header. Unsigned tokens count only with the emulator, in requests to this machine. */
    async userOf(
      authorization = '',
      isToLoopback: boolean,
      waitUntil: WaitUntil,
    ): Promise<Result<User, Failure>> {
      const token = BEARER.exec(authorization)?.[1];
      if (token === undefined || token.length > MAX_TOKEN_CHARACTERS) return UNAUTHENTICATED;
      try {
        const payload = await claimsOf(token, isToLoopback, waitUntil);
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

const TIMEOUT_MS = 2000;
const MAX_BODY_BYTES = 64 * 1024;

/** Bounds of the key server's `max-age`, and the default without one. */
const MIN_FRESH_SECONDS = 5 * 60;
const MAX_FRESH_SECONDS = 24 * 3600;
const DEFAULT_FRESH_SECONDS = 3600;

/** How much longer keys are used while the key server is down. */
const STALE_SECONDS = 24 * 3600;

/** Made-up key ids must not flood the key server with requests. */
const ASK_INTERVAL_MS = 60_000;

const publishedSchema = v.object({
  keys: v.pipe(
    v.array(v.object({ kid: v.string(), kty: v.literal('RSA'), n: v.string(), e: v.string() })),
    v.minLength(1),
  ),
});

const keySetSchema = v.object({
  ...publishedSchema.entries,
  fetchedAtSeconds: v.number(),
  freshUntilSeconds: v.number(),
});

/** The keys that `url` publishes: from memory, from KV, or from there. */
function createPublicKeys(url: string, store: KvStore, now: () => number) {
  const storeKey = `identity-keys/2/${url}`;
  const flights = new SingleFlight<void>();
  let known: v.InferOutput<typeof keySetSchema> | null = null;
  let readAtMs = -Infinity;
  let askedAtMs = -Infinity;
  let hasResponded = false;

  async function refresh(waitUntil: WaitUntil): Promise<void> {
    if (isRecent(readAtMs)) return;
    readAtMs = now();
    const stored = parsed(keySetSchema, new TextDecoder().decode((await store.read(storeKey))?.bytes));
    if (stored !== null && stored.fetchedAtSeconds > (known?.fetchedAtSeconds ?? 0)) known = stored;
    if (!isFresh()) await ask(waitUntil);
  }

  async function ask(waitUntil: WaitUntil): Promise<void> {
    if (isRecent(askedAtMs)) return;
    askedAtMs = now();
    const fetched = await fetchKeys(url);
    hasResponded = fetched !== null;
    if (fetched === null) {
      console.warn(JSON.stringify({ event: 'identity_keys_failed' }));
      return;
    }
    const { keys, freshSeconds } = fetched;
    const fetchedAtSeconds = now() / 1000;
    known = { keys, fetchedAtSeconds, freshUntilSeconds: fetchedAtSeconds + freshSeconds };
    const value = { bytes: new TextEncoder().encode(JSON.stringify(known)), metadata: null };
    store.write(storeKey, value, waitUntil, { expireSeconds: freshSeconds + STALE_SECONDS });
  }

  function isFresh(): boolean {
    const seconds = now() / 1000;
    // A key set dated in the future was stored by a wrong clock.
    return known !== null && known.fetchedAtSeconds <= seconds && seconds < known.freshUntilSeconds;
  }

  function isRecent(ms: number): boolean {
    return Math.abs(now() - ms) < ASK_INTERVAL_MS;
  }

  /** Returns the same object each time, so that jose imports each key once. */
  function usable(keyId: string): JWK | undefined {
    if (known === null || now() / 1000 >= known.freshUntilSeconds + STALE_SECONDS) return undefined;
    return known.keys.find(({ kid }) => kid === keyId);
  }

  return {
    /** The key with an id. `unknown`: the key server has none. `unavailable`: the key server does not respond. Never rejects. */
    async find(keyId: string, waitUntil: WaitUntil): Promise<JWK | 'unknown' | 'unavailable'> {
      if (!isFresh()) await flights.run('refresh', waitUntil, () => refresh(waitUntil));
      const before = usable(keyId);
      if (before !== undefined) return before;
      await flights.run('ask', waitUntil, () => ask(waitUntil));
      return usable(keyId) ?? (hasResponded ? 'unknown' : 'unavailable');
    },
  };
}

/** The published keys and how long they stay fresh; `null` if they cannot be fetched. Never rejects. */
async function fetchKeys(url: string) {
  try {
    return await withDeadline(TIMEOUT_MS, async (signal) => {
      const response = await fetch(url, { redirect: 'manual', signal });
      const text = response.ok ? await readBody(response, MAX_BODY_BYTES) : null;
      const published = parsed(publishedSchema, text ?? '');
      return (
        published && { ...published, freshSeconds: freshSecondsOf(response.headers.get('Cache-Control')) }
      );
    });
  } catch {
    return null;
  }
}

function freshSecondsOf(cacheControl: string | null): number {
  const [, seconds = DEFAULT_FRESH_SECONDS] = /\bmax-age=(\d{1,9})\b/.exec(cacheControl ?? '') ?? [];
  return Math.min(Math.max(Number(seconds), MIN_FRESH_SECONDS), MAX_FRESH_SECONDS);
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  const { success, output } = v.safeParse(schema, parseJson(text));
  return success ? output : null;
}
