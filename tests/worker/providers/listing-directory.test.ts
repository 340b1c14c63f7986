import { parseTicker } from '#compute';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import bundledListings from '#web/public/listings.json';
import { ListingDirectory } from '#worker/providers/listing-directory.ts';
import { assets, liveBindings, testWorker } from '#support/worker/test-worker.ts';
import { down, fakeUpstream, json } from '#support/worker/yahoo-upstream.ts';

let warn = vi.spyOn(console, 'warn');
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const asBuilt = () => Response.json(bundledListings);
const directoryOf = (file: () => Response | Promise<Response>) => {
  const read = vi.fn<typeof file>(file);
  return { read, directory: new ListingDirectory(assets({ '/listings.json': read })) };
};

describe('the file as the build writes it', () => {
  test('is read once, when it is first needed', async () => {
    const { read, directory } = directoryOf(asBuilt);
    expect(read).not.toHaveBeenCalled();
    expect(await directory.nameOf('AAPL')).toBe('Apple');
    expect(await directory.nameOf('ZZZZ')).toBeNull();
    expect(await directory.search('apple')).not.toEqual([]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('is searched by symbol, then by the start of a name; share classes may have a dot', async () => {
    const { directory } = directoryOf(asBuilt);
    const first = async (text: string) => (await directory.search(text))[0]?.symbol;
    expect(await first('t')).toBe('T');
    expect(await first('brk.b')).toBe('BRK-B');
    expect(await first('loreal')).toBe('OR.PA');
    expect(await first('mcdonalds')).toBe('MCD');
    expect(await first("l'oreal")).toBe('OR.PA');
    expect((await directory.search('micro')).length).toBeGreaterThan(2);
    expect(await directory.search('a')).toHaveLength(10);
    expect(await directory.search('qqqqqq')).toEqual([]);
  });
});

describe.each([
  ['absent', () => new Response(null, { status: 404 })],
  ['the page instead', () => new Response('<!doctype html>')],
  ['cut', () => new Response('[{"symbol":"AAPL","name":"App')],
  ['empty', () => Response.json([])],
  ['of another shape', () => Response.json([{ symbol: 'AAPL' }])],
  ['out of reach', () => Promise.reject(new Error('no assets'))],
])('a file that is %s', (_, broken) => {
  test('counts as empty, is logged, and is tried again', async () => {
    const { read, directory } = directoryOf(broken);
    expect(await directory.search('apple')).toEqual([]);
    expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toMatchObject({ event: 'no_listings' });
    read.mockImplementation(asBuilt);
    expect(await directory.nameOf('AAPL')).toBe('Apple');
  });

  test('leaves searches without a source empty, and news without known names', async () => {
    const headline = { uuid: 'y', title: 'Markets', providerPublishTime: 1_794_000_000 };
    const upstream = fakeUpstream({ search: down });
    const worker = testWorker({ ...liveBindings(), ASSETS: assets({ '/listings.json': broken }) });
    const search = await worker.request('/api/search?q=apple');
    expect([search.status, search.body]).toEqual([200, []]);
    expect(search.headers.get('Cache-Control')).toBe('no-cache');
    upstream.search = () => json({ quotes: [], news: [headline] });
    expect((await worker.request('/api/news/AAPL?days=30')).body).toMatchObject({ news: [{ id: 'y' }] });
  });
});

test('a file that hangs is given up after half a second', async () => {
  vi.useFakeTimers();
  const { directory } = directoryOf(() => new Promise<never>(() => undefined));
  let found: unknown = 'waiting';
  void directory.search('apple').then((results) => (found = results));
  await vi.advanceTimersByTimeAsync(499);
  expect(found).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toEqual([]);
});

test('without the binding the directory is empty and nothing is logged', async () => {
  expect(await new ListingDirectory(null).search('apple')).toEqual([]);
  expect(warn).not.toHaveBeenCalled();
});

test('each bundled listing has a valid unique symbol, a name, a venue and a currency', () => {
  expect(new Set(bundledListings.map(({ symbol }) => symbol)).size).toBe(bundledListings.length);
  for (const { symbol, name, exchange, currency } of bundledListings) {
    expect(parseTicker(symbol)).toEqual({ ok: true, value: symbol });
    expect(name).toMatch(/\S/);
    expect(exchange).toMatch(/\S/);
    expect(currency).toMatch(/^([A-Z]{3}|GBp|ZAc|ILA)$/);
  }
});
