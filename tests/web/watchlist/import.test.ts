import { expect, test } from 'vitest';
import { readList, readSource } from '#web/shared/import/read-list.ts';

const texts = (list: string) => readList(list).map(({ text }) => text);

test('reads tickers separated by anything, each once', () => {
  expect(texts(' aapl,MSFT;nvda\n\tBRK.B  XOM  aapl\r\n$TSLA ')).toEqual([
    'aapl',
    'MSFT',
    'nvda',
    'BRK.B',
    'XOM',
    '$TSLA',
  ]);
});

test('keeps names, and exchange codes behind a ticker, in one row', () => {
  expect(texts('Coca Cola\nSAP GY\nBRK B\nj.p. morgan\nAT&T Inc.')).toEqual([
    'Coca Cola',
    'SAP GY',
    'BRK B',
    'j.p. morgan',
    'AT&T Inc.',
  ]);
});

test('makes groups of the sections of a TradingView list', () => {
  expect(
    readList('NASDAQ:AAPL,###Big tech,NASDAQ:MSFT,NYSE:BRK.B,###Coins_1,BINANCE:BTCUSDT,COINBASE:ETHUSD'),
  ).toEqual([
    { text: 'NASDAQ:AAPL', isin: null, group: null },
    { text: 'NASDAQ:MSFT', isin: null, group: 'Big tech' },
    { text: 'NYSE:BRK.B', isin: null, group: 'Big tech' },
    { text: 'BINANCE:BTCUSDT', isin: null, group: 'Coins 1' },
    { text: 'COINBASE:ETHUSD', isin: null, group: 'Coins 1' },
  ]);
});

test.each([
  [
    'Yahoo Finance',
    'Symbol,Current Price,Date,Comment\nLHA.DE,6.693,2021/11/12,\nMELI,1577.08,2021/11/11,"long, very long"\nLHA.DE,6.7,2021/11/13,',
    ['LHA.DE', 'MELI'],
  ],
  [
    'Ghostfolio',
    'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n16-09-2021,MSFT,YAHOO,USD,298.580,5,buy,19.00,My first order\n01.01.2022,Penthouse Apartment,MANUAL,USD,500000.0,1,item,0.00,\n20500606,US5949181045,YAHOO,USD,0.00,0,buy,0.00,',
    ['MSFT', 'Penthouse Apartment', 'US5949181045'],
  ],
  [
    'a spreadsheet',
    'Name\tTicker\r\n"Apple ""the fruit"" Inc."\tAAPL\r\n"Two\nlines"\tMSFT\r\n',
    ['AAPL', 'MSFT'],
  ],
  ['a column of names', 'Product;Qty\nSAFRAN;2\nVISA INC.;5', ['SAFRAN', 'VISA INC.']],
])('reads the column of symbols or names of %s', (_, table, rows) => {
  expect(texts(table)).toEqual(rows);
});

test('takes symbol and ISIN of a broker’s table', () => {
  const table =
    '\uFEFFAction,ISIN,Ticker,Name\nMarket buy,DE0005557508,DTE,"Deutsche Telekom"\nMarket sell,DE0005557508,DTE,x';
  expect(readList(table)).toEqual([{ text: 'DTE', isin: 'DE0005557508', group: null }]);
});

test('reads a file in UTF-8 or UTF-16, and refuses any other with a sentence', async () => {
  const read = (bytes: BlobPart) => readSource(new Blob([bytes]), (list) => ({ rows: readList(list) }));
  expect(await read('\uFEFFAAPL')).toMatchObject({ value: { rows: [{ text: 'AAPL' }] } });
  const utf16 = Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x42, 0);
  expect(await read(utf16)).toMatchObject({ value: { rows: [{ text: 'AB' }] } });
  const refusals = [
    [new Uint8Array(10_000_000), /over 1 MB/],
    [Uint8Array.of(0x4e, 0x65, 0x73, 0x74, 0x6c, 0xe9), /UTF-8/],
    [Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), /UTF-8/],
  ] as const;
  for (const [bytes, sentence] of refusals) {
    expect(await read(bytes)).toEqual({ ok: false, error: expect.stringMatching(sentence) });
  }
});

test('reads a hostile list in time', () => {
  expect(readList('"'.repeat(500_000)).length).toBeLessThanOrEqual(501);
  expect(readList(`symbol\n${'"a'.repeat(200_000)}`).length).toBeLessThanOrEqual(501);
  expect(readList('A,'.repeat(400_000))).toHaveLength(1);
  expect(readList(' '.repeat(500_000))).toEqual([]);
});
