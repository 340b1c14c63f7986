import { expect, test } from 'vitest';
import { SAMPLE_STOCKS } from '../../../web/features/home/live-stocks.tsx';
import { startingListings, WELL_KNOWN } from '../../../web/shared/user-data/recent-listings.ts';

test('recent listings come first, well-known ones after them, each once', () => {
  const recent = [
    { symbol: 'KO', name: 'The Coca-Cola Company' },
    { symbol: 'NVDA', name: 'NVIDIA Corporation' },
  ];
  const symbols = startingListings(recent).map(({ symbol }) => symbol);
  expect(symbols).toEqual(['KO', 'NVDA', 'AAPL', 'MSFT', 'GOOGL', 'AMZN', 'TSLA']);
});

test('well-known listings are those of the home page, by the same names', () => {
  const home = SAMPLE_STOCKS.map(({ symbol, name }) => ({ symbol, name }));
  expect(home).toEqual(expect.arrayContaining([...WELL_KNOWN]));
});
