import { expect, test } from 'vitest';
import { recentListingsAtom, rememberListing } from '#web/shared/user/recent-listings.ts';
import { edit, userStore } from '#support/web/user-store.ts';
import { sampleResponse } from '../stock/sample-response.ts';

const symbolsAfter = (store: ReturnType<typeof userStore>, ...names: readonly string[]) => {
  for (const ticker of names) edit(store, rememberListing(sampleResponse(ticker, 1)));
  return store.get(recentListingsAtom).map(({ symbol }) => symbol);
};

test('the newest is first, each listing once', () => {
  const store = userStore();
  expect(symbolsAfter(store, 'AAPL', 'MSFT', 'AAPL')).toEqual(['AAPL', 'MSFT']);
  expect(store.get(recentListingsAtom)[0]).toEqual({
    symbol: 'AAPL',
    name: 'AAPL Inc.',
    exchange: 'NASDAQ',
    country: '',
    currency: 'USD',
  });
});

test('five are kept, the sixth goes', () => {
  expect(symbolsAfter(userStore(), 'A', 'B', 'C', 'D', 'E', 'F')).toEqual(['F', 'E', 'D', 'C', 'B']);
});
