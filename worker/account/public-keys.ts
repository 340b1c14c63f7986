import type { JWK } from 'jose';
import * as v from 'valibot';
import { parseJson, readBody } from '../body.ts';
import type { KvStore } from '../cache/stores.ts';
import { SingleFlight, withDeadline, type WaitUntil } from '../resilience/single-flight.ts';

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

/** The keys that the identity provider publishes: from memory, from KV, or from its server. */
export class PublicKeys {
  readonly #url: string;
  readonly #store: KvStore;
  readonly #now: () => number;
  readonly #flights = new SingleFlight<void>();
  #known: v.InferOutput<typeof keySetSchema> | null = null;
  #readAtMs = -Infinity;
  #askedAtMs = -Infinity;
  #hasFailed = false;

  constructor(url: string, store: KvStore, now: () => number) {
    this.#url = url;
    this.#store = store;
    this.#now = now;
  }

  /** The key with an id. `unknown`: the key server has none. `unavailable`: the key server does not respond. Never rejects. */
  async find(keyId: string, waitUntil: WaitUntil): Promise<JWK | 'unknown' | 'unavailable'> {
    // Twice, because the first flight may be another caller's, which ends as soon as that one's key is there.
    for (let turn = 0; turn < 2 && !this.#hasFresh(keyId); turn++)
      await this.#flights.run('refresh', waitUntil, () => this.#refresh(keyId, waitUntil));
    return this.#usable(keyId) ?? (this.#hasFailed ? 'unavailable' : 'unknown');
  }

  async #refresh(keyId: string, waitUntil: WaitUntil): Promise<void> {
    const storeKey = `identity-keys/2/${this.#url}`;
    if (!this.#isRecent(this.#readAtMs)) {
      this.#readAtMs = this.#now();
      const text = new TextDecoder().decode((await this.#store.read(storeKey))?.bytes);
      const stored = parsed(keySetSchema, text);
      if (stored !== null && stored.fetchedAtSeconds > (this.#known?.fetchedAtSeconds ?? 0))
        this.#known = stored;
    }
    if (this.#hasFresh(keyId) || this.#isRecent(this.#askedAtMs)) return;
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
    this.#store.write(storeKey, value, waitUntil, { expireSeconds: freshSeconds + STALE_SECONDS });
  }

  #isRecent(ms: number): boolean {
    return Math.abs(this.#now() - ms) < ASK_INTERVAL_MS;
  }

  #hasFresh(keyId: string): boolean {
    const seconds = this.#now() / 1000;
    const { fetchedAtSeconds = Infinity, freshUntilSeconds = 0 } = this.#known ?? {};
    // A key set dated in the future was stored by a wrong clock.
    const isFresh = fetchedAtSeconds <= seconds && seconds < freshUntilSeconds;
    return isFresh && this.#usable(keyId) !== undefined;
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
