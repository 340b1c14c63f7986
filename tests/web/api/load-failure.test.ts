// @vitest-environment node
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queryFailure, type Refusal, RequestError } from '#web/shared/api/client.ts';

const NOW_MS = 1_000_000;
beforeAll(() => void vi.useFakeTimers({ now: NOW_MS }));
afterAll(() => void vi.useRealTimers());

const loadFailure = (failure: RequestError['failure'], ticker = 'X') =>
  queryFailure(new RequestError(failure), ticker);

function refused(change: Partial<Refusal>): Refusal {
  return {
    reason: 'refused',
    status: 503,
    message: 'The source is down.',
    code: 'upstream_unavailable',
    retryAfterSeconds: null,
    ...change,
  };
}

test("a refusal shows the server's sentence", () => {
  expect(loadFailure(refused({}))?.message).toBe('The source is down.');
});

test.each([
  refused({ message: null }),
  { reason: 'unreachable' },
  { reason: 'malformed' },
  { reason: 'malformed_columns' },
] as const)('%o has no sentence: Failed to fetch data, and may be tried again', (failure) => {
  expect(loadFailure(failure)).toEqual({
    message: 'Failed to fetch data',
    remedy: { kind: 'retry', notBeforeMs: null },
  });
});

test.each([
  [
    'a time to wait',
    refused({ status: 429, retryAfterSeconds: 30 }),
    { kind: 'retry', notBeforeMs: NOW_MS + 30_000 },
  ],
  ['a server error', refused({ status: 500 }), { kind: 'retry', notBeforeMs: null }],
  ['a bad ticker', refused({ status: 400, code: 'invalid_ticker' }), { kind: 'none' }],
  [
    'an unknown ticker',
    refused({ status: 404, code: 'unknown_symbol', remedy: { kind: 'similar', items: [] } }),
    { kind: 'similar', items: [] },
  ],
] as const)('%s has its own remedy', (_name, failure, remedy) => {
  expect(loadFailure(failure)?.remedy).toEqual(remedy);
});

test('a listing without any price says so', () => {
  const failure = { reason: 'no_prices' } as const;
  expect(loadFailure(failure, 'NEW')?.message).toBe('No prices for NEW yet.');
});
