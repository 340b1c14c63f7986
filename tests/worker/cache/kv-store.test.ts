import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createKvStore } from '../../../worker/cache/kv-store.ts';

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

type KvGet = (key: string) => Promise<string | null>;
type KvPut = (key: string, text: string, options: object) => Promise<void>;

/** A store on a namespace whose answers a test sets. */
function store(answers: { get?: KvGet; put?: KvPut } = {}) {
  const clock = { ms: NOW_MS };
  const stored: KvGet = answers.get ?? (async () => null);
  const get = vi.fn<(key: string) => Promise<ArrayBufferLike | null>>(async (key) => {
    const text = await stored(key);
    return text === null ? null : new TextEncoder().encode(text).buffer;
  });
  const put = vi.fn<KvPut>(answers.put ?? (async () => undefined));
  const kv = createKvStore({ get, put } as unknown as KVNamespace, () => clock.ms);
  const pending: Promise<unknown>[] = [];
  const write = (key: string, body: unknown = 1) =>
    kv.write(key, { fetchedAtSeconds: 5, body }, (work) => void pending.push(work));
  return { clock, kv, get, put, pending, write };
}

describe('read', () => {
  test('asks for bytes that the edge may keep a minute, and takes the envelope off', async () => {
    const { kv, get } = store({ get: async () => '{"fetched_at":5,"body":{"a":1}}' });
    expect((await kv.read('key'))?.open()).toEqual({ fetchedAtSeconds: 5, body: { a: 1 } });
    expect(get).toHaveBeenCalledWith('key', { type: 'arrayBuffer', cacheTtl: 60 });
    expect(warn).not.toHaveBeenCalled();
  });

  test('of a key that holds nothing is a quiet miss', async () => {
    expect(await store().kv.read('key')).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  test.each(['', '{', 'null', '[]', '{}', '{"fetched_at":"5","body":1}', '{"fetched_at":1e999,"body":1}'])(
    'of %j is a miss that the log names',
    async (text) => {
      const value = await store({ get: async () => text }).kv.read('key');
      expect([value?.seal, value?.open()]).toEqual([null, null]);
      expect(lastWarning()).toMatchObject({ event: 'kv_read', key: 'key' });
    },
  );

  test('that fails is a miss, with its cause in the log', async () => {
    const { kv } = store({ get: () => Promise.reject(new Error('KV 500')) });
    expect(await kv.read('key')).toBeNull();
    expect(lastWarning()).toEqual({ event: 'kv_read', key: 'key', cause: 'KV 500' });
  });

  test('that fails with something else than an error says what it was', async () => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- a platform may
    const { kv } = store({ get: () => Promise.reject('gone') });
    expect(await kv.read('key')).toBeNull();
    expect(lastWarning().cause).toBe('gone');
  });

  test('that takes 500 ms is a miss', async () => {
    vi.useFakeTimers();
    const { kv } = store({ get: () => new Promise(() => undefined) });
    let outcome: unknown = 'waiting';
    void kv.read('key').then((value) => (outcome = value));
    await vi.advanceTimersByTimeAsync(499);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBeNull();
    expect(lastWarning().cause).toBe('timed out');
  });
});

describe('write', () => {
  test('puts the envelope under the key for 30 days', async () => {
    const { pending, put, write } = store();
    write('key', { a: 1 });
    await Promise.all(pending);
    expect(put).toHaveBeenCalledWith('key', '{"fetched_at":5,"body":{"a":1}}', {
      expirationTtl: 30 * 86_400,
    });
  });

  test('of one key happens once in 15 minutes, of another key beside it', async () => {
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
    const { pending, put, write } = store({ put: () => Promise.reject(new Error('429')) });
    write('key');
    write('key');
    expect(await Promise.all(pending)).toEqual([undefined]);
    expect(put).toHaveBeenCalledTimes(1);
    expect(lastWarning()).toEqual({ event: 'kv_write', key: 'key', cause: '429' });
  });
});

test('without a namespace nothing is read or written, and nothing is logged', async () => {
  const kv = createKvStore(null, () => NOW_MS);
  kv.write('key', { fetchedAtSeconds: 5, body: 1 }, () => {
    throw new Error('there is nothing to wait for');
  });
  expect(await kv.read('key')).toBeNull();
  expect(warn).not.toHaveBeenCalled();
});
