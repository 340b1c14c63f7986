import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KvStore, LruMap, type WritePriority } from '#worker/cache/stores.ts';

describe('memory', () => {
  test('evicts the least recently used value first; reads and writes count as use', () => {
    const map = new LruMap<number>(3);
    for (const key of ['a', 'b', 'c']) map.set(key, 1);
    map.get('a');
    map.set('b', 2);
    map.set('d', 1);
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([1, 2, undefined, 1]);
  });

  test('a deleted value makes room for another', () => {
    const map = new LruMap<number>(2);
    map.set('a', 1);
    map.set('b', 1);
    map.delete('a');
    map.set('c', 1);
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 1, 1]);
  });

  test('values count by size: a large one evicts several small ones', () => {
    const map = new LruMap<string>(10, (text) => text.length);
    for (const key of ['a', 'b', 'c']) map.set(key, '123');
    map.set('d', '12345678');
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([
      undefined,
      undefined,
      undefined,
      '12345678',
    ]);
    map.set('d', '1');
    map.set('e', '123456789');
    expect([map.get('d'), map.get('e')]).toEqual(['1', '123456789']);
  });

  test('a value larger than the map is not stored', () => {
    const map = new LruMap<string>(3, (text) => text.length);
    map.set('a', '1');
    map.set('b', '12345');
    expect([map.get('a'), map.get('b')]).toEqual([undefined, undefined]);
  });
});

const NOW_MS = 1_000_000_000;
const QUARTER_MS = 15 * 60_000;

let warn = vi.spyOn(console, 'warn');
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const lastWarning = () => JSON.parse(String(warn.mock.calls.at(-1)?.[0]));

type KvGet = (key: string) => Promise<{ readonly text: string; readonly metadata: unknown } | null>;
type KvPut = (key: string, bytes: Uint8Array, options: object) => Promise<void>;

/** A store on a namespace with given responses. */
function store(answers: { get?: KvGet; put?: KvPut } = {}) {
  const clock = { ms: NOW_MS };
  const stored: KvGet = answers.get ?? (async () => null);
  const getWithMetadata = vi.fn<(key: string) => Promise<unknown>>(async (key) => {
    const found = await stored(key);
    return found === null
      ? { value: null, metadata: null }
      : { value: new TextEncoder().encode(found.text).buffer, metadata: found.metadata };
  });
  const put = vi.fn<KvPut>(answers.put ?? (async () => undefined));
  const kv = new KvStore({ getWithMetadata, put } as unknown as KVNamespace, () => clock.ms);
  const pending: Promise<unknown>[] = [];
  const value = { bytes: new TextEncoder().encode('{"a":1}'), metadata: { version: 2 } };
  const write = (key: string, priority: WritePriority = 'usual') =>
    kv.write(key, value, (work) => void pending.push(work), 60, priority);
  return { clock, kv, getWithMetadata, put, pending, value, write };
}

describe('read', () => {
  test('returns bytes and metadata, which the edge may keep for a minute', async () => {
    const { kv, getWithMetadata } = store({
      get: async () => ({ text: '{"a":1}', metadata: { version: 2 } }),
    });
    const read = await kv.read('key');
    expect([new TextDecoder().decode(read?.bytes), read?.metadata]).toEqual(['{"a":1}', { version: 2 }]);
    expect(getWithMetadata).toHaveBeenCalledWith('key', { type: 'arrayBuffer', cacheTtl: 60 });
    expect(warn).not.toHaveBeenCalled();
  });

  test('of an empty key is a miss and logs nothing', async () => {
    expect(await store().kv.read('key')).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  test('that fails is not a miss, and its cause is logged', async () => {
    const { kv } = store({ get: () => Promise.reject(new Error('KV 500')) });
    expect(await kv.read('key')).toBeUndefined();
    expect(lastWarning()).toEqual({ event: 'kv_read', key: 'key', cause: 'KV 500' });
  });

  test('never logs a search text', async () => {
    const { kv } = store({ get: () => Promise.reject(new Error('KV 500')) });
    await kv.read('search/1/up/something private');
    expect(lastWarning().key).toBe('search');
  });

  test('that takes 500 ms fails', async () => {
    vi.useFakeTimers();
    const { kv } = store({ get: () => new Promise(() => undefined) });
    let outcome: unknown = 'waiting';
    void kv.read('key').then((value) => (outcome = value));
    await vi.advanceTimersByTimeAsync(499);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBeUndefined();
    expect(lastWarning().cause).toBe('timed out');
  });
});

describe('write', () => {
  test('puts the bytes and their metadata under the key', async () => {
    const { pending, put, value, write } = store();
    write('key');
    await Promise.all(pending);
    expect(put).toHaveBeenCalledWith('key', value.bytes, { expirationTtl: 60, metadata: value.metadata });
  });

  test('that is exempt happens even if the key was just written, and counts as a write', async () => {
    const { clock, pending, put, write } = store();
    write('key');
    clock.ms += QUARTER_MS - 1;
    write('key', 'high');
    clock.ms += QUARTER_MS - 1;
    write('key');
    await Promise.all(pending);
    expect(put).toHaveBeenCalledTimes(2);
  });

  test('writes a key at most once in 15 minutes, independently of other keys', async () => {
    const { clock, pending, put, write } = store();
    write('a');
    clock.ms += QUARTER_MS - 1;
    write('a');
    write('b');
    await Promise.all(pending);
    expect(put.mock.calls.map(([key]) => key)).toEqual(['a', 'b']);
    clock.ms += 1;
    write('a');
    await Promise.all(pending);
    expect(put).toHaveBeenCalledTimes(3);
  });

  test('that fails is logged and waits its 15 minutes like any other', async () => {
    const { kv, pending, put, write } = store({ put: () => Promise.reject(new Error('429')) });
    write('key');
    write('key');
    expect(await Promise.all(pending)).toEqual([undefined]);
    expect(put).toHaveBeenCalledTimes(1);
    expect(kv.writes()).toEqual({ is_bound: true, writes: 1, refused_writes: 1 });
    expect(lastWarning()).toEqual({ event: 'kv_write', key: 'key', cause: '429' });
  });
});

test('without a namespace nothing is read or written, and nothing is logged', async () => {
  const kv = new KvStore(null, () => NOW_MS);
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
  kv.write('key', { bytes: new Uint8Array(), metadata: {} }, waitUntil, 60);
  expect(waitUntil).not.toHaveBeenCalled();
  expect(await kv.read('key')).toBeNull();
  expect(warn).not.toHaveBeenCalled();
});
