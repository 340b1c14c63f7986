/** The cache without a Worker around it: every decision, on entries with given times. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Failure } from '#worker/failure.ts';
import { encodeEntry, storedValue, type EntryKind, type KvStore } from '#worker/cache/stores.ts';
import { ReadThrough } from '#worker/cache/read-through.ts';
import type { Load } from '#worker/cache/read-through.ts';

const START_S = 1_000_000;
const FRESH_S = 60;
const QUARTER_S = 900;
const KEEP_S = 30 * 86_400;
const KEY = 'stock/1/up/A';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Value {
  readonly asOf: number;
  readonly source?: string;
}

const plain: EntryKind<Value> = {
  name: 'stock',
  encode: (value) => JSON.stringify(value),
  decode: (json) => {
    const value = JSON.parse(json) as Value;
    return typeof value.asOf === 'number' ? value : null;
  },
  moment: (value) => ({ source: value.source ?? 'a', asOfSeconds: value.asOf }),
  freshUntilSeconds: (_, fetchedAt) => fetchedAt + FRESH_S,
  maxMemoryBytes: 1_000_000,
  expireSeconds: KEEP_S,
};

interface Kept {
  readonly value: Value;
  readonly fetchedAtSeconds: number;
}

/** A cache over a KV store and an upstream with given responses that count their calls. */
function cacheOf(kind: EntryKind<Value> = plain) {
  const clock = { s: START_S };
  const kept: { entry: Kept | null } = { entry: null };
  const read = vi.fn<KvStore['read']>(
    async () =>
      kept.entry && storedValue(await encodeEntry(kind, kept.entry.value, kept.entry.fetchedAtSeconds)),
  );
  const write = vi.fn<KvStore['write']>();
  const cache = new ReadThrough(kind, {
    upstream: 'up',
    store: { read, write },
    now: () => clock.s * 1000,
  });
  const load = vi.fn<Load<Value>>(async () => ({ ok: true, value: { asOf: clock.s } }));
  const pending: Promise<unknown>[] = [];
  const ask = async () => {
    const answer = await cache.read('A', load, (work) => void pending.push(work));
    if (!answer.ok) return answer;
    const { entry, ...rest } = answer.value;
    const { fetchedAtSeconds, freshUntilSeconds } = entry;
    return { ok: true, value: { value: entry.value, fetchedAtSeconds, freshUntilSeconds, ...rest } };
  };
  /** Reads, and waits for background work. */
  const settled = async () => {
    const answer = await ask();
    await Promise.all(pending.splice(0));
    return answer;
  };
  return { clock, kept, read, write, load, cache, ask, settled, pending };
}

const failing =
  (error: Failure): Load<Value> =>
  async () => ({ ok: false, error });
const refused = failing({ reason: 'upstream_refused' });
const denied = failing({ reason: 'unknown_symbol', ticker: 'A' });

describe('a response says where it came from', () => {
  test('the upstream, then memory, then a stale entry', async () => {
    const { clock, settled } = cacheOf();
    const facts = {
      value: { asOf: START_S },
      fetchedAtSeconds: START_S,
      freshUntilSeconds: START_S + FRESH_S,
    };
    expect(await settled()).toEqual({
      ok: true,
      value: { ...facts, stale: false, outcome: 'upstream', failure: null },
    });
    clock.s += FRESH_S - 1;
    expect(await settled()).toEqual({
      ok: true,
      value: { ...facts, stale: false, outcome: 'memory', failure: null },
    });
    clock.s += 1;
    expect(await settled()).toEqual({
      ok: true,
      value: { ...facts, stale: true, outcome: 'stale', failure: null },
    });
    expect(await settled()).toMatchObject({ value: { stale: false, outcome: 'memory' } });
  });

  test('KV, which is asked once', async () => {
    const { kept, load, read, settled } = cacheOf();
    kept.entry = { fetchedAtSeconds: START_S - 1, value: { asOf: 5 } };
    expect(await settled()).toMatchObject({ value: { value: { asOf: 5 }, stale: false, outcome: 'kv' } });
    expect(await settled()).toMatchObject({ value: { outcome: 'memory' } });
    expect(read.mock.calls).toEqual([[KEY]]);
    expect(load).not.toHaveBeenCalled();
  });

  test('the reason of the last failed refresh, for as long as the entry is stale', async () => {
    const { clock, load, settled } = cacheOf();
    await settled();
    clock.s += FRESH_S;
    load.mockImplementation(refused);
    await settled();
    expect(await settled()).toMatchObject({ value: { stale: true, failure: 'upstream_refused' } });
    load.mockImplementation(async () => ({ ok: true, value: { asOf: clock.s } }));
    clock.s += 30;
    await settled();
    expect(await settled()).toMatchObject({ value: { stale: false, failure: null } });
  });
});

