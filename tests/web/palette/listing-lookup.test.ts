// @vitest-environment node
import { err, ok } from '#compute';
import type { SearchResult } from '#worker/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createListingLookup, type ListingLookupDeps } from '../../../web/features/palette/listing-lookup.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const listing = (symbol: string): SearchResult => ({
  symbol,
  name: `${symbol} Inc.`,
  exchange: '',
  country: '',
  currency: '',
});

function setUp() {
  const answers: ((items: readonly SearchResult[] | 'failed') => void)[] = [];
  const search = vi.fn<ListingLookupDeps['search']>(
    () =>
      new Promise((resolve) =>
        answers.push((items) =>
          resolve(items === 'failed' ? err({ reason: 'unreachable', cause: 'offline' }) : ok(items)),
        ),
      ),
  );
  const onFound = vi.fn<ListingLookupDeps['onFound']>();
  return { search, answers, onFound, lookup: createListingLookup({ search, onFound }) };
}

test('asks once, 250 ms after the last key, for the trimmed text', async () => {
  const { search, answers, onFound, lookup } = setUp();
  lookup.type('n');
  vi.advanceTimersByTime(249);
  lookup.type(' nv ');
  vi.advanceTimersByTime(249);
  expect(search).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(search.mock.calls.map(([text]) => text)).toEqual(['nv']);
  answers[0]!([listing('NVDA')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(onFound).toHaveBeenCalledWith([listing('NVDA')]);
});

test('a newer text drops the older one’s question and its answer', async () => {
  const { search, answers, onFound, lookup } = setUp();
  lookup.type('a');
  vi.advanceTimersByTime(250);
  lookup.type('b');
  expect(search.mock.calls[0]![1].aborted).toBe(true);
  answers[0]!([listing('A')]);
  await vi.advanceTimersByTimeAsync(250);
  expect(onFound).not.toHaveBeenCalledWith([listing('A')]);
});

test('what was found for a text does not stand for a newer one', async () => {
  const { answers, onFound, lookup } = setUp();
  lookup.type('ms');
  vi.advanceTimersByTime(250);
  answers[0]!([listing('MS')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(onFound).toHaveBeenLastCalledWith([listing('MS')]);
  lookup.type('msft');
  expect(onFound).toHaveBeenLastCalledWith(null);
  lookup.type(' ');
  expect(onFound).toHaveBeenLastCalledWith([]);
});

test('an empty text and a failure find nothing; after the close nothing is told', async () => {
  const { answers, onFound, lookup } = setUp();
  lookup.type('');
  expect(onFound).toHaveBeenLastCalledWith([]);
  lookup.type('x');
  vi.advanceTimersByTime(250);
  answers[0]!('failed');
  await vi.advanceTimersByTimeAsync(0);
  expect(onFound).toHaveBeenLastCalledWith([]);
  lookup.type('y');
  lookup.close();
  onFound.mockClear();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onFound).not.toHaveBeenCalled();
});
