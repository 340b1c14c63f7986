import { err, isFresh, ok } from '#compute';
import { errors, jwtVerify, UnsecuredJWT, type JWK } from 'jose';
import * as v from 'valibot';
import { fetchText, parseJson } from '../body.ts';
import type { KvStore } from '../cache/stores.ts';
import type { Config } from '../config.ts';
import type { Failure, Outcome } from '../failure.ts';
import { SingleFlight, type WaitUntil } from '../resilience/single-flight.ts';

/** A user's id at the identity provider, from a verified token only. */
export type Uid = string & { readonly __brand: 'Uid' };

/** How far the issuer's clock may be ahead. A token expires at its `exp`, without tolerance. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Custom claims may have 1,000 characters. The others are about as long. */
const MAX_TOKEN_CHARACTERS = 8192;

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i;

const claimsSchema = v.object({
  sub: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(128),
    v.transform((sub) => sub as Uid),
  ),
  // The standard allows a list of audiences. This issuer never writes one.
  aud: v.string(),
  exp: v.number(),
  iat: v.number(),
  auth_time: v.number(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean(), false),
  admin: v.optional(v.unknown()),
});

/** A verified token's claims. Times are epoch seconds; `auth_time` is the sign-in's. */
export type User = Readonly<v.InferOutput<typeof claimsSchema>>;

const UNAUTHENTICATED = err<Failure>({ reason: 'unauthenticated' });

/**
 * Returns a function that verifies ID tokens by firebase.google.com/docs/auth/admin/verify-id-tokens and gives the user of an
 * `Authorization` header. Unsigned tokens count only with the emulator, in requests to this machine. `now`: epoch milliseconds.
 */
export function userVerifier(config: Config, store: KvStore, now: () => number) {
  const { FIREBASE_PROJECT_ID: audience } = config;
  const isEmulated = config.FIREBASE_AUTH_EMULATOR !== '' && config.ENVIRONMENT !== 'production';
  const keys = new PublicKeys(config.FIREBASE_JWKS_URL, store, now);
  return async (
    authorization: string | undefined,
    isToLoopback: boolean,
    waitUntil: WaitUntil,
  ): Promise<Outcome<User>> => {
    if (audience === '') return err({ reason: 'account_unavailable' });
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined || token.length > MAX_TOKEN_CHARACTERS) return UNAUTHENTICATED;
    const nowMs = now();
    const issuer = `https://securetoken.google.com/${audience}`;
    const rules = { issuer, audience, currentDate: new Date(nowMs), algorithms: ['RS256'] };
    const mayBeUnsigned = isEmulated && isToLoopback && token.endsWith('.');
    try {
      const { payload } = mayBeUnsigned
        ? UnsecuredJWT.decode(token, rules)
        : await jwtVerify(token, ({ kid = '' }) => keys.find(kid, waitUntil), rules);
      const claims = v.safeParse(claimsSchema, payload);
      if (!claims.success) return UNAUTHENTICATED;
      const { iat, auth_time: signedInAtSeconds } = claims.output;
      const isAhead = Math.max(iat, signedInAtSeconds) > nowMs / 1000 + CLOCK_TOLERANCE_SECONDS;
      return isAhead ? UNAUTHENTICATED : ok(claims.output);
    } catch (cause) {
      if (cause instanceof errors.JOSEError) return UNAUTHENTICATED;
      if (cause instanceof KeysUnavailable) return err({ reason: 'account_unavailable' });
      throw cause;
    }
  };
}

/** The key server does not respond, and no key that it published before can be used. */
class KeysUnavailable extends Error {}

/** Bounds of the key server's `max-age`, and the default without one. */
const MIN_FRESH_SECONDS = 5 * 60;
const MAX_FRESH_SECONDS = 24 * 3600;
const DEFAULT_FRESH_SECONDS = 3600;

/** How much longer keys are used while the key server is down. */
const STALE_SECONDS = 24 * 3600;

/** Made-up key ids must not flood the key server with requests. */
const ASK_INTERVAL_MS = 60_000;

