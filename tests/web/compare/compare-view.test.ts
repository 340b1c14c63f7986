import { describe, expect, test } from 'vitest';
import {
  compareUrl,
  drawnTickers,
  parseCompareView,
  seriesStyle,
} from '#web/features/compare/compare-view.ts';

const parse = (query: string) => parseCompareView(`?${query}`);

describe('a URL', () => {
  test('holds the tickers, the benchmark, the range and the horizon', () => {
    expect(parse('tickers=aapl,MSFT&range=3M&benchmark=qqq&horizon=30')).toEqual({
      tickers: ['AAPL', 'MSFT'],
      ignored: [],
      benchmark: 'QQQ',
      range: '3M',
      horizonDays: 30,
    });
  });

  test('falls back to SPY, one year, 7 days and no tickers', () => {
    expect(parse('')).toEqual({ tickers: [], ignored: [], benchmark: 'SPY', range: '1Y', horizonDays: 7 });
    expect(parse('tickers=,,&range=9Y&benchmark=<x>&horizon=8')).toEqual({
      tickers: [],
      ignored: ['<x>'],
      benchmark: 'SPY',
      range: '1Y',
      horizonDays: 7,
    });
    expect(parse('tickers=AAPL&benchmark=none').benchmark).toBeNull();
  });

  test('holds at most five listings, each once, and drops invalid tickers', () => {
    expect(parse('tickers=A,B,A,<x>,C,D,E,F').tickers).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  test.each([
    'tickers=AAPL,MSFT&range=1M',
    'tickers=AAPL&range=ALL&benchmark=none',
    'tickers=BRK.B,%5EGSPC,EURUSD%3DX&range=1Y&benchmark=BTC-USD',
    'tickers=&range=1W',
    'tickers=AAPL&range=1M&horizon=30',
  ])('is the same after parsing and formatting (%s)', (query) => {
    const view = parse(query);
    const url = compareUrl(view);
    expect(url).toMatch(/^\/compare\?/);
    expect(parseCompareView(url.slice('/compare'.length))).toEqual(view);
  });
});

describe('the list of ignored parameters', () => {
  test('is empty if everything is shown', () => {
    expect(parse('').ignored).toEqual([]);
    expect(parse('tickers=&benchmark=').ignored).toEqual([]);
    expect(parse('tickers=aapl,,AAPL, msft&benchmark=none').ignored).toEqual([]);
  });

  test('has invalid tickers, tickers beyond five, and an invalid benchmark', () => {
    expect(parse('tickers=A,<x>,B,C,<x>,D,E,F,A,G,Ä&benchmark=%20<y>').ignored).toEqual([
      '<x>',
      'Ä',
      'F',
      'G',
      '<y>',
    ]);
  });
});

test('the default horizon is not in the URL', () => {
  expect(compareUrl(parse('tickers=AAPL&range=1M&horizon=7'))).toBe('/compare?tickers=AAPL&range=1M');
});

test('a benchmark is drawn last, and only once if it is also compared', () => {
  expect(drawnTickers(parse('tickers=AAPL'))).toEqual(['AAPL', 'SPY']);
  expect(drawnTickers(parse('tickers=SPY,AAPL'))).toEqual(['SPY', 'AAPL']);
  expect(drawnTickers(parse('tickers=AAPL&benchmark=none'))).toEqual(['AAPL']);
});

test('every line has its own colour and dash, which the benchmark does not use', () => {
  const view = parse('tickers=A,B,C,D,E');
  const styles = drawnTickers(view).map((ticker) => seriesStyle(view, ticker));
  expect(new Set(styles.map(({ color }) => color)).size).toBe(6);
  const dashes = styles.map(({ dash, widthPx }) => `${dash.join(' ')} ${widthPx}`);
  expect(new Set(dashes).size).toBe(6);
  expect(seriesStyle(parse('tickers=SPY,AAPL'), 'SPY').color).toBe('series-1');
});
