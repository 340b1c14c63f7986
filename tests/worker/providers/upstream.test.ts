import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Upstream, type UpstreamSettings } from '#worker/providers/upstream.ts';
import { down, hang, json } from '#support/worker/yahoo-upstream.ts';

const NOW_MS = Date.UTC(2026, 10, 17, 17);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Answer = (url: string, init: RequestInit | undefined) => Response | Promise<Response>;

/** An upstream on a network with a sequence of responses, the last of which repeats. */
function upstreamOf(answers: readonly Answer[], settings: Partial<UpstreamSettings> = {}) {
  const clock = { ms: NOW_MS };
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input);
    asked.push(url);
    return (answers[asked.length - 1] ?? answers.at(-1)!)(url, init);
  });
  const upstream = new Upstream({
    name: 'yahoo',
    addresses: ['https://one.test', 'https://two.test'],
    headers: {},
    runtime: { now: () => clock.ms, random: () => 0 },
    ...settings,
  });
  const request = (signal = new AbortController().signal, path = '/x') => upstream.request(path, signal);
  return { clock, asked, upstream, request };
}

const good = () => json({ a: 1 });
const refused = () => new Response('', { status: 403 });
const limited = () => new Response('', { status: 429, headers: { 'Retry-After': '120' } });
const reset = () => Promise.reject(new TypeError('reset'));
const answered = { ok: true, value: { status: 200, body: { a: 1 } } };

test('returns a response and records its time', async () => {
  const { request, upstream } = upstreamOf([good]);
  expect(upstream.state()).toEqual({
    name: 'yahoo',
    breaker: 'closed',
    last_success_at: null,
    refused_since: null,
  });
  expect(await request()).toEqual(answered);
  expect(upstream.state()).toEqual({
    name: 'yahoo',
    breaker: 'closed',
    last_success_at: new Date(NOW_MS).toISOString(),
    refused_since: null,
  });
});

test.each([
  ['403', refused],
  ['429', limited],
  ['a page with status 200', () => new Response('<h1>', { headers: { 'Content-Type': 'text/html' } })],
])('%s: the state says since when the provider refuses, until it returns data', async (_, fault) => {
  const { clock, request, upstream } = upstreamOf([fault, fault, good]);
  await request();
  clock.ms += 3_600_000;
  await request();
  expect(upstream.state().refused_since).toBe(new Date(NOW_MS).toISOString());
  clock.ms += 3_600_000;
  await request();
  expect(upstream.state().refused_since).toBeNull();
});

test('an outage does not count as a refusal', async () => {
  const { request, upstream } = upstreamOf([down, down]);
  await request();
  expect(upstream.state().refused_since).toBeNull();
});

describe('a transient fault', () => {
  test.each([
    ['503', down],
    ['a reset', reset],
  ])('%s is retried once, at the next host, which is then used', async (_, fault) => {
    const { asked, request } = upstreamOf([fault, good]);
    expect(await request()).toEqual(answered);
    expect(await request()).toEqual(answered);
    expect(asked).toEqual(['https://one.test/x', 'https://two.test/x', 'https://two.test/x']);
  });

  test('a timeout is retried once', async () => {
    vi.useFakeTimers();
    const { asked, request } = upstreamOf([(_, init) => hang(init), good]);
    const asking = request();
    await vi.advanceTimersByTimeAsync(2500);
    expect(await asking).toEqual(answered);
    expect(asked).toHaveLength(2);
  });

  test('that happens twice is returned, and the hosts rotate', async () => {
    const { asked, request } = upstreamOf([down, down, good]);
    expect(await request()).toEqual({ ok: false, error: { reason: 'upstream_unavailable' } });
    await request();
    expect(asked.map((url) => new URL(url).host)).toEqual(['one.test', 'two.test', 'one.test']);
  });

  test('is retried after a random part of 200 ms', async () => {
    vi.useFakeTimers();
    const { asked, request } = upstreamOf([down, good], {
      runtime: { now: () => NOW_MS, random: () => 0.5 },
    });
    const asking = request();
    await vi.advanceTimersByTimeAsync(99);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    expect(await asking).toEqual(answered);
  });

  test('is not retried without retry budget', async () => {
    let answer: Answer = down;
    const { asked, request } = upstreamOf([() => answer('', undefined)]);
    const attempts: number[] = [];
    // Ten retries are available at first. A success in between keeps the breaker closed and earns a tenth of a retry.
    for (let round = 0; round < 13; round++) {
      const before = asked.length;
      answer = down;
      await request();
      attempts.push(asked.length - before);
      answer = good;
      await request();
    }
    // The ten successes so far have paid for an eleventh, one round late.
    expect(attempts).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 1]);
  });
});

