import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Ticker } from '#compute';
import { decodeIntraday } from '../../worker/providers/yahoo/intraday.ts';
import { lastPrice, TICKERS, writeMarket } from '../../scripts/soak/market.ts';
import { startVendor } from '../../scripts/stack/vendor/vendor-server.ts';
import { KV_AUDIT_PATH, UNRELIABLE_KV_SCRIPT } from '../../scripts/soak/unreliable-kv.ts';
import { brokenPromises } from '../../scripts/soak/promises.ts';
import {
  FORBIDDEN_MARK,
  randomRequest,
  seededRandom,
  type SoakRequest,
} from '../../scripts/soak/requests.ts';
import { startUnreliableVendor } from '../../scripts/soak/unreliable-vendor.ts';

const SEARCH: SoakRequest = {
  kind: 'search',
  path: '/api/search?q=so',
  ticker: null,
  method: 'GET',
  headers: {},
  hangUpMs: null,
};
const JSON_TYPE = 'application/json; charset=utf-8';

const verdict = (
  answer: Partial<Parameters<typeof brokenPromises>[1]>,
  request: SoakRequest = SEARCH,
  price: number | null = null,
) =>
  brokenPromises(request, { status: 200, contentType: JSON_TYPE, text: '[]', tookMs: 5, ...answer }, price);

describe('an answer breaks a promise', () => {
  test('never when it is of the contract and in time', () => {
    expect(verdict({})).toEqual([]);
    const failure = '{"error":"No.","code":"upstream_timeout","request_id":"1"}';
    expect(verdict({ status: 504, text: failure, tookMs: 6400 })).toEqual([]);
    expect(verdict({ status: 304, text: '', contentType: '' })).toEqual([]);
  });
  test('when it is late', () => {
    expect(verdict({ tookMs: 6501 })).toEqual(['P3 took 6501 ms']);
  });
  test('when it is a page, broken, or of another shape', () => {
    expect(verdict({ contentType: 'text/html' })).toEqual(['P3 is text/html']);
    expect(verdict({ text: '[' })).toEqual(['P3 is not JSON']);
    expect(verdict({ text: '{}' })).toEqual(['P3 not of the contract']);
    expect(verdict({ status: 503, text: '[]' })).toEqual(['P3 not of the contract']);
  });
  test('when a number is infinite', () => {
    expect(verdict({ text: '[1e999]' })).toContain('P7 a number is not finite');
  });
  test('when the price is not the one of the listing', () => {
    expect(verdict({ text: '{"current_price":7}' }, SEARCH, 8)).toContain('P2 costs 7, not 8');
  });
  test('when invalid input is answered', () => {
    expect(verdict({ text: '[]' }, { ...SEARCH, kind: 'invalid' })).toContain('P5 invalid input is 200');
  });
  test('when the service does not know what happened', () => {
    const failure = '{"error":"No.","code":"internal","request_id":"1"}';
    expect(verdict({ status: 500, text: failure })).toEqual(['P3 an unexpected fault']);
  });
});

function plan(seed: number): SoakRequest[] {
  const random = seededRandom(seed);
  return Array.from({ length: 500 }, () => randomRequest(random, TICKERS, '"1"'));
}

test('a seed fixes the plan, and the plan holds every kind of request', () => {
  expect(plan(1)).toEqual(plan(1));
  expect(plan(1)).not.toEqual(plan(2));
  const kinds = new Set(plan(1).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(
    [
      'columns',
      'health',
      'intraday',
      'invalid',
      'news',
      'quotes',
      'search',
      'sentiment',
      'stock',
      'unknown',
    ].sort(),
  );
  const invalid = plan(1).filter(({ kind }) => kind === 'invalid');
  expect(invalid.every(({ path }) => path.includes(FORBIDDEN_MARK))).toBe(true);
});

function fair(): number {
  return 0.5;
}

describe('the unreliable vendor', () => {
  test('names an address that is asked twice at a time, and not one that is asked twice', async () => {
    const slow = createServer((request, response) => {
      setTimeout(() => response.end('{}'), request.url === '/slow' ? 600 : 0);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const vendor = await startUnreliableVendor(
      `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
      fair,
    );
    const ask = async (path: string) => (await fetch(vendor.address('isolate-1') + path)).text();
    try {
      await Promise.all([ask('/slow'), ask('/slow'), ask('/quick').then(() => ask('/quick'))]);
      expect(vendor.seen.doubled).toEqual(['/isolate-1/slow']);
      expect(vendor.seen.calls).toBe(4);
    } finally {
      await vendor.close();
      await new Promise((resolve) => slow.close(resolve));
    }
  });

  test('makes minutes of the days that it knows', async () => {
    const folder = await writeMarket(Date.now());
    const market = await startVendor({ folder, port: 0 });
    const vendor = await startUnreliableVendor(market.origin, fair);
    try {
      const path = '/v8/finance/chart/SOAK3-USD?range=5d&interval=5m&includePrePost=true';
      const headers = { 'User-Agent': 'test' };
      const body = await (await fetch(vendor.address('isolate-1') + path, { headers })).json();
      const [{ meta, timestamp, indicators }] = body.chart.result;
      expect(meta.dataGranularity).toBe('5m');
      expect(timestamp.at(-1) - timestamp.at(-2)).toBe(300);
      expect(indicators.quote[0].close).toHaveLength(timestamp.length);
      expect(indicators.quote[0].close.at(-1)).toBe(lastPrice('SOAK3-USD'));
      const reply = { status: 200, body };
      const decoded = decodeIntraday(reply, 'SOAK3-USD' as Ticker, '5d', Date.now() / 1000);
      expect(decoded.ok && decoded.value.bars.time.length).toBe(timestamp.length);
    } finally {
      await Promise.all([vendor.close(), market.close(), rm(folder, { recursive: true })]);
    }
  });

  test('answers nothing any more once it is down', async () => {
    const vendor = await startUnreliableVendor('http://127.0.0.1:1', fair);
    try {
      vendor.goDown();
      expect((await fetch(vendor.address('isolate-1'))).status).toBe(502);
    } finally {
      await vendor.close();
    }
  });
});

test('the store counts what is written and deleted, and keeps what it has', async () => {
  const source = `data:text/javascript,${encodeURIComponent(UNRELIABLE_KV_SCRIPT)}`;
  const store = (
    (await import(/* @vite-ignore */ source)) as { default: { fetch(r: Request): Promise<Response> } }
  ).default;
  const ask = (path: string, init?: RequestInit) => store.fetch(new Request(`http://kv${path}`, init));
  await ask('/.calm');
  await ask('/a', { method: 'PUT', body: '{}' });
  expect(await (await ask('/a')).text()).toBe('{}');
  expect(await (await ask(KV_AUDIT_PATH)).json()).toEqual({
    keys: ['/a'],
    touched: ['/a'],
    reads: 1,
    writes: 1,
    deletes: 0,
    faults: 0,
  });
  await ask('/a', { method: 'DELETE' });
  expect(await (await ask(KV_AUDIT_PATH)).json()).toMatchObject({ keys: [], deletes: 1 });
});
