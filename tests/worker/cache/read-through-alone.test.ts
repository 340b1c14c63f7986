/** The cache without a Worker around it: every decision on records whose times a test sets. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ServiceError } from '../../../worker/errors.ts';
import type { KvStore } from '../../../worker/cache/kv-store.ts';
import { createReadThrough } from '../../../worker/cache/read-through.ts';
import type { Load } from '../../../worker/cache/read-through.ts';
import type { RecordKind } from '../../../worker/cache/record-kinds.ts';
import type { StoredRecord } from '../../../worker/cache/stored-value.ts';

const START_S = 1_000_000;
const FRESH_S = 60;
const QUARTER_S = 900;
const KEEP_S = 30 * 86_400;
const KEY = 'stock/1/live/up/A';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Value {
  readonly asOf: number;
}

const plain: RecordKind<Value> = {
  name: 'stock',
  encode: (value) => value,
  decode: (body) => (typeof (body as Value | null)?.asOf === 'number' ? (body as Value) : null),
  asOfSeconds: (value) => value.asOf,
  freshUntilSeconds: (_, fetchedAt) => fetchedAt + FRESH_S,
};

/** A cache over a KV store and an upstream that answer what the test says, and count their calls. */
function cacheOf(kind: RecordKind<Value> = plain) {
  const clock = { s: START_S };
  const kept: { record: StoredRecord | null } = { record: null };
  const read = vi.fn<KvStore['read']>(async () => kept.record && { seal: null, open: () => kept.record });
  const write = vi.fn<KvStore['write']>();
  const cache = createReadThrough(kind, {
    scope: { mode: 'live', upstream: 'up' },
    store: { read, write },
    now: () => clock.s * 1000,
  });
  const load = vi.fn<Load<Value>>(async () => ({ ok: true, value: { asOf: clock.s } }));
  const pending: Promise<unknown>[] = [];
  const ask = () => cache.read('A', load, (work) => void pending.push(work));
  /** Asks, and waits for the work behind the answer. */
  const settled = async () => {
    const answer = await ask();
    await Promise.all(pending.splice(0));
    return answer;
  };
  return { clock, kept, read, write, load, cache, ask, settled, pending };
}

const failing =
  (error: ServiceError): Load<Value> =>
  async () => ({ ok: false, error });
const refused = failing({ reason: 'upstream_refused' });
const denied = failing({ reason: 'unknown_symbol', ticker: 'A' });

