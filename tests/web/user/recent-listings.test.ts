import { beforeEach, expect, test } from 'vitest';
import { readRecentListings, rememberListing } from '../../../web/shared/user/recent-listings.ts';
import { sampleResponse } from '../stock/sample-response.ts';

const EMAIL = 'ada@example.com';

function look(ticker: string, email = EMAIL) {
  rememberListing(email, sampleResponse(ticker, 1));
  return readRecentListings(email).map(({ symbol }) => symbol);
}

beforeEach(() => localStorage.clear());

test('the newest is first, each listing once', () => {
  look('AAPL');
  look('MSFT');
  expect(look('AAPL')).toEqual(['AAPL', 'MSFT']);
  expect(readRecentListings(EMAIL)[0]).toEqual({
    symbol: 'AAPL',
    name: 'AAPL Inc.',
    exchange: 'NASDAQ',
    country: '',
    currency: 'USD',
  });
});

test('five are kept, the sixth goes', () => {
  for (const ticker of ['A', 'B', 'C', 'D', 'E']) look(ticker);
  expect(readRecentListings(EMAIL)).toHaveLength(5);
  expect(look('F')).toEqual(['F', 'E', 'D', 'C', 'B']);
});

test('users of one browser do not see those of each other', () => {
  look('AAPL');
  expect(readRecentListings('bob@example.com')).toEqual([]);
});

test.each(['{', '{"recent":7}', 'null'])('a damaged store (%s) reads as none', (stored) => {
  look('AAPL');
  localStorage.setItem(localStorage.key(0) ?? '', stored);
  expect(readRecentListings(EMAIL)).toEqual([]);
});