describe('a permanent fault', () => {
  test.each([
    ['a refusal', refused, { reason: 'upstream_refused' }],
    ['a limit', limited, { reason: 'upstream_rate_limited', retryAfterSeconds: 120 }],
    ['a wrong body', () => new Response('<h1>'), { reason: 'upstream_bad_payload' }],
  ])('such as %s is not retried', async (_, fault, error) => {
    const { asked, request } = upstreamOf([fault]);
    expect(await request()).toEqual({ ok: false, error });
    expect(asked).toHaveLength(1);
  });

  test('a fault stated in a body counts as a fault', async () => {
    const { request, upstream } = upstreamOf([good], { statedStatus: () => 403 });
    expect(await request()).toEqual({ ok: false, error: { reason: 'upstream_refused' } });
    expect(upstream.state().last_success_at).toBeNull();
  });
});

describe('the breaker', () => {
  test('opens with the third fault in a row, and failures then say when to try again', async () => {
    const { asked, clock, request, upstream } = upstreamOf([refused]);
    for (const path of ['/a', '/b', '/c']) await request(undefined, path);
    expect(upstream.state().breaker).toBe('open');
    clock.ms += 10_000;
    expect(await request()).toEqual({
      ok: false,
      error: { reason: 'temporarily_unavailable', retryAfterSeconds: 20 },
    });
    expect(asked).toHaveLength(3);
  });

  test('returns the first attempt’s fault if it opens between two attempts', async () => {
    const { asked, request } = upstreamOf([refused, refused, down]);
    await request(undefined, '/a');
    await request(undefined, '/b');
    expect(await request(undefined, '/c')).toEqual({ ok: false, error: { reason: 'upstream_unavailable' } });
    expect(asked).toHaveLength(3);
  });

  test('returns the limit that opened it', async () => {
    const { asked, request } = upstreamOf([limited]);
    await request();
    expect(await request()).toEqual({
      ok: false,
      error: { reason: 'upstream_rate_limited', retryAfterSeconds: 120 },
    });
    expect(asked).toHaveLength(1);
  });

  test('sends a single probe after its pause, without a retry', async () => {
    const { asked, clock, request, upstream } = upstreamOf([limited, down, good]);
    await request();
    clock.ms += 120_000;
    await request();
    expect(asked).toHaveLength(2);
    expect(upstream.state().breaker).toBe('open');
    clock.ms += 30_000;
    expect(await request()).toEqual(answered);
    expect(upstream.state().breaker).toBe('closed');
  });

  test('sends another probe at once if the first one’s caller gave up', async () => {
    const { asked, clock, request } = upstreamOf([limited, (_, init) => hang(init), good]);
    await request();
    clock.ms += 120_000;
    const caller = new AbortController();
    const probing = request(caller.signal);
    caller.abort();
    await probing;
    expect(await request()).toEqual(answered);
    expect(asked).toHaveLength(3);
  });

  test('neither counts nor retries calls whose caller gave up', async () => {
    const { asked, request, upstream } = upstreamOf([(_, init) => hang(init)]);
    for (let call = 0; call < 5; call++) {
      const caller = new AbortController();
      const asking = request(caller.signal);
      caller.abort();
      expect(await asking).toEqual({ ok: false, error: { reason: 'upstream_timeout' } });
    }
    expect(asked).toHaveLength(5);
    expect(upstream.state().breaker).toBe('closed');
  });
});

test('nothing is requested for a caller that has already given up', async () => {
  const { asked, request } = upstreamOf([good]);
  const caller = new AbortController();
  caller.abort();
  expect(await request(caller.signal)).toEqual({ ok: false, error: { reason: 'upstream_timeout' } });
  expect(asked).toEqual([]);
});

describe('a request for optional data', () => {
  const bodySchema = v.object({ a: v.number() });
  const signal = new AbortController().signal;

  test('is sent once, and its faults do not count', async () => {
    const { asked, upstream } = upstreamOf([down, down, down, good]);
    for (let call = 0; call < 3; call++) {
      expect(await upstream.read('/e', bodySchema, signal, 'optional')).toEqual({
        ok: false,
        error: { reason: 'upstream_unavailable' },
      });
    }
    expect(upstream.state().breaker).toBe('closed');
    expect(await upstream.read('/e', bodySchema, signal, 'optional')).toEqual({ ok: true, value: { a: 1 } });
    expect(asked).toHaveLength(4);
  });

  test('is not sent unless the breaker is closed', async () => {
    const { asked, clock, request, upstream } = upstreamOf([limited, good]);
    await request();
    for (const waitMs of [0, 120_000]) {
      clock.ms += waitMs;
      expect(await upstream.read('/e', bodySchema, signal, 'optional')).toEqual({
        ok: false,
        error: { reason: 'upstream_unavailable' },
      });
    }
    expect(asked).toHaveLength(1);
  });
});
