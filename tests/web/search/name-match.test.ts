// @vitest-environment node
import { parseIsoDate } from '#compute';
import type { SearchResult } from '#worker/contract';
import renames from '#web/shared/api/renames.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { namedTicker, renameOf, spelledTicker } from '#web/shared/api/name-match.ts';
import { listing } from './listing.ts';

const APPLE = listing('AAPL', 'Apple Inc.');
const MICROSOFT = listing('MSFT', 'Microsoft Corporation');
const MICRON = listing('MU', 'Micron Technology, Inc.');
const TESLA = listing('TSLA', 'Tesla, Inc.');
const COCA_COLA = listing('KO', 'The Coca-Cola Company');

test.each<[typed: string, results: SearchResult[], symbol: string]>([
  ['MICRO', [MICROSOFT, MICRON], 'MSFT'],
  ['MICRO', [MICRON, MICROSOFT], 'MU'],
  ['MICROSOFT', [MICROSOFT], 'MSFT'],
  ['APPLE', [APPLE], 'AAPL'],
  ['TESLA', [TESLA], 'TSLA'],
  ['NIKE', [listing('NKE', 'NIKE, Inc.')], 'NKE'],
  ['COCA COLA', [COCA_COLA], 'KO'],
  ['COCA-COLA', [COCA_COLA], 'KO'],
  ['COCA', [COCA_COLA], 'KO'],
  ['AT&T', [listing('T', 'AT&T Inc.')], 'T'],
  ['3M', [listing('MMM', '3M Company')], 'MMM'],
  ['NESTLÉ', [listing('NESN.SW', 'Nestlé S.A.')], 'NESN.SW'],
  // The listing has another name, but no ticker is this long.
  ['GOOGLE', [listing('GOOGL', 'Alphabet Inc.')], 'GOOGL'],
  ['EURUSD', [listing('EURUSD=X', 'EUR/USD')], 'EURUSD=X'],
])('%s names the first result', (typed, results, symbol) => {
  expect(namedTicker(typed, results)).toBe(symbol);
});

const SIEMENS = [listing('SIE.DE', 'Siemens AG'), listing('SIE.F', 'Siemens AG')];

test.each<[typed: string, results: SearchResult[], symbol: string | null]>([
  ['AAPL US', [APPLE], 'AAPL'],
  ['BANK A', [listing('BAC', 'Bank of America'), listing('BAC-PA', 'Bank of America')], 'BAC'],
  ['600519', [listing('600519.SS', 'Kweichow Moutai')], '600519.SS'],
  ['005930', [listing('005930.KS', 'Samsung Electronics')], '005930.KS'],
  ['SPX', [listing('^GSPC', 'S&P 500')], '^GSPC'],
  ['US0378331005', [APPLE], 'AAPL'],
  ['DE0007236101', SIEMENS, null],
])('the search decides what %s means', (typed, results, symbol) => {
  expect(spelledTicker(typed)).toBeNull();
  expect(namedTicker(typed, results)).toBe(symbol);
});

test('a corrected typing error is only a suggestion', () => {
  expect(namedTicker('MICROSFT', [{ ...MICROSOFT, similar: true }])).toBeNull();
});

test.each([
  ['$AAPL', 'AAPL'],
  ['NASDAQ:MSFT', 'MSFT'],
  ['brk/b', 'BRK-B'],
  ['LSE:SHEL', 'SHEL.L'],
  ['ˆGSPC', '^GSPC'],
  ['EURUSD', 'EURUSD=X'],
  ['APPL', 'APPL'],
])('%s can only mean %s', (typed, ticker) => {
  expect(spelledTicker(typed)).toBe(ticker);
});

test.each<[why: string, typed: string, results: SearchResult[]]>([
  ['four letters that a name begins with', 'APPL', [APPLE]],
  ['four letters that a name begins with', 'TESL', [TESLA]],
  ['a letter too many', 'NVDAA', [listing('NVDA', 'NVIDIA Corporation')]],
  ['a letter', 'X', [listing('XYZ', 'X Holdings')]],
  ['a class that there is not', 'BRK.X', [listing('BRK-B', 'Berkshire Hathaway Inc.')]],
  ['a suffix that there is not', '7203.X', [listing('7203.T', 'Toyota Motor Corporation')]],
  ['digits', '7203', [listing('7203.T', 'Toyota Motor Corporation')]],
  ['a word further on in a name', 'MICRO', [listing('AMD', 'Advanced Micro Devices, Inc.')]],
  ['a ticker that only the search knows', 'TWITTER', [listing('TWITTER', 'Twitter'), APPLE]],
  ['nothing found', 'COCA COLA', []],
])('%s is not a name: %s', (_why, typed, results) => {
  expect(namedTicker(typed, results)).toBeNull();
});

test('knows renamed tickers, with the date and a page that says so', () => {
  expect(renameOf('FB')).toMatchObject({ to: 'META', date: '2022-06-09' });
  expect(renameOf('META')).toBeNull();
  for (const { from, to, date, page } of renames) {
    expect([spelledTicker(from), spelledTicker(to)]).toEqual([from, to]);
    expect(parseIsoDate(date)).not.toBeNull();
    expect(new URL(page).protocol).toBe('https:');
  }
});
