import { expect, test } from 'vitest';
import { tickersIn } from '../../../web/shared/search/tickers-in.ts';

test('reads tickers separated by anything, each once', () => {
  expect(tickersIn(' aapl,MSFT;nvda\n\tBRK.B  aapl ')).toEqual({
    tickers: ['AAPL', 'MSFT', 'NVDA', 'BRK-B'],
    unreadable: [],
  });
});

test('reports unreadable words and takes the rest', () => {
  expect(tickersIn('AAPL <x> ÄPFEL MSFT')).toEqual({
    tickers: ['AAPL', 'MSFT'],
    unreadable: ['<x>', 'ÄPFEL'],
  });
});