const published = {
  keys: v.pipe(
    v.array(v.object({ kid: v.string(), kty: v.literal('RSA'), n: v.string(), e: v.string() })),
    v.minLength(1),
  ),
};
const publishedSchema = v.object(published);
const keySetSchema = v.object({ ...published, fetchedAtSeconds: v.number(), freshUntilSeconds: v.number() });

/** The keys that the identity provider publishes: from memory, from KV, or from its server. */
class PublicKeys {
  readonly #url: string;
  readonly #store: KvStore;
  readonly #now: () => number;
  readonly #flights = new SingleFlight<void>();
  #known: v.InferOutput<typeof keySetSchema> | null = null;
  #askedAtMs = -Infinity;
  #hasFailed = false;

  constructor(url: string, store: KvStore, now: () => number) {
    this.#url = url;
    this.#store = store;
    this.#now = now;
  }

  /** The key with an id. Rejects if the key server has none, or does not respond. */
  async find(keyId: string, waitUntil: WaitUntil): Promise<JWK> {
    // Twice, because the first flight may be another caller's, which ends as soon as that one's key is there.
    for (let turn = 0; turn < 2 && !this.#hasFresh(keyId); turn++)
      await this.#flights.run('refresh', waitUntil, () => this.#refresh(keyId, waitUntil));
    const key = this.#usable(keyId);
    if (key !== undefined) return key;
    throw this.#hasFailed ? new KeysUnavailable() : new errors.JWKSNoMatchingKey();
  }

  async #refresh(keyId: string, waitUntil: WaitUntil): Promise<void> {
    if (Math.abs(this.#now() - this.#askedAtMs) < ASK_INTERVAL_MS) return;
    const storeKey = `identity-keys/2/${this.#url}`;
    const text = new TextDecoder().decode((await this.#store.read(storeKey))?.bytes);
    const stored = v.safeParse(keySetSchema, parseJson(text));
    if (stored.success && stored.output.fetchedAtSeconds > (this.#known?.fetchedAtSeconds ?? 0))
      this.#known = stored.output;
    if (this.#hasFresh(keyId)) return;
    this.#askedAtMs = this.#now();
    const fetched = await fetchKeys(this.#url);
    this.#hasFailed = fetched === null;
    if (fetched === null) {
      console.warn(JSON.stringify({ event: 'identity_keys_failed' }));
      return;
    }
    const { keys, freshSeconds } = fetched;
    const fetchedAtSeconds = this.#now() / 1000;
    this.#known = { keys, fetchedAtSeconds, freshUntilSeconds: fetchedAtSeconds + freshSeconds };
    const value = { bytes: new TextEncoder().encode(JSON.stringify(this.#known)), metadata: null };
    this.#store.write(storeKey, value, waitUntil, freshSeconds + STALE_SECONDS);
  }

  #hasFresh(keyId: string): boolean {
    const { fetchedAtSeconds = 0, freshUntilSeconds = 0 } = this.#known ?? {};
    const seconds = this.#now() / 1000;
    return isFresh(fetchedAtSeconds, freshUntilSeconds, seconds) && this.#usable(keyId) !== undefined;
  }

  /** Returns the same object each time, so that jose imports each key once. */
  #usable(keyId: string): JWK | undefined {
    const { keys = [], freshUntilSeconds = 0 } = this.#known ?? {};
    const isUsable = this.#now() / 1000 < freshUntilSeconds + STALE_SECONDS;
    return isUsable ? keys.find(({ kid }) => kid === keyId) : undefined;
  }
}

/** The published keys and how long they stay fresh; `null` if they cannot be fetched. Never rejects. */
async function fetchKeys(url: string) {
  const fetched = await fetchText(url, {}, { timeoutMs: 2000, maxBytes: 64 * 1024 });
  const parsed = v.safeParse(publishedSchema, parseJson(fetched?.text ?? ''));
  if (!fetched || !parsed.success) return null;
  const cacheControl = fetched.headers.get('Cache-Control') ?? '';
  const [, seconds = DEFAULT_FRESH_SECONDS] = /\bmax-age=(\d{1,9})\b/.exec(cacheControl) ?? [];
  const freshSeconds = Math.min(Math.max(Number(seconds), MIN_FRESH_SECONDS), MAX_FRESH_SECONDS);
  return { keys: parsed.output.keys, freshSeconds };
}
