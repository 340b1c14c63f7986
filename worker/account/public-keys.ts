import { isFresh } from '#compute';
import type { JWK } from 'jose';
import * as v from 'valibot';
import { fetchText, parseJson } from '../body.ts';
import type { KvStore } from '../cache/stores.ts';
import { SingleFlight, type WaitUntil } from '../resilience/single-flight.ts';

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
export function createPublicKeys(url: string, store: KvStore, now: () => number) {
  const storeKey = `identity-keys/2/${url}`;
  const flights = new SingleFlight<void>();
  let known: v.InferOutput<typeof keySetSchema> | null = null;
  let askedAtMs = -Infinity;
  let hasFailed = false;

  /** Returns the same object each time, so that jose imports each key once. */
  function usable(keyId: string): JWK | undefined {
    const { keys = [], freshUntilSeconds = 0 } = known ?? {};
    const isUsable = now() / 1000 < freshUntilSeconds + STALE_SECONDS;
    return isUsable ? keys.find(({ kid }) => kid === keyId) : undefined;
  }

  function hasFresh(keyId: string): boolean {
    const { fetchedAtSeconds = 0, freshUntilSeconds = 0 } = known ?? {};
    return isFresh(fetchedAtSeconds, freshUntilSeconds, now() / 1000) && usable(keyId) !== undefined;
  }

  async function refresh(keyId: string, waitUntil: WaitUntil): Promise<void> {
    if (Math.abs(now() - askedAtMs) < ASK_INTERVAL_MS) return;
    const text = new TextDecoder().decode((await store.read(storeKey))?.bytes);
    const stored = v.safeParse(keySetSchema, parseJson(text));
    if (stored.success && stored.output.fetchedAtSeconds > (known?.fetchedAtSeconds ?? 0))
      known = stored.output;
    if (hasFresh(keyId)) return;
    askedAtMs = now();
    const fetched = await fetchKeys(url);
    hasFailed = fetched === null;
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

  /** The key with an id. `unknown`: the key server has none. `unavailable`: the key server does not respond. Never rejects. */
  return async (keyId: string, waitUntil: WaitUntil): Promise<JWK | 'unknown' | 'unavailable'> => {
    // Twice, because the first flight may be another caller's, which ends as soon as that one's key is there.
    for (let turn = 0; turn < 2 && !hasFresh(keyId); turn++)
      await flights.run('refresh', waitUntil, () => refresh(keyId, waitUntil));
    return usable(keyId) ?? (hasFailed ? 'unavailable' : 'unknown');
  };
}

/** The published keys and how long they stay fresh; `null` if they cannot be fetched. Never rejects. */
async function fetchKeys(url: string) {
  const fetched = await fetchText(url, {}, { timeoutMs: 2000, maxBytes: 64 * 1024 });
  const parsed = v.safeParse(publishedSchema, parseJson(fetched?.text ?? ''));
  if (!fetched || !parsed.success) return null;
  return { keys: parsed.output.keys, freshSeconds: freshSecondsOf(fetched.headers.get('Cache-Control')) };
}

function freshSecondsOf(cacheControl: string | null): number {
  const [, seconds = DEFAULT_FRESH_SECONDS] = /\bmax-age=(\d{1,9})\b/.exec(cacheControl ?? '') ?? [];
  return Math.min(Math.max(Number(seconds), MIN_FRESH_SECONDS), MAX_FRESH_SECONDS);
}
