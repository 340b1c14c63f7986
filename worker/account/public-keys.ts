/** The keys by which ID tokens are verified: from memory, from KV, or from the identity provider's key server. */
import type { JWK } from 'jose';
import * as v from 'valibot';
import { createKvStore } from '../cache/kv-store.ts';
import { withDeadline } from '../resilience/deadline.ts';
import { SingleFlight } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';

const TIMEOUT_MS = 2000;
const MAX_BODY_CHARACTERS = 64 * 1024;

/** Bounds of the key server's `max-age`, and what holds without one. */
const MIN_FRESH_SECONDS = 5 * 60;
const MAX_FRESH_SECONDS = 24 * 3600;
const DEFAULT_FRESH_SECONDS = 3600;

/** Keys are used this much longer when the key server is down. */
const STALE_SECONDS = 24 * 3600;

/** Made-up key ids must not make this isolate flood the key server. */
const ASK_INTERVAL_MS = 60_000;

const keySetSchema = v.object({
  keys: v.pipe(
    v.array(v.object({ kid: v.string(), kty: v.literal('RSA'), n: v.string(), e: v.string() })),
    v.minLength(1),
  ),
});

const storedSchema = v.object({ fetched_at: v.number(), fresh_until: v.number() });

interface KeySet {
  readonly keys: ReadonlyMap<string, JWK>;
  readonly fetchedAtSeconds: number;
  readonly freshUntilSeconds: number;
}

/** `unknown`: the key server has no such key. `unavailable`: nobody could say. */
export type FoundKey = JWK | 'unknown' | 'unavailable';

export interface PublicKeys {
  /** The key of an id. Never rejects. */
  find(keyId: string, waitUntil: WaitUntil): Promise<FoundKey>;
}

/** The keys that `url` publishes. `now` is the clock in epoch milliseconds. */
export function createPublicKeys(url: string, namespace: KVNamespace | null, now: () => number): PublicKeys {
  const store = createKvStore(namespace, now);
  const storeKey = `identity-keys/1/${url}`;
  const flights = new SingleFlight<void>();
  let known: KeySet | null = null;
  let readAtMs = -Infinity;
  let askedAtMs = -Infinity;
  let isAnswered = false;

  /** Asks KV, then the key server. */
  async function refresh(waitUntil: WaitUntil): Promise<void> {
    if (isRecent(readAtMs)) return;
    readAtMs = now();
    const stored = decodeStored(await store.read(storeKey));
    if (stored !== null && stored.fetchedAtSeconds > (known?.fetchedAtSeconds ?? 0)) known = stored;
    if (!isFresh()) await ask(waitUntil);
  }

  async function ask(waitUntil: WaitUntil): Promise<void> {
    if (isRecent(askedAtMs)) return;
    askedAtMs = now();
    const answer = await fetchKeys(url);
    isAnswered = answer !== null;
    if (answer === null) {
      console.warn(JSON.stringify({ event: 'identity_keys_failed' }));
      return;
    }
    const fetchedAtSeconds = now() / 1000;
    const freshUntilSeconds = fetchedAtSeconds + answer.freshSeconds;
    known = { keys: answer.keys, fetchedAtSeconds, freshUntilSeconds };
    const value = {
      bytes: new TextEncoder().encode(JSON.stringify({ keys: [...answer.keys.values()] })),
      metadata: { fetched_at: fetchedAtSeconds, fresh_until: freshUntilSeconds },
    };
    store.write(storeKey, value, waitUntil, { expireSeconds: answer.freshSeconds + STALE_SECONDS });
  }

  function isFresh(): boolean {
    const seconds = now() / 1000;
    // A set dated in the future was stored under a wrong clock.
    return known !== null && known.fetchedAtSeconds <= seconds && seconds < known.freshUntilSeconds;
  }

  function isRecent(ms: number): boolean {
    return Math.abs(now() - ms) < ASK_INTERVAL_MS;
  }

  function usable(keyId: string): JWK | undefined {
    const isUsable = known !== null && now() / 1000 < known.freshUntilSeconds + STALE_SECONDS;
    return isUsable ? known?.keys.get(keyId) : undefined;
  }

  return {
    async find(keyId, waitUntil) {
      if (!isFresh()) await flights.run('refresh', waitUntil, () => refresh(waitUntil));
      const before = usable(keyId);
      if (before !== undefined) return before;
      await flights.run('ask', waitUntil, () => ask(waitUntil));
      return usable(keyId) ?? (isAnswered ? 'unknown' : 'unavailable');
    },
  };
}

/** The published keys and how long they stay fresh; `null` when they cannot be had. Never rejects. */
async function fetchKeys(url: string) {
  try {
    return await withDeadline(TIMEOUT_MS, null, async (signal) => {
      const response = await fetch(url, { redirect: 'manual', signal });
      const text = response.ok ? await response.text() : '';
      const keys = text.length > MAX_BODY_CHARACTERS ? null : decodeKeys(text);
      return keys && { keys, freshSeconds: freshSecondsOf(response.headers.get('Cache-Control')) };
    });
  } catch {
    return null;
  }
}

function freshSecondsOf(cacheControl: string | null): number {
  const [, seconds = DEFAULT_FRESH_SECONDS] = /\bmax-age=(\d{1,9})\b/.exec(cacheControl ?? '') ?? [];
  return Math.min(Math.max(Number(seconds), MIN_FRESH_SECONDS), MAX_FRESH_SECONDS);
}

function decodeStored(value: { readonly bytes: Uint8Array; readonly metadata: unknown } | null | undefined) {
  const stored = v.safeParse(storedSchema, value?.metadata);
  const keys = stored.success && value ? decodeKeys(new TextDecoder().decode(value.bytes)) : null;
  if (keys === null || !stored.success) return null;
  const { fetched_at: fetchedAtSeconds, fresh_until: freshUntilSeconds } = stored.output;
  return { keys, fetchedAtSeconds, freshUntilSeconds };
}

/** A JSON Web Key Set (RFC 7517) by key id; `null` when it cannot be read. */
function decodeKeys(text: string): ReadonlyMap<string, JWK> | null {
  try {
    const { keys } = v.parse(keySetSchema, JSON.parse(text));
    // jose remembers what it has imported by the object.
    return new Map(keys.map((key) => [key.kid, key]));
  } catch {
    return null;
  }
}