describe('KV', () => {
  test('is read for a stale entry only if it may have a newer one, 15 minutes after it became stale', async () => {
    const { clock, load, read, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s += FRESH_S + QUARTER_S;
    await settled();
    expect(read).toHaveBeenCalledTimes(1);
    clock.s += 30;
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
    // KV is not read just after a failed refresh.
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('replaces memory’s entry by a newer one, never by an older one', async () => {
    const { clock, kept, load, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s += FRESH_S + QUARTER_S + 1;
    kept.entry = { fetchedAtSeconds: START_S + 1, value: { asOf: START_S - 1 } };
    expect(await settled()).toMatchObject({ value: { value: { asOf: START_S }, stale: true } });
    clock.s += 30;
    kept.entry = { fetchedAtSeconds: clock.s - 1, value: { asOf: START_S + 1 } };
    expect(await settled()).toMatchObject({
      value: { value: { asOf: START_S + 1 }, stale: false, outcome: 'kv' },
    });
  });

  test('replaces memory’s entry by a newer one even if that was fetched earlier', async () => {
    const { clock, kept, load, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s += FRESH_S + QUARTER_S + 1;
    kept.entry = { fetchedAtSeconds: START_S - 1, value: { asOf: START_S + 1 } };
    expect(await settled()).toMatchObject({ value: { value: { asOf: START_S + 1 } } });
  });

  test.each([
    ['of the same time, fetched earlier, stays out', START_S - 1, START_S],
    ['of the same time, fetched later, comes in', START_S + 1, START_S + 1],
  ])('an entry %s', async (_, fetchedAtSeconds, expected) => {
    const { clock, kept, load, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s += FRESH_S + QUARTER_S + 1;
    kept.entry = { fetchedAtSeconds, value: { asOf: START_S } };
    expect(await settled()).toMatchObject({ value: { fetchedAtSeconds: expected } });
  });

  test('cannot come from a value that its kind cannot decode', async () => {
    const { kept, load, settled } = cacheOf();
    kept.entry = { fetchedAtSeconds: START_S, value: { other: 1 } as unknown as Value };
    expect(await settled()).toMatchObject({ value: { outcome: 'upstream' } });
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('stores what was loaded, unless its kind is stored only if requested again', async () => {
    const { settled, write } = cacheOf();
    await settled();
    const [key, value, , ...options] = write.mock.calls[0] ?? [];
    expect([key, new TextDecoder().decode(value?.bytes), options]).toEqual([
      KEY,
      JSON.stringify({ asOf: START_S }),
      [KEEP_S, 'usual'],
    ]);
    expect(value?.metadata).toMatchObject({ version: 2, fetchedAtSeconds: START_S });
    const keptBack = cacheOf({ ...plain, isStoredIfRepeated: (subject) => subject === 'A' });
    await keptBack.settled();
    expect(keptBack.write).not.toHaveBeenCalled();
    await keptBack.settled();
    expect(keptBack.write.mock.calls.at(0)?.slice(3)).toEqual([KEEP_S, 'low']);
  });

  test('retries a failed load during the pause if nothing is cached', async () => {
    const { load, read, settled } = cacheOf();
    load.mockImplementation(refused);
    read.mockResolvedValueOnce(undefined);
    await settled();
    await settled();
    await settled();
    expect([load.mock.calls.length, read.mock.calls.length]).toEqual([1, 2]);
  });
});

describe('a fetch time ahead of the clock', () => {
  test.each([
    [60, false],
    [61, true],
  ])('by %i s makes an entry stale: %s', async (ahead, stale) => {
    const { kept, settled } = cacheOf();
    kept.entry = { fetchedAtSeconds: START_S + ahead, value: { asOf: 5 } };
    expect(await settled()).toMatchObject({ value: { stale } });
  });

  test('does not keep its entry from being replaced', async () => {
    const { kept, load, settled } = cacheOf();
    kept.entry = { fetchedAtSeconds: START_S + 3600, value: { asOf: 5 } };
    load.mockImplementation(async () => ({ ok: true, value: { asOf: 5 } }));
    await settled();
    expect(await settled()).toMatchObject({ value: { stale: false, fetchedAtSeconds: START_S } });
  });
});

describe('a refresh', () => {
  test('that returns an older entry leaves the entry in place, says so, and writes nothing', async () => {
    const { clock, load, settled, write } = cacheOf();
    await settled();
    clock.s += FRESH_S;
    load.mockImplementation(async () => ({ ok: true, value: { asOf: START_S - 1 } }));
    await settled();
    expect(await settled()).toMatchObject({
      value: { value: { asOf: START_S }, stale: true, failure: 'upstream_bad_payload' },
    });
    expect(write).toHaveBeenCalledTimes(1);
  });

  test('is tried again 30 s after a failure', async () => {
    const { clock, load, settled } = cacheOf();
    await settled();
    clock.s += FRESH_S;
    load.mockImplementation(refused);
    await settled();
    clock.s += 29;
    await settled();
    expect(load).toHaveBeenCalledTimes(2);
    clock.s += 1;
    await settled();
    expect(load).toHaveBeenCalledTimes(3);
  });

  test('that throws counts as the source’s failure: logged, paused, and the entry is served', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { clock, load, settled } = cacheOf();
    await settled();
    clock.s += FRESH_S;
    load.mockRejectedValue(new Error('surprise'));
    await settled();
    expect(await settled()).toMatchObject({
      ok: true,
      value: { stale: true, failure: 'upstream_bad_payload' },
    });
    expect(load).toHaveBeenCalledTimes(2);
    expect(JSON.parse(String(error.mock.calls[0]?.[0]))).toEqual({
      event: 'load_failed',
      key: KEY,
      cause: 'Error: surprise',
    });
  });

  test('that throws without an entry gives upstream_bad_payload', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { ask, load } = cacheOf();
    load.mockRejectedValue(new Error('surprise'));
    expect(await ask()).toEqual({ ok: false, error: { reason: 'upstream_bad_payload' } });
  });

  test('from another source replaces an entry that describes a later moment', async () => {
    const { clock, load, settled } = cacheOf();
    await settled();
    clock.s += FRESH_S;
    load.mockImplementation(async () => ({ ok: true, value: { asOf: START_S - 1, source: 'b' } }));
    await settled();
    expect(await settled()).toMatchObject({ value: { value: { asOf: START_S - 1 }, stale: false } });
  });

  test('is aborted after 6 s, and no caller waits longer than 6.2 s', async () => {
    vi.useFakeTimers();
    const { ask, load } = cacheOf();
    let abortedAfterMs: number | null = null;
    const startMs = Date.now();
    load.mockImplementation((signal) => {
      signal.addEventListener('abort', () => void (abortedAfterMs = Date.now() - startMs));
      return new Promise(() => undefined);
    });
    let outcome: unknown = 'waiting';
    void ask().then((answer) => (outcome = answer));
    await vi.advanceTimersByTimeAsync(6199);
    expect([abortedAfterMs, outcome]).toEqual([6000, 'waiting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toEqual({ ok: false, error: { reason: 'upstream_timeout' } });
  });
});

describe('without an entry', () => {
  test.each([
    ['unknown_symbol', 86_400, denied],
    ['no_data', 600, failing({ reason: 'no_data', ticker: 'A' })],
  ])('%s is remembered for %i s, without KV and upstream', async (reason, seconds, denial) => {
    const { clock, load, read, settled } = cacheOf();
    load.mockImplementation(denial);
    await settled();
    clock.s += seconds - 1;
    expect(await settled()).toMatchObject({ ok: false, error: { reason } });
    expect([load.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
    clock.s += 1;
    await settled();
    expect([load.mock.calls.length, read.mock.calls.length]).toEqual([2, 2]);
  });

  test('every other failure pauses the key for 30 s, without KV and upstream', async () => {
    const { clock, load, read, settled } = cacheOf();
    load.mockImplementation(refused);
    await settled();
    clock.s += 29;
    expect(await settled()).toEqual({ ok: false, error: { reason: 'upstream_refused' } });
    expect([load.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
    clock.s += 1;
    await settled();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('a source with a shorter pause is tried sooner', async () => {
    const { clock, load, settled } = cacheOf();
    load.mockImplementation(failing({ reason: 'temporarily_unavailable', retryAfterSeconds: 4 }));
    await settled();
    clock.s += 4;
    await settled();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('a success clears the failure before it', async () => {
    const { clock, load, settled } = cacheOf();
    load.mockImplementation(refused);
    await settled();
    load.mockImplementation(async () => ({ ok: true, value: { asOf: clock.s } }));
    clock.s += 30;
    expect(await settled()).toMatchObject({ value: { stale: false, failure: null } });
    clock.s += FRESH_S;
    expect(await settled()).toMatchObject({ value: { stale: true, failure: null } });
  });
});

describe('a clock that was wrong by years', () => {
  const YEAR_S = 365 * 86_400;

  test('ahead: its entry is stale at once and gives way to the next', async () => {
    const { clock, settled } = cacheOf();
    clock.s += YEAR_S;
    await settled();
    clock.s -= YEAR_S;
    expect(await settled()).toMatchObject({ value: { stale: true } });
    expect(await settled()).toMatchObject({ value: { stale: false, fetchedAtSeconds: START_S } });
  });

  test('behind: its entry is expired and fetched again', async () => {
    const { clock, load, settled } = cacheOf();
    clock.s -= YEAR_S / 100;
    await settled();
    clock.s += YEAR_S;
    expect(await settled()).toMatchObject({ value: { outcome: 'upstream', stale: false } });
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('a completed value', () => {
  test('replaces its entry and is written at once, but never replaces a newer one', async () => {
    const { cache, clock, load, settled, write } = cacheOf();
    await settled();
    const { cached } = cache.inMemory('A');
    if (cached === null) throw new Error('nothing in memory');
    const completed = await cache.complete(
      'A',
      cached.entry,
      { asOf: START_S, source: 'a' },
      () => undefined,
    );
    expect(completed.entry.etag).not.toBe(cached.entry.etag);
    expect(completed.entry.fetchedAtSeconds).toBe(START_S);
    expect(write.mock.calls.at(-1)?.[4]).toBe('high');
    clock.s += FRESH_S;
    await settled();
    expect(load).toHaveBeenCalledTimes(2);
    const late = await cache.complete('A', cached.entry, { asOf: START_S }, () => undefined);
    expect(late.entry.fetchedAtSeconds).toBe(START_S + FRESH_S);
    expect(write).toHaveBeenCalledTimes(3);
  });
});
