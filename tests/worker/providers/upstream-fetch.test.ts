import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchJson } from '#worker/providers/upstream.ts';
import { hang } from '#support/worker/yahoo-upstream.ts';

const NOW_MS = Date.UTC(2026, 10, 17, 17);
const MIB = 1024 * 1024;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function network(answer: (init: RequestInit | undefined) => Response | Promise<Response>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => answer(init));
}

const ask = (signal = new AbortController().signal) =>
  fetchJson('https://vendor.test/x', { 'User-Agent': 'candor' }, () => NOW_MS, signal);
const reply = (status: number, type: string | null, body: string | null = '{"a":1}') =>
  new Response(body, { status, headers: type === null ? {} : { 'Content-Type': type } });

test('asks for JSON with its headers and a signal, and never follows a redirect', async () => {
  const fetched = network(() => reply(200, 'application/json'));
  expect(await ask()).toEqual({ ok: true, value: { status: 200, body: { a: 1 } } });
  expect(fetched).toHaveBeenCalledWith('https://vendor.test/x', {
    headers: { Accept: 'application/json', 'User-Agent': 'candor' },
    redirect: 'manual',
    signal: expect.any(AbortSignal),
  });
});

test.each([
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/problem+json',
  'application/vnd.api-1+json',
])('reads a body of the type %s', async (type) => {
  network(() => reply(200, type));
  expect((await ask()).ok).toBe(true);
});

test.each([null, 'text/html', 'text/json', 'application/jsonp', 'x-application/json', 'application/xjson'])(
  'does not read a body of the type %s',
  async (type) => {
    network(() => new Response('{"a":1}', { headers: { 'Content-Type': type ?? '' } }));
    expect(await ask()).toEqual({ ok: false, error: { reason: 'upstream_bad_payload' } });
  },
);

test.each([400, 404, 422])('returns the explanation sent with %i', async (status) => {
  network(() => reply(status, 'application/json'));
  expect(await ask()).toEqual({ ok: true, value: { status, body: { a: 1 } } });
});

test.each([
  [300, 'upstream_redirected'],
  [304, 'upstream_redirected'],
  [399, 'upstream_redirected'],
  [401, 'upstream_refused'],
  [402, 'upstream_bad_payload'],
  [403, 'upstream_refused'],
  [410, 'upstream_bad_payload'],
  [499, 'upstream_bad_payload'],
  [500, 'upstream_unavailable'],
  [599, 'upstream_unavailable'],
])('%i is %s', async (status, reason) => {
  network(() => reply(status, 'application/json', status === 304 ? null : '{"a":1}'));
  expect(await ask()).toEqual({ ok: false, error: { reason } });
});

test('429 carries the vendor’s pause', async () => {
  network(() => new Response('', { status: 429, headers: { 'Retry-After': ' 90 ' } }));
  expect(await ask()).toEqual({
    ok: false,
    error: { reason: 'upstream_rate_limited', retryAfterSeconds: 90 },
  });
});

test('a body that cannot be cancelled does not matter', async () => {
  const response = reply(500, 'application/json');
  vi.spyOn(response.body!, 'cancel').mockRejectedValue(new Error('locked'));
  network(() => response);
  expect(await ask()).toEqual({ ok: false, error: { reason: 'upstream_unavailable' } });
});

const chunks = (...parts: readonly Uint8Array[]) =>
  new Response(
    new ReadableStream({
      type: 'bytes',
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    }),
    { headers: { 'Content-Type': 'application/json' } },
  );
const bytes = (text: string) => new TextEncoder().encode(text);

describe('a body', () => {
  test('with characters split between chunks is put together', async () => {
    const text = bytes('"žluťoučký 🍎"');
    network(() => chunks(...Array.from(text, (byte) => Uint8Array.of(byte))));
    expect(await ask()).toEqual({ ok: true, value: { status: 200, body: 'žluťoučký 🍎' } });
  });

  test('that ends inside a character ends with the replacement character', async () => {
    network(() => chunks(bytes('"a"'), Uint8Array.of(0xc5)));
    expect(await ask()).toEqual({ ok: false, error: { reason: 'upstream_bad_payload' } });
  });

  test('of exactly 2 MiB is read, one byte more is not', async () => {
    network(() => chunks(bytes(`"${'x'.repeat(2 * MIB - 2)}"`)));
    expect((await ask()).ok).toBe(true);
    network(() => chunks(bytes(`"${'x'.repeat(MIB)}`), bytes(`${'x'.repeat(MIB - 1)}"`)));
    expect(await ask()).toEqual({ ok: false, error: { reason: 'upstream_too_large' } });
  });

  test('is read in chunks of 64 KiB, since many small ones take longer than parsing', async () => {
    const asked: number[] = [];
    const stream = new ReadableStream({
      type: 'bytes',
      pull(controller: ReadableByteStreamController) {
        asked.push(controller.byobRequest?.view?.byteLength ?? 0);
        controller.enqueue(bytes(' '));
        if (asked.length < 3) return;
        controller.enqueue(bytes('1'));
        controller.close();
      },
    });
    network(() => new Response(stream, { headers: { 'Content-Type': 'application/json' } }));
    expect(await ask()).toEqual({ ok: true, value: { status: 200, body: 1 } });
    expect(asked).toEqual([65_536, 65_536, 65_536]);
  });

  test('that is absent is not JSON', async () => {
    network(() => reply(200, 'application/json', null));
    expect(await ask()).toEqual({ ok: false, error: { reason: 'upstream_bad_payload' } });
  });
});

describe('a call without a response', () => {
  test('is given up after 2.5 s', async () => {
    vi.useFakeTimers();
    network(hang);
    let outcome: unknown = 'waiting';
    void ask().then((value) => (outcome = value));
    await vi.advanceTimersByTimeAsync(2499);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toEqual({ ok: false, error: { reason: 'upstream_timeout' } });
  });

  test('is aborted with its caller', async () => {
    network(hang);
    const caller = new AbortController();
    const asking = ask(caller.signal);
    caller.abort();
    expect(await asking).toEqual({ ok: false, error: { reason: 'upstream_timeout' } });
  });

  test('after a network failure is upstream_unreachable', async () => {
    network(() => Promise.reject(new TypeError('reset')));
    expect(await ask()).toEqual({ ok: false, error: { reason: 'upstream_unreachable' } });
  });
});
