import { describe, expect, test } from 'vitest';
import {
  compareUrl,
  drawnTickers,
  ignoredParams,
  parseCompareView,
  seriesStyle,
} from '../../../web/features/compare/compare-view.ts';

const parse = (query: string) => parseCompareView(`?${query}`);

describe('an address', () => {
  test('says what is compared, against what, how far back', () => {
    expect(parse('tickers=aapl,MSFT&range=3M&benchmark=qqq&horizon=30')).toEqual({
      tickers: ['AAPL', 'MSFT'],
      benchmark: 'QQQ',
      range: '3M',
      horizonDays: 30,
    });
  });

  test('without a part falls back: SPY, a year, seven days ahead, nothing compared', () => {
    expect(parse('')).toEqual({ tickers: [], benchmark: 'SPY', range: '1Y', horizonDays: 7 });
    expect(parse('tickers=,,&range=9Y&benchmark=<x>&horizon=8')).toEqual({
      tickers: [],
      benchmark: 'SPY',
      range: '1Y',
      horizonDays: 7,
    });
    expect(parse('tickers=AAPL&benchmark=none').benchmark).toBeNull();
  });

  test('holds five listings at most, each once, and drops what is no ticker', () => {
    expect(parse('tickers=A,B,A,<x>,C,D,E,F').tickers).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  test.each([
    'tickers=AAPL,MSFT&range=1M',
    'tickers=AAPL&range=ALL&benchmark=none',
    'tickers=BRK.B,%5EGSPC,EURUSD%3DX&range=1Y&benchmark=BTC-USD',
    'tickers=&range=1W',
    'tickers=AAPL&range=1M&horizon=30',
  ])('comes back from its own view (%s)', (query) => {
    const view = parse(query);
    const url = compareUrl(view);
    expect(url).toMatch(/^\/compare\?/);
    expect(parseCompareView(url.slice('/compare'.length))).toEqual(view);
  });
});

describe('what an address asks for and the view leaves out', () => {
  test('is nothing where all of it is shown', () => {
    expect(ignoredParams('')).toEqual([]);
    expect(ignoredParams('?tickers=&benchmark=')).toEqual([]);
    expect(ignoredParams('?tickers=aapl,,AAPL, msft&benchmark=none')).toEqual([]);
  });

  test('lists ignored input: invalid tickers, tickers beyond five, an invalid benchmark', () => {
    expect(ignoredParams('?tickers=A,<x>,B,C,<x>,D,E,F,A,G,Ä&benchmark=%20<y>')).toEqual([
      '<x>',
      'Ä',
      'F',
      'G',
      '<y>',
    ]);
  });
});

test('the default horizon leaves the address as it is', () => {
  expect(compareUrl(parse('tickers=AAPL&range=1M&horizon=7'))).toBe('/compare?tickers=AAPL&range=1M');
});

test('a benchmark is drawn last, and once if it is also compared', () => {
  expect(drawnTickers(parse('tickers=AAPL'))).toEqual(['AAPL', 'SPY']);
  expect(drawnTickers(parse('tickers=SPY,AAPL'))).toEqual(['SPY', 'AAPL']);
  expect(drawnTickers(parse('tickers=AAPL&benchmark=none'))).toEqual(['AAPL']);
});

test('no two lines of a view share colour or dash, and a benchmark is none of the five', () => {
  const view = parse('tickers=A,B,C,D,E');
  const styles = drawnTickers(view).map((ticker) => seriesStyle(view, ticker));
  expect(new Set(styles.map(({ color }) => color)).size).toBe(6);
  const dashes = styles.map(({ dash, widthPx }) => `${dash.join(' ')} ${widthPx}`);
  expect(new Set(dashes).size).toBe(6);
  expect(seriesStyle(parse('tickers=SPY,AAPL'), 'SPY').color).toBe('series-1');
});
