import { ok } from '#compute';
import type { Context } from 'hono';
import { describe, expect, test } from 'vitest';
import { PARAMS, parseParams, type Param } from '#worker/http/operations.ts';
import type { AppEnv } from '#worker/services.ts';

type Occurrences = string[] | undefined;

/** A parameter's value from a query with these occurrences. */
function parseParam(param: Param, values: Occurrences) {
  const req = { queries: () => (values ? { name: values } : {}), param: () => ({}) };
  const parsed = parseParams({ path: '/api/x', params: { name: param } }, { req } as Context<AppEnv>);
  return parsed.ok ? ok(parsed.value['name']) : parsed;
}

const horizonParam = (values: Occurrences) => parseParam(PARAMS.horizon, values);
const viewParam = (values: Occurrences) => parseParam(PARAMS.view, values);
const tickerParam = (segment: string) => parseParam(PARAMS.ticker, [segment]);
const tickersParam = (text: string) => parseParam(PARAMS.tickers, [text]);
const newsDaysParam = (values: Occurrences) => parseParam(PARAMS.newsDays, values);
const queryParam = (values: Occurrences) => parseParam(PARAMS.searchText, values);
const limitParam = (values: Occurrences) => parseParam(PARAMS.searchLimit, values);

const okValue = (result: { ok: boolean; value?: unknown }) => (result.ok ? result.value : null);

describe('days of the stock route', () => {
  test('defaults to 7', () => {
    expect(okValue(horizonParam(undefined))).toBe(7);
  });
  test.each(['1', '7', '14', '30'])('accepts %s', (text) => {
    expect(okValue(horizonParam([text]))).toBe(Number(text));
  });
  test.each(['0', '-1', '2', '3', '31', '1e9', 'abc', '7.5', '7.0', ' 7', '07', '', '+7'])(
    'refuses "%s"',
    (text) => {
      expect(horizonParam([text])).toMatchObject({ ok: false, error: { reason: 'invalid_days' } });
    },
  );
  test('refuses a repeated parameter even if both are valid', () => {
    expect(horizonParam(['7', '7'])).toMatchObject({ ok: false, error: { reason: 'invalid_days' } });
  });
});

describe('days of the news route', () => {
  test('defaults to 7 and ranges from 1 to 30', () => {
    expect(okValue(newsDaysParam(undefined))).toBe(7);
    for (let days = 1; days <= 30; days++) expect(okValue(newsDaysParam([String(days)]))).toBe(days);
  });
  test.each(['0', '31', '07', '7.5', '', '300', 'a7', '7a', '1 ', '1\n'])('refuses %j', (text) => {
    expect(newsDaysParam([text])).toMatchObject({ ok: false, error: { reason: 'invalid_days' } });
  });
});

describe('limit', () => {
  test('defaults to 5 and ranges from 1 to 10', () => {
    expect(okValue(limitParam(undefined))).toBe(5);
    for (let limit = 1; limit <= 10; limit++) expect(okValue(limitParam([String(limit)]))).toBe(limit);
  });
  test.each(['0', '11', '1000', 'abc', '', '-1', '7a', '1 ', '1\n'])('refuses %j', (text) => {
    expect(limitParam([text])).toMatchObject({ ok: false, error: { reason: 'invalid_limit' } });
  });
  test('refuses a repeated parameter', () => {
    expect(limitParam(['5', '5']).ok).toBe(false);
  });
});

describe('q', () => {
  test('is trimmed', () => {
    expect(okValue(queryParam(['  apple inc  ']))).toBe('apple inc');
  });
  test('has at most 64 characters, counted by code point', () => {
    expect(queryParam(['é'.repeat(64)]).ok).toBe(true);
    expect(queryParam(['🍎'.repeat(64)]).ok).toBe(true);
    expect(queryParam(['a'.repeat(65)]).ok).toBe(false);
  });
  test.each([
    ['absent', undefined],
    ['empty', ['']],
    ['blank', ['   ']],
    ['a NUL', ['a\0b']],
    ['a line break', ['a\nb']],
    ['a line break at its end', ['a\n']],
    ['a character for each blank before it', [`${' '.repeat(64)}a`]],
    ['a C1 control', ['a\u0085b']],
    ['repeated', ['a', 'b']],
  ])('is refused when %s', (_, values) => {
    expect(queryParam(values)).toMatchObject({ ok: false, error: { reason: 'invalid_query' } });
  });
});

describe('view', () => {
  test('defaults to the analysis and otherwise must be a known view', () => {
    expect(okValue(viewParam(undefined))).toBeUndefined();
    expect(okValue(viewParam(['columns']))).toBe('columns');
    expect(viewParam(['Columns'])).toMatchObject({ ok: false, error: { reason: 'invalid_view' } });
    expect(viewParam(['']).ok).toBe(false);
    expect(viewParam(['columns', 'columns']).ok).toBe(false);
  });
});

test('a ticker is upper-cased, and letters that become ASCII only by upper-casing are refused', () => {
  expect(okValue(tickerParam('brk.b'))).toBe('BRK.B');
  expect(tickerParam('ſpy')).toMatchObject({ ok: false, error: { reason: 'invalid_ticker' } });
  expect(tickerParam('')).toMatchObject({ ok: false, error: { reason: 'invalid_ticker' } });
  expect(tickerParam('..')).toMatchObject({ ok: false, error: { reason: 'invalid_ticker' } });
});

test.each(['A', '9', '^GSPC', 'BRK-B', 'EURUSD=X', 'M&M.NS', 'A'.repeat(20)])('%s is a ticker', (text) => {
  expect(okValue(tickerParam(text))).toBe(text);
});

/** White space that `trim` would remove: each would make another URL for the same response. */
const BLANKS = [' ', '\n', '\r\n', '\t', '\u00a0', '\u2003', '\u2028', '\ufeff', ' '.repeat(300)];

const NO_TICKERS = ['.A', '-A', '=A', '&A', 'A B', 'A/B', 'A^^\u0131', 'A'.repeat(21), 'A\nB'];

test.each([...NO_TICKERS, ...BLANKS.flatMap((blank) => [`A${blank}`, `${blank}A`])])(
  '%j is not a ticker',
  (text) => {
    expect(tickerParam(text)).toMatchObject({ ok: false, error: { reason: 'invalid_ticker' } });
    expect(tickersParam(text)).toMatchObject({ ok: false, error: { reason: 'invalid_tickers' } });
  },
);

test.each([
  [PARAMS.horizon, '31', 'one of 1, 7, 14 or 30'],
  [PARAMS.newsDays, '31', 'a whole number from 1 to 30'],
])('the error for a wrong number of days states the right ones', (param, text, allowed) => {
  expect(parseParam(param, [text])).toEqual({
    ok: false,
    error: { reason: 'invalid_days', allowed },
  });
});
