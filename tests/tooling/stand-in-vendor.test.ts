import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalServer } from '#scripts/stack/local-server.ts';
import { startVendor } from '#scripts/stack/vendor/vendor-server.ts';

/** Two sessions around New York's spring clock change, 2018-03-11, a gap of five years, and one null. */
const SHARE = `Date,Open,High,Low,Close,Adj Close,Volume
2013-03-11,9,10,8,9.5,9.1,900
2013-03-12,9,10,8,9.75,9.2,900
2018-03-09,10,12,9,11,10.5,1000
2018-03-12,11,13,10,11.1,11.1,null
`;
const COIN = `date,open,high,low,close,volume
2018-03-10,100,110,90,105,7
2018-03-11,105,115,95,110,8
`;
const NOW_SECONDS = Date.parse('2026-01-15T12:00:00Z') / 1000;

let folder = '';
let vendor: LocalServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-vendor-'));
  await Promise.all([writeFile(join(folder, 'KO.csv'), SHARE), writeFile(join(folder, 'BTC.csv'), COIN)]);
  vendor = await startVendor({ folder, port: 0, nowSeconds: () => NOW_SECONDS });
});
afterAll(async () => {
  await vendor.close();
  await rm(folder, { recursive: true, force: true });
});

interface Chart {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly timestamp: readonly number[];
  readonly indicators: {
    readonly quote: readonly [Readonly<Record<'open' | 'close' | 'volume', readonly (number | null)[]>>];
  };
}

async function getJson(path: string): Promise<{ status: number; body: never }> {
  const response = await fetch(vendor.origin + path);
  return { status: response.status, body: (await response.json()) as never };
}

async function getChart(symbol: string): Promise<Chart> {
  const { body } = await getJson(`/v8/finance/chart/${symbol}?range=5y&interval=1d`);
  return (body as { chart: { result: [Chart] } }).chart.result[0];
}

async function foundSymbols(text: string): Promise<string[]> {
  const { body } = await getJson(`/v1/finance/search?q=${text}&newsCount=0`);
  return (body as { quotes: { symbol: string }[] }).quotes.map(({ symbol }) => symbol);
}

test('a batch has the recorded symbols’ last closes, and an error if none is known', async () => {
  const { body } = await getJson('/v7/finance/spark?symbols=KO,NOSUCH,BTC&range=5d&interval=1d');
  const rows = (body as { spark: { result: { symbol: string; response: [Chart] }[] } }).spark.result;
  expect(rows.map(({ symbol }) => symbol)).toEqual(['KO', 'BTC']);
  const { meta, indicators } = rows[0]!.response[0];
  expect(meta).toEqual({ ...(await getChart('KO')).meta, range: '5d' });
  expect(indicators.quote[0].close).toEqual([9.5, 9.75, 11, Math.fround(11.1)]);
  expect((await getJson('/v7/finance/spark?symbols=NOSUCH')).status).toBe(404);
});

describe('chart', () => {
  test('stamps a share’s bars at 09:30 New York on both sides of a clock change', async () => {
    const { timestamp } = await getChart('KO');
    expect(timestamp.slice(-2).map((seconds) => new Date(seconds * 1000).toISOString())).toEqual([
      '2018-03-09T14:30:00.000Z',
      '2018-03-12T13:30:00.000Z',
    ]);
  });

  test('covers five years up to the last bar, including the same date five years before', async () => {
    expect((await getChart('KO')).timestamp).toHaveLength(3);
  });

  test('has prices as 32-bit floats, and null for gaps', async () => {
    const { indicators } = await getChart('KO');
    expect(indicators.quote[0].close.at(-1)).toBe(Math.fround(11.1));
    expect(indicators.quote[0].volume.at(-1)).toBeNull();
  });

  test('quotes the last close, rounded to the tick and timed at the session’s end', async () => {
    const { meta } = await getChart('KO');
    expect(meta).toMatchObject({
      symbol: 'KO',
      longName: 'Coca-Cola',
      exchangeName: 'NYQ',
      instrumentType: 'EQUITY',
      currency: 'USD',
      regularMarketPrice: 11.1,
      regularMarketTime: Date.parse('2018-03-12T20:00:00Z') / 1000,
      exchangeTimezoneName: 'America/New_York',
    });
  });

  test('treats a symbol that trades at weekends as a coin on UTC days', async () => {
    const { meta, timestamp } = await getChart('BTC');
    expect(meta).toMatchObject({ instrumentType: 'CRYPTOCURRENCY', exchangeTimezoneName: 'UTC' });
    expect(timestamp.at(-1)).toBe(Date.parse('2018-03-11T00:00:00Z') / 1000);
  });

  test('returns the vendor’s 404 for an unknown symbol', async () => {
    expect(await getJson('/v8/finance/chart/NOPE?range=5y&interval=1d')).toEqual({
      status: 404,
      body: {
        chart: {
          result: null,
          error: { code: 'Not Found', description: 'No data found, symbol may be delisted' },
        },
      },
    });
  });
});

