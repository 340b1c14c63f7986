import { extendedEndSeconds, parseTicker, sessionEndSeconds } from '#compute';
import { describe, expect, test } from 'vitest';
import { priceOf } from '#worker/snapshot';
import { decodeTimeSeries } from '#worker/providers/twelvedata.ts';

/** A response whose last bars are of a date and of the day before. */
function answer(date: string) {
  const bar = { open: '100', high: '101', low: '99', close: '100', volume: '1000' };
  const before = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
  return {
    meta: { symbol: 'AAPL', currency: 'USD', exchange_timezone: 'America/New_York' },
    values: [
      { datetime: date, ...bar },
      { datetime: before, ...bar },
    ],
  };
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 16);
}

test.each([
  ['2026-11-17', '21:00', '01:00'],
  ['2026-11-27', '18:00', '22:00'],
  ['2025-07-03', '17:00', '21:00'],
])('of %s ends at %s UTC and extended trading at %s, by the venue’s hours', (date, end, last) => {
  const ticker = parseTicker('AAPL');
  if (!ticker.ok) throw new Error(ticker.error.reason);
  const evening = Date.parse(`${date}T23:30:00Z`) / 1000;
  const decoded = decodeTimeSeries({ status: 200, body: answer(date) }, ticker.value, evening);
  if (!decoded.ok) throw new Error(decoded.error.reason);
  const { asOfSeconds } = decoded.value;
  const dateSeconds = Date.parse(date) / 1000;
  expect(clock(sessionEndSeconds(decoded.value, dateSeconds))).toBe(end);
  expect(clock(extendedEndSeconds(decoded.value, dateSeconds))).toBe(last);
  expect(clock(asOfSeconds)).toBe(end);
});

function decode(symbol: string, sent: unknown, nowSeconds: number) {
  const body: unknown = JSON.parse(JSON.stringify(sent));
  const ticker = parseTicker(symbol);
  if (!ticker.ok) throw new Error(ticker.error.reason);
  const decoded = decodeTimeSeries({ status: 200, body }, ticker.value, nowSeconds);
  if (!decoded.ok) throw new Error(decoded.error.reason);
  return decoded.value;
}

test.each([
  ['15:00:00', '14:30'],
  ['20:59:59', '14:30'],
  ['21:00:00', '21:00'],
  ['23:00:00', '21:00'],
])('a price requested at %s is dated %s, never at the request', (asked, asOf) => {
  const decoded = decode('AAPL', answer('2026-11-17'), Date.parse(`2026-11-17T${asked}Z`) / 1000);
  expect(clock(decoded.asOfSeconds)).toBe(asOf);
});

test.each([
  ['AAPL', 'AAPL', { currency: 'USD' }, 'USD'],
  ['AAPL', 'AAPL', { currency: 'US Dollar' }, ''],
  ['AAPL', 'AAPL', {}, ''],
  ['BTC-USD', 'BTC/USD', { currency_base: 'Bitcoin', currency_quote: 'US Dollar' }, 'USD'],
  ['EURJPY=X', 'EUR/JPY', { currency_base: 'Euro', currency_quote: 'Japanese Yen' }, 'JPY'],
])('%s has the currency of its code, not of a name’s first letters', (ticker, symbol, meta, currency) => {
  const body = { ...answer('2026-11-17'), meta: { symbol, ...meta } };
  expect(decode(ticker, body, Date.parse('2026-11-17T23:00Z') / 1000).listing.currency).toBe(currency);
});

/** 80 days up to 2026-11-17, newest first. */
function history(): { values: (Record<string, unknown> | null)[] } {
  const last = Date.parse('2026-11-17');
  return {
    ...answer('2026-11-17'),
    values: Array.from({ length: 80 }, (_, day) => ({
      datetime: new Date(last - day * 86_400_000).toISOString().slice(0, 10),
      open: '100',
      high: '101',
      low: '99',
      close: '100',
      volume: '1000',
    })),
  };
}

const NIGHT = Date.parse('2026-11-17T23:00Z') / 1000;

describe('U17 a row that cannot be read', () => {
  test.each([
    ['a null row', null],
    ['a null cell', { close: null }],
    ['no cell', { close: undefined }],
    ['a word for a close', { close: 'n/a' }],
    ['an empty date', { datetime: '' }],
    ['a date that does not exist', { datetime: '2026-02-31' }],
    ['a word for a date', { datetime: 'yesterday' }],
    ['no date', { datetime: null }],
  ])('loses only %s', (_, cells) => {
    const body = history();
    body.values[40] = cells && { ...body.values[40], ...cells };
    expect(decode('AAPL', body, NIGHT).candles.close).toHaveLength(79);
  });

  test.each([{ open: '' }, { high: 'n/a' }, { low: 'NaN' }, { high: '0' }])(
    'loses only the number %j, and keeps its row',
    (cells) => {
      const body = history();
      body.values[40] = { ...body.values[40], ...cells };
      const { open, high, low, close } = decode('AAPL', body, NIGHT).candles;
      expect([open, high, low, close].map((column) => column[39])).toEqual(
        ['open', 'high', 'low']
          .map((name) => (name in cells ? 100 : { open: 100, high: 101, low: 99 }[name]))
          .concat(100),
      );
    },
  );

  test.each([null, '', 'n/a', undefined])('treats a volume of %j as missing, and keeps its row', (volume) => {
    const body = history();
    body.values[40] = { ...body.values[40], volume };
    const { candles } = decode('AAPL', body, NIGHT);
    expect([candles.close.length, candles.volume[39]]).toEqual([80, 0]);
  });

  test('accepts a price written with an exponent', () => {
    const body = history();
    const price = { open: '8.51e-06', high: '8.6E-6', low: '8.4e-06', close: '8.51e-06' };
    body.values = body.values.map((row) => ({ ...row, ...price }));
    expect(priceOf(decode('AAPL', body, NIGHT))).toBe(8.51e-6);
  });

  test('may affect one in twenty rows; with more, the format has changed', () => {
    const body = history();
    for (let row = 0; row < 4; row++) body.values[row * 10] = null;
    expect(decode('AAPL', body, NIGHT).candles.close).toHaveLength(76);
    body.values[70] = null;
    expect(() => decode('AAPL', body, NIGHT)).toThrow('upstream_bad_payload');
  });

  test('is every row if a column has another name', () => {
    const body = history();
    body.values = body.values.map((row) => ({ ...row, close: undefined, last: row?.['close'] }));
    expect(() => decode('AAPL', body, NIGHT)).toThrow('upstream_bad_payload');
  });

  test('may be one row of a short history', () => {
    const body = history();
    body.values = [null, ...body.values.slice(0, 2)];
    expect(decode('AAPL', body, NIGHT).candles.close).toHaveLength(2);
    body.values = [null, ...body.values.slice(0, 2)];
    expect(() => decode('AAPL', body, NIGHT)).toThrow('upstream_bad_payload');
  });
});