describe('an answer says where it came from', () => {
  test('the upstream, then memory, then a stale copy', async () => {
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
    kept.record = { fetchedAtSeconds: START_S - 1, body: { asOf: 5 } };
    expect(await settled()).toMatchObject({ value: { value: { asOf: 5 }, stale: false, outcome: 'kv' } });
    expect(await settled()).toMatchObject({ value: { outcome: 'memory' } });
    expect(read.mock.calls).toEqual([[KEY]]);
    expect(load).not.toHaveBeenCalled();
  });

  test('the reason of the last failed refresh, for as long as the copy is stale', async () => {
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

describe('peek', () => {
  test('sees a fresh copy in memory and nothing else', async () => {
    const { cache, clock, kept, settled } = cacheOf();
    kept.record = { fetchedAtSeconds: START_S, body: { asOf: 5 } };
    expect(cache.peek('A')).toBeNull();
    await settled();
    expect(cache.peek('A')).toMatchObject({ value: { asOf: 5 }, outcome: 'memory' });
    expect(cache.peek('B')).toBeNull();
    clock.s += FRESH_S;
    expect(cache.peek('A')).toBeNull();
  });
});

describe('KV', () => {
  test('is asked about a stale copy only when it may know more: 15 minutes after it became stale', async () => {
    const { clock, load, read, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s += FRESH_S + QUARTER_S;
    await settled();
    expect(read).toHaveBeenCalledTimes(1);
    clock.s += 30;
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
    // Not while a refresh has just failed.
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('gives a newer copy than memory, and never an older one', async () => {
    const { clock, kept, load, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s += FRESH_S + QUARTER_S + 1;
    kept.record = { fetchedAtSeconds: START_S + 1, body: { asOf: START_S - 1 } };
    expect(await settled()).toMatchObject({ value: { value: { asOf: START_S }, stale: true } });
    clock.s += 30;
    kept.record = { fetchedAtSeconds: clock.s - 1, body: { asOf: START_S + 1 } };
    expect(await settled()).toMatchObject({
      value: { value: { asOf: START_S + 1 }, stale: false, outcome: 'kv' },
    });
  });

  test('gives a newer record even when that was fetched earlier', async () => {
    const { clock, kept, load, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s += FRESH_S + QUARTER_S + 1;
    kept.record = { fetchedAtSeconds: START_S - 1, body: { asOf: START_S + 1 } };
    expect(await settled()).toMatchObject({ value: { value: { asOf: START_S + 1 } } });
  });

  test.each([
    ['of the same time, fetched earlier, stays out', START_S - 1, START_S],
    ['of the same time, fetched later, comes in', START_S + 1, START_S + 1],
  ])('a copy %s', async (_, fetchedAtSeconds, expected) => {
    const { clock, kept, load, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s += FRESH_S + QUARTER_S + 1;
    kept.record = { fetchedAtSeconds, body: { asOf: START_S } };
    expect(await settled()).toMatchObject({ value: { fetchedAtSeconds: expected } });
  });

  test('holds nothing that its kind cannot read', async () => {
    const { kept, load, settled } = cacheOf();
    kept.record = { fetchedAtSeconds: START_S, body: { other: 1 } };
    expect(await settled()).toMatchObject({ value: { outcome: 'upstream' } });
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('is given what was loaded, under the key, unless the kind keeps it back', async () => {
    const { settled, write } = cacheOf({ ...plain, encode: ({ asOf }) => ({ asOf, encoded: true }) });
    await settled();
    expect(write).toHaveBeenCalledWith(
      KEY,
      { fetchedAtSeconds: START_S, body: { asOf: START_S, encoded: true } },
      expect.any(Function),
      undefined,
    );
    const keptBack = cacheOf({ ...plain, isStored: () => false });
    await keptBack.settled();
    expect(keptBack.write).not.toHaveBeenCalled();
  });

  test('keeps a copy for 30 days and not a second longer', async () => {
    const { clock, load, settled } = cacheOf();
    await settled();
    load.mockImplementation(refused);
    clock.s = START_S + KEEP_S - 1;
    expect(await settled()).toMatchObject({ ok: true, value: { stale: true } });
    clock.s = START_S + KEEP_S;
    expect(await settled()).toEqual({ ok: false, error: { reason: 'upstream_refused' } });
  });
});

describe('a clock that is ahead of ours', () => {
  test.each([
    [60, false],
    [61, true],
  ])('by %i s makes a copy stale: %s', async (ahead, stale) => {
    const { kept, settled } = cacheOf();
    kept.record = { fetchedAtSeconds: START_S + ahead, body: { asOf: 5 } };
    expect(await settled()).toMatchObject({ value: { stale } });
  });

  test('does not keep its copy from being replaced', async () => {
    const { kept, load, settled } = cacheOf();
    kept.record = { fetchedAtSeconds: START_S + 3600, body: { asOf: 5 } };
    load.mockImplementation(async () => ({ ok: true, value: { asOf: 5 } }));
    await settled();
    expect(await settled()).toMatchObject({ value: { stale: false, fetchedAtSeconds: START_S } });
  });
});

describe('a refresh', () => {
  test('that brings an older record leaves the copy, says so, and writes nothing', async () => {
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

  test('that failed is tried again after 30 s', async () => {
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

  test('that throws behind an answer is logged, and the copy served', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { clock, load, settled } = cacheOf();
    await settled();
    clock.s += FRESH_S;
    load.mockRejectedValue(new Error('surprise'));
    expect(await settled()).toMatchObject({ ok: true, value: { stale: true } });
    expect(JSON.parse(String(error.mock.calls[0]?.[0]))).toEqual({
      event: 'refresh_failed',
      cause: 'Error: surprise',
    });
  });

  test('that throws without a copy throws', async () => {
    const { ask, load } = cacheOf();
    load.mockRejectedValue(new Error('surprise'));
    await expect(ask()).rejects.toThrow('surprise');
  });

  test('is aborted after 6 s, and nobody waits longer than 6.2 s', async () => {
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

describe('without a copy', () => {
  test.each([
    ['unknown_symbol', denied],
    ['no_data', failing({ reason: 'no_data', ticker: 'A' })],
  ])('%s is remembered for 10 minutes, without KV and upstream', async (reason, denial) => {
    const { clock, load, read, settled } = cacheOf();
    load.mockImplementation(denial);
    await settled();
    clock.s += 599;
    expect(await settled()).toMatchObject({ ok: false, error: { reason } });
    expect([load.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
    clock.s += 1;
    await settled();
    expect([load.mock.calls.length, read.mock.calls.length]).toEqual([2, 2]);
  });

  test('another failure is not: the next request asks again', async () => {
    const { load, settled } = cacheOf();
    load.mockImplementation(refused);
    await settled();
    await settled();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('of an extra every failure is remembered for 30 s', async () => {
    const { clock, load, read, settled } = cacheOf({ ...plain, isExtra: true });
    load.mockImplementation(refused);
    await settled();
    clock.s += 29;
    expect(await settled()).toEqual({ ok: false, error: { reason: 'upstream_refused' } });
    expect([load.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
    clock.s += 1;
    await settled();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('a success after a failure makes it forgotten', async () => {
    const { clock, load, settled } = cacheOf();
    load.mockImplementation(refused);
    await settled();
    load.mockImplementation(async () => ({ ok: true, value: { asOf: clock.s } }));
    expect(await settled()).toMatchObject({ value: { stale: false, failure: null } });
    clock.s += FRESH_S;
    expect(await settled()).toMatchObject({ value: { stale: true, failure: null } });
  });
});