describe('search', () => {
  test('finds by the start of a symbol and by a part of a name', async () => {
    expect(await foundSymbols('k')).toEqual(['KO']);
    expect(await foundSymbols('cola')).toEqual(['KO']);
    expect(await foundSymbols('nothing')).toEqual([]);
  });

  test('returns 400 without a text', async () => {
    expect(await getJson('/v1/finance/search?q=')).toMatchObject({
      status: 400,
      body: { finance: { error: { description: 'Missing required query parameter=q' } } },
    });
  });

  test('news is about the symbol, from the last seven days, and links to an existing page', async () => {
    const { body } = await getJson('/v1/finance/search?q=KO&quotesCount=0&newsCount=20');
    const { news } = body as {
      news: { title: string; link: string; providerPublishTime: number; relatedTickers: string[] }[];
    };
    expect(news.map(({ title }) => title)).toEqual([
      'Coca-Cola gains 0.9% to 11.10 (recorded 2018-03-12)',
      'Coca-Cola gains 12.8% to 11.00 (recorded 2018-03-09)',
      'Coca-Cola gains 2.6% to 9.75 (recorded 2013-03-12)',
    ]);
    for (const item of news) {
      expect(item.relatedTickers).toEqual(['KO']);
      expect(item.providerPublishTime).toBeLessThan(NOW_SECONDS);
      expect(item.providerPublishTime).toBeGreaterThan(NOW_SECONDS - 7 * 86_400);
    }
    expect((await fetch(news[0]?.link ?? '')).status).toBe(200);
  });
});

test('fundamentals have every requested series, all empty', async () => {
  const { body } = await getJson(
    '/ws/fundamentals-timeseries/v1/finance/timeseries/KO?symbol=KO&type=trailingMarketCap,trailingPeRatio',
  );
  expect(body).toEqual({
    timeseries: {
      error: null,
      result: [
        { meta: { symbol: ['KO'], type: ['trailingMarketCap'] } },
        { meta: { symbol: ['KO'], type: ['trailingPeRatio'] } },
      ],
    },
  });
});

test('a client without a User-Agent gets a 429 as text, not JSON', async () => {
  const seen = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const request = httpRequest(`${vendor.origin}/v8/finance/chart/KO`, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    request.on('error', reject);
    request.end();
  });
  expect(seen).toEqual({ status: 429, body: 'Too Many Requests' });
});

test('closing the vendor cuts open connections', async () => {
  const shortLived = await startVendor({ folder, port: 0 });
  await (await fetch(`${shortLived.origin}/v1/finance/search?q=KO`)).text();
  await shortLived.close();
  await expect(fetch(`${shortLived.origin}/v1/finance/search?q=KO`)).rejects.toThrow('fetch failed');
});

test.each([
  ['a folder without recordings', {}, 'has no TICKER.csv file'],
  ['a file without a needed column', { 'KO.csv': 'date,open\n2018-01-01,1\n' }, 'KO.csv: no column high'],
  [
    'a line without a date',
    { 'KO.csv': SHARE + '12.03.2018,1,1,1,1,1,1\n' },
    'KO.csv: line 6: "12.03.2018" is not a date',
  ],
  [
    'a file without a close',
    { 'KO.csv': 'date,open,high,low,close,volume\n' },
    'KO.csv: no day with a close',
  ],
])('%s is refused at the start with its file name', async (_title, files, message) => {
  const refused = await mkdtemp(join(folder, 'refused-'));
  await Promise.all(Object.entries(files).map(([name, csv]) => writeFile(join(refused, name), csv)));
  await expect(startVendor({ folder: refused, port: 0 })).rejects.toThrow(message);
});
