/* oxlint-disable vitest/no-conditional-expect -- what must hold depends on the history */
/**
 * G8: random histories of requests, faults and time against a model of what may be served. The cache, the breaker and the
 * KV store are real; the network and the KV namespace are the edge.
 */
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { KvStore, type EntryKind } from '#worker/cache/stores.ts';
import { ReadThrough } from '#worker/cache/read-through.ts';
import { Upstream } from '#worker/providers/upstream.ts';
import { runs } from '#support/runs.ts';

const FRESH_SECONDS = 60;
const KEEP_SECONDS = 30 * 86_400;

/** The upstream's behaviour: a version of the data, or a fault. */
type Weather = 'good' | 'older' | '500' | '429' | 'reset' | 'html' | 'other shape' | 'unknown';
type KvWeather = 'up' | 'reads fail' | 'writes fail' | 'corrupt' | 'cut';

interface Step {
  readonly waitSeconds: number;
  readonly weather: Weather;
  readonly kv: KvWeather;
  readonly subject: string;
  /** Requests that arrive at once. */
  readonly burst: number;
  /** Whether to start a new isolate. */
  readonly newIsolate: boolean;
}

interface Value {
  readonly asOf: number;
}

const kind: EntryKind<Value> = {
  name: 'stock',
  encode: (value) => JSON.stringify(value),
  decode: (json) => JSON.parse(json) as Value,
  moment: (value) => ({ source: 'model', asOfSeconds: value.asOf }),
  freshUntilSeconds: (_, fetchedAt) => fetchedAt + FRESH_SECONDS,
  maxMemoryBytes: 1_000_000,
  expireSeconds: KEEP_SECONDS,
};

const step: fc.Arbitrary<Step> = fc.record({
  waitSeconds: fc.oneof(
    fc.constantFrom(0, 1, 29, 30, 31, 59, 60, 61, 120, 900, 901),
    fc.constantFrom(3600, 86_400, 10 * 86_400),
  ),
  weather: fc.constantFrom<Weather>(
    'good',
    'good',
    'good',
    'older',
    '500',
    '429',
    'reset',
    'html',
    'other shape',
    'unknown',
  ),
  kv: fc.constantFrom<KvWeather>('up', 'up', 'up', 'reads fail', 'writes fail', 'corrupt', 'cut'),
  subject: fc.constantFrom('AAPL', 'MSFT'),
  burst: fc.constantFrom(1, 1, 1, 5),
  newIsolate: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });

function respond(weather: Weather, nowSeconds: number): Response {
  switch (weather) {
    case 'good':
      return json({ asOf: nowSeconds });
    case 'older':
      return json({ asOf: nowSeconds - 100_000 });
    case '500':
      return new Response('', { status: 500 });
    case '429':
      return new Response('', { status: 429, headers: { 'Retry-After': '120' } });
    case 'reset':
      throw new TypeError('reset');
    case 'html':
      return new Response('<h1>Consent</h1>', { headers: { 'Content-Type': 'text/html' } });
    case 'other shape':
      return json({ other: 1 });
    case 'unknown':
      return json({ unknown: true });
  }
}

/** The environment of a history: clock, network and KV with their current faults. */
function world() {
  const state = {
    ms: Date.UTC(2026, 0, 5),
    weather: 'good' as Weather,
    kv: 'up' as KvWeather,
    calls: 0,
    open: 0,
  };
  const stored = new Map<string, { readonly bytes: Uint8Array; readonly metadata: unknown }>();
  const deletes: string[] = [];
  const puts = new Map<string, number[]>();
  const pending: Promise<unknown>[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    state.calls += 1;
    return respond(state.weather, state.ms / 1000);
  });
  const kv = {
    getWithMetadata: async (key: string) => {
      if (state.kv === 'reads fail') throw new Error('KV 500');
      if (state.kv === 'corrupt') {
        return { value: new TextEncoder().encode('{"fetched_at":').buffer, metadata: null };
      }
      const found = stored.get(key);
      if (found === undefined) return { value: null, metadata: null };
      const bytes = state.kv === 'cut' ? found.bytes.slice(0, -1) : found.bytes.slice();
      return { value: bytes.buffer, metadata: found.metadata };
    },
    put: async (key: string, bytes: Uint8Array, { metadata }: { readonly metadata: unknown }) => {
      puts.set(key, [...(puts.get(key) ?? []), state.ms]);
      if (state.kv === 'writes fail') throw new Error('KV 429');
      stored.set(key, { bytes, metadata: JSON.parse(JSON.stringify(metadata)) });
    },
    delete: async (key: string) => void deletes.push(key),
  };
  const isolate = () => {
    const now = () => state.ms;
    const upstream = new Upstream({
      name: 'yahoo',
      addresses: ['https://vendor.test'],
      headers: {},
      runtime: { now, random: () => 0 },
    });
    const store = new KvStore(kv as unknown as KVNamespace, now);
    const cache = new ReadThrough(kind, { upstream: 'model', store, now });
    puts.clear();
    return { upstream, cache };
  };
  const settle = async () => {
    while (pending.length > 0) await Promise.all(pending.splice(0));
  };
  return { state, deletes, puts, isolate, pending, settle };
}

async function ask(
  cache: ReadThrough<Value>,
  upstream: Upstream,
  subject: string,
  pending: Promise<unknown>[],
) {
  return cache.read(
    subject,
    async (signal) => {
      const reply = await upstream.request(`/${subject}`, signal);
      if (!reply.ok) return reply;
      const body = reply.value.body as Record<string, unknown>;
      if (body['unknown'] === true)
        return { ok: false, error: { reason: 'unknown_symbol', ticker: subject } };
      return typeof body['asOf'] === 'number'
        ? { ok: true, value: { asOf: body['asOf'] } }
        : { ok: false, error: { reason: 'upstream_bad_payload' } };
    },
    (work) => void pending.push(work),
  );
}

test('G8 in random histories no good entry is lost, as_of never goes back and the label is right', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (history) => {
      const { state, deletes, puts, isolate, pending, settle } = world();
      let { upstream, cache } = isolate();
      /** The best entry that this isolate served, by subject. */
      const best = new Map<string, { asOf: number; fetchedAt: number }>();
      for (const { waitSeconds, weather, kv, subject, burst, newIsolate } of history) {
        state.ms += waitSeconds * 1000;
        state.weather = weather;
        state.kv = kv;
        if (newIsolate) {
          ({ upstream, cache } = isolate());
          best.clear();
        }
        const now = state.ms / 1000;
        const callsBefore = state.calls;
        const breakerBefore = upstream.state().breaker;
        const answers = await Promise.all(
          Array.from({ length: burst }, () => ask(cache, upstream, subject, pending)),
        );
        await settle();
        // P4: a burst is one flight of at most two attempts; a probe is one; an open breaker none.
        const calls = state.calls - callsBefore;
        expect(calls).toBeLessThanOrEqual(
          breakerBefore === 'closed' ? 2 : breakerBefore === 'half-open' ? 1 : 0,
        );
        const known = best.get(subject);
        const isKept = known !== undefined && now - known.fetchedAt < KEEP_SECONDS;
        for (const answer of answers) {
          // P1, P2: whatever the fault, an entry seen in the last 30 days is served.
          if (isKept) expect(answer.ok).toBe(true);
          if (!answer.ok) continue;
          const { entry, stale } = answer.value;
          const { fetchedAtSeconds } = entry;
          const value = JSON.parse(new TextDecoder().decode(entry.bytes)) as Value;
          expect(entry.value).toEqual(value);
          if (isKept) expect(value.asOf).toBeGreaterThanOrEqual(known.asOf);
          expect(now - fetchedAtSeconds).toBeLessThan(KEEP_SECONDS);
          expect(stale).toBe(now - fetchedAtSeconds >= FRESH_SECONDS);
          const newer = best.get(subject);
          if (newer === undefined || value.asOf >= newer.asOf) {
            best.set(subject, { asOf: value.asOf, fetchedAt: fetchedAtSeconds });
          }
        }
        // G19: at most one write per key, isolate and 15 minutes; nothing is ever deleted.
        for (const times of puts.values()) {
          for (let index = 1; index < times.length; index++) {
            expect(times[index]! - times[index - 1]!).toBeGreaterThanOrEqual(900_000);
          }
        }
        expect(deletes).toEqual([]);
      }
      vi.mocked(globalThis.fetch).mockRestore();
    }),
    { numRuns: runs(5000) },
  );
}, 600_000);
