/** The endpoint for assistants (MCP): both eras of the protocol, and the same figures as the API. */
import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runScheduled } from '#worker/scheduled.ts';
import { runs } from '#support/runs.ts';
import { freshDatabase } from '#support/worker/database.ts';
import { liveBindings, testWorker } from '#support/worker/test-worker.ts';
import {
  chartBody,
  down,
  fakeUpstream,
  json,
  risingRows,
  UNKNOWN_SYMBOL_BODY,
} from '#support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

type Fields = Record<string, unknown>;
type Worker = ReturnType<typeof testWorker>;

const META = 'io.modelcontextprotocol/';
const STATELESS = '2026-07-28';
const VERSION = 'MCP-Protocol-Version';
const META_FIELDS = { [`${META}protocolVersion`]: STATELESS, [`${META}clientCapabilities`]: {} };
const SERVER_META = { [`${META}serverInfo`]: expect.objectContaining({ name: 'candor' }) };
const TOOLS = ['search_listings', 'get_quote', 'get_forecast', 'get_indicators', 'compare', 'get_ledger'];
const ALIASES = ['search', 'fetch'];
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const LISTINGS =
  'AAPL MSFT NVDA TSLA AMZN SPY QQQ ^GSPC BTC-USD ETH-USD EURUSD=X USDJPY=X BRK-B SAP.DE SHEL.L 7203.T 0700.HK NESN.SW JPM KO';

/** Posts a body as it is. */
const post = (worker: Worker, body: unknown, headers: Record<string, string> = {}) =>
  worker.request('/mcp', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

/** Sends a request as clients with a handshake do. */
const ask = (worker: Worker, method: string, params?: Fields, version?: string) =>
  post(
    worker,
    { jsonrpc: '2.0', id: 7, method, params },
    version === undefined ? {} : { [VERSION]: version },
  );

/** Sends a request as stateless clients do; `undefined` leaves a header out. */
function askStateless(worker: Worker, method: string, params: Fields = {}, changed: Fields = {}) {
  const headers = {
    [VERSION]: STATELESS,
    'Mcp-Method': method,
    'Mcp-Name': params['name'] ?? params['uri'],
    ...changed,
  };
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
  return post(
    worker,
    { jsonrpc: '2.0', id: 'a', method, params: { _meta: META_FIELDS, ...params } },
    Object.fromEntries(sent) as Record<string, string>,
  );
}

async function call(worker: Worker, name: string, given: Fields) {
  const { status, body } = await ask(worker, 'tools/call', { name, arguments: given });
  expect(status).toBe(200);
  const { content, structuredContent, isError } = body.result;
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  return { isError, data: structuredContent };
}

describe('versions with a handshake', () => {
  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2025-11-25'],
  ])('a client of %s is offered %s, then lists and calls', async (requested, version) => {
    const worker = testWorker();
    const hello = { protocolVersion: requested, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const { status, headers, body } = await ask(worker, 'initialize', hello);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Request-Id')).toBeTruthy();
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 7, result: { protocolVersion: version } });
    expect(body.result.capabilities).toEqual({ tools: {}, resources: {} });
    const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const noted = await post(worker, ready, { [VERSION]: version });
    expect([noted.status, noted.text]).toEqual([202, '']);
    expect((await ask(worker, 'ping', undefined, version)).body.result).toEqual({});
    const listed = (await ask(worker, 'tools/list', {}, version)).body.result.tools;
    expect(listed.map(({ name }: Fields) => name)).toEqual([...TOOLS, ...ALIASES]);
    expect(listed.every(({ annotations }: Fields) => (annotations as Fields)['readOnlyHint'])).toBe(true);
    const unknown = await ask(worker, 'server/discover', {}, version);
    expect([unknown.status, unknown.body.error.code]).toEqual([200, -32601]);
    const missing = await ask(worker, 'resources/read', { uri: 'candor://none' }, version);
    expect(missing.body.error).toMatchObject({ code: -32002, data: { uri: 'candor://none' } });
  });
});

describe('the stateless version', () => {
  test('a client discovers, lists, reads and calls, each request by itself', async () => {
    const worker = testWorker();
    const { status, body } = await askStateless(worker, 'server/discover');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'a',
      result: { resultType: 'complete', cacheScope: 'public', _meta: SERVER_META },
    });
    expect(body.result.supportedVersions).toEqual([STATELESS, '2025-11-25', '2025-06-18']);
    const { resources } = (await askStateless(worker, 'resources/list')).body.result;
    for (const { uri } of resources) {
      const { contents } = (await askStateless(worker, 'resources/read', { uri })).body.result;
      expect(contents).toEqual([{ uri, text: expect.stringMatching(/.{200}/s) }]);
    }
    const encoded = { 'Mcp-Name': `=?base64?${btoa('get_quote')}?=` };
    const params = { name: 'get_quote', arguments: { ticker: 'aapl' } };
    const called = await askStateless(worker, 'tools/call', params, encoded);
    expect(called.body.result).toMatchObject({ isError: false, structuredContent: { ticker: 'AAPL' } });
  });

  test.each<[string, number, number, string, Fields?, Fields?]>([
    ['a method only of the handshake', 404, -32601, 'initialize'],
    ['no capabilities', 400, -32602, 'tools/list', { _meta: { [`${META}protocolVersion`]: STATELESS } }],
    ['no metadata', 400, -32602, 'tools/list', { _meta: 1 }],
    ['no version header', 400, -32020, 'tools/list', {}, { [VERSION]: undefined }],
    ['another version in the header', 400, -32020, 'tools/list', {}, { [VERSION]: '2025-11-25' }],
    ['another method in the header', 400, -32020, 'tools/list', {}, { 'Mcp-Method': 'tools/call' }],
    ['another tool in the header', 400, -32020, 'tools/call', { name: 'fetch' }, { 'Mcp-Name': 'search' }],
    ['an unreadable name', 400, -32020, 'tools/call', { name: 'fetch' }, { 'Mcp-Name': '=?base64?%?=' }],
    ['no such tool', 200, -32602, 'tools/call', { name: 'constructor' }],
    ['no such resource', 200, -32602, 'resources/read', { uri: 'candor://none' }],
  ])('refuses %s', async (_, status, code, method, params, headers) => {
    const answer = await askStateless(testWorker(), method, params, headers);
    expect([answer.status, answer.body.id, answer.body.error.code]).toEqual([status, 'a', code]);
  });

  test('an unknown version is answered with those that work', async () => {
    const version = '2099-01-01';
    const meta = { [`${META}protocolVersion`]: version, [`${META}clientCapabilities`]: {} };
    const headers = { [VERSION]: version };
    const { status, body } = await askStateless(testWorker(), 'tools/list', { _meta: meta }, headers);
    expect([status, body.error.code]).toEqual([400, -32022]);
    expect(body.error.data).toEqual({
      supported: [STATELESS, '2025-11-25', '2025-06-18'],
      requested: version,
    });
  });
});

describe('tools', () => {
  const bindings = { MARKET_DATA: 'sample', RECORD: env.RECORD, RECORD_UNIVERSE: 'AAPL,SPY' } as const;
  const worker = testWorker(bindings);
  beforeAll(async () => {
    await freshDatabase();
    // An hour after each of New York's closes.
    for (let day = 0; day < 4; day++) {
      const now = () => Date.UTC(2026, 10, 10 + day, 22);
      await runScheduled(bindings, { now, random: () => 0 });
    }
  });

  test.each(LISTINGS.split(' '))('%s has the API’s figures in every tool', async (ticker) => {
    const api = async (path: string) => (await worker.request(path)).body;
    const [stock, month] = [await api(`/api/stock/${ticker}`), await api(`/api/stock/${ticker}?days=30`)];
    const quote = (await call(worker, 'get_quote', { ticker })).data;
    const forecast = (await call(worker, 'get_forecast', { ticker, days: 30 })).data;
    const indicators = (await call(worker, 'get_indicators', { ticker })).data;
    for (const [answer, expected] of [
      [quote, stock],
      [forecast, month],
      [indicators, stock],
    ]) {
      const { summary, notice, ...figures } = answer;
      expect(expected).toMatchObject(figures);
      expect(figures).toMatchObject({
        current_price: stock.current_price,
        source: 'sample',
        as_of: stock.as_of,
      });
      expect(notice).toMatch(/^Source: Sample market: simulated prices · .+ Not investment advice\.$/);
      expect(summary.join(' ')).toContain('8 in 10 chance of a close between');
    }
    expect(Object.keys(quote)).toEqual(expect.arrayContaining(['day_change_percent', 'market_cap', 'stale']));
    expect(forecast.future_predictions).toHaveLength(30);
    expect(Object.keys(forecast)).toEqual(expect.arrayContaining(['forecast', 'track_record']));
    expect(Object.keys(indicators)).toEqual(
      expect.arrayContaining(['indicators', 'performance', 'ai_signal']),
    );

    const { quotes, notice, ...rest } = (await call(worker, 'compare', { tickers: `${ticker},AAPL` })).data;
    const rows = await api(`/api/quotes?tickers=${encodeURIComponent(ticker)},AAPL`);
    expect(rows).toMatchObject({ ...rest, quotes });
    expect(quotes[0]).toMatchObject({ current_price: stock.current_price, ai_signal: stock.ai_signal });
    expect(notice).toContain('Not investment advice.');

    const found = await api(`/api/search?limit=10&q=${encodeURIComponent(ticker)}`);
    expect((await call(worker, 'search_listings', { query: ticker })).data.listings).toEqual(found);
    const { results } = (await call(worker, 'search', { query: ticker })).data;
    expect(results.map(({ id }: Fields) => id)).toEqual(found.map(({ symbol }: Fields) => symbol));
    expect(results[0].url).toBe(`https://candor.test/demo?ticker=${encodeURIComponent(ticker)}`);
    const { id, title, text, url, metadata } = (await call(worker, 'fetch', results[0])).data;
    expect([id, url]).toEqual([ticker, results[0].url]);
    expect(title).toContain(stock.company_name);
    expect(text.split('\n')).toEqual([...quote.summary, quote.notice]);
    expect(stock).toMatchObject(metadata);
  });

  test.each([{}, { ticker: 'SPY' }])('the ledger of %o has the API’s figures', async (given) => {
    const api = (await worker.request(`/api/record${'ticker' in given ? `/${given.ticker}` : ''}`)).body;
    expect(api.forecasts).toBeGreaterThan(0);
    expect(api.horizons.length).toBeGreaterThan(0);
    const { ticker, notice, ...figures } = (await call(worker, 'get_ledger', given)).data;
    expect(ticker).toBe(given.ticker ?? null);
    expect(notice).toContain('Not investment advice.');
    expect(api).toMatchObject(figures);
    expect(figures.horizons).toHaveLength(api.horizons.length);
    expect(Object.keys(figures.horizons[0])).toEqual(expect.arrayContaining(['n', 'coverage80', 'verdict']));
  });

  test.each<[string, Fields, string]>([
    ['get_quote', { ticker: 'NOSUCH' }, 'unknown_symbol'],
    ['get_quote', { ticker: 'US0378331005' }, 'isin'],
    ['get_quote', { ticker: { toString: null } }, 'invalid_ticker'],
    ['get_quote', {}, 'invalid_ticker'],
    ['get_forecast', { ticker: 'AAPL', days: 8 }, 'invalid_days'],
    ['compare', { tickers: 'AAPL,' }, 'invalid_tickers'],
    ['search', { query: ' ' }, 'invalid_query'],
    // Some clients send null for each optional argument.
    ['get_ledger', { ticker: null }, 'ledger_unavailable'],
  ])('%s tells an assistant what is wrong with %o', async (name, given, code) => {
    const { isError, data } = await call(testWorker(), name, given);
    expect([isError, data.code]).toEqual([true, code]);
    expect(data.error).toMatch(/\.$/);
  });

  test('live answers name their source, which is for personal use, and say why there is no forecast', async () => {
    fakeUpstream({
      chart: () => json(chartBody(risingRows(20))),
      search: () => json({ quotes: [], news: [] }),
    });
    const live = testWorker(liveBindings());
    const { data } = await call(live, 'get_forecast', { ticker: 'AAPL' });
    expect(data).toMatchObject({
      forecast: null,
      forecast_absent_reason: 'short_history',
      future_predictions: [],
    });
    expect(data.summary[0]).toMatch(/^No forecast\. AAPL has only \d+ finished sessions; .+ Last trade: /);
    expect(data.notice).toMatch(/^Source: Yahoo · .+ for personal use only\. Not investment advice\.$/);
    const found = await call(live, 'search_listings', { query: 'apple' });
    expect(found.data.notice).toMatch(/^Source: Yahoo\. .+ for personal use only\. Not investment advice\.$/);
  });
});

test('an old copy is refreshed before an answer, and called stale if the source is down', async () => {
  const upstream = fakeUpstream();
  const live = testWorker(liveBindings());
  const quoted = async () => (await call(live, 'get_quote', { ticker: 'AAPL' })).data;
  const { current_price: before } = await quoted();
  upstream.chart = () => json(chartBody(risingRows(90)));
  live.clock.ms += 600_000;
  const refreshed = await quoted();
  expect(refreshed).toMatchObject({ stale: false, notice: expect.not.stringContaining('tale') });
  expect(refreshed.current_price).not.toBe(before);
  upstream.chart = down;
  live.clock.ms += 600_000;
  const old = await quoted();
  expect(old).toMatchObject({ stale: true, current_price: refreshed.current_price });
  expect(old.notice).toMatch(/^Source: Yahoo · .+ · stale\. /);
});

describe('hostile requests', () => {
  test.each([
    ['{"jsonrpc":', 400, -32700],
    [[PING], 400, -32600],
    [{ ...PING, jsonrpc: '1.0' }, 400, -32600],
    [{ jsonrpc: '2.0', id: 1, result: {} }, 400, -32600],
    [{ ...PING, id: null }, 400, -32600],
    [{ ...PING, method: 'tools/call', params: { name: { toString: null } } }, 200, -32602],
  ])('refuses %j', async (body, status, code) => {
    const answer = await post(testWorker(), body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('only posts of a sensible size are let through, from no other site’s page', async () => {
    const worker = testWorker();
    for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS']) {
      const { status, headers } = await worker.request('/mcp', { method });
      expect([method, status, headers.get('Allow')]).toEqual([method, 405, 'POST']);
    }
    expect((await post(worker, `"${'x'.repeat(70_000)}"`)).status).toBe(413);
    const from = async (origin: string, ALLOWED_ORIGINS = '') =>
      (await post(testWorker({ ALLOWED_ORIGINS }), PING, { Origin: origin })).status;
    expect(await from('https://evil.example')).toBe(403);
    expect(await from('null')).toBe(403);
    expect(await from('https://candor.test')).toBe(200);
    expect(await from('https://page.example', 'https://page.example')).toBe(200);
    // A host name that was made to mean this machine.
    const rebound = {
      method: 'POST',
      body: JSON.stringify(PING),
      headers: { Origin: 'http://evil.example' },
    };
    expect((await worker.request('http://evil.example/mcp', rebound)).status).toBe(403);
  });

  test('it can be switched off', async () => {
    const off = testWorker({ MCP: 'off' });
    expect((await ask(off, 'ping')).status).toBe(404);
    expect((await off.request('/mcp')).status).toBe(404);
  });

  test('calls count against the API’s limits', async () => {
    const headers = { 'CF-Connecting-IP': '203.0.113.7' };
    const none = { limit: async () => ({ success: false }) };
    expect((await post(testWorker({ API_RATE_LIMITER: none }), PING, headers)).status).toBe(429);
    fakeUpstream({ chart: () => json(UNKNOWN_SYMBOL_BODY, 404) });
    const worker = testWorker({ ...liveBindings(), UNKNOWN_RATE_LIMITER: none });
    const quote = async (ticker: string) => {
      const params = { name: 'get_quote', arguments: { ticker } };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      return (await post(worker, message, headers)).body.result.structuredContent.code;
    };
    expect([await quote('NOSUCH'), await quote('NADA')]).toEqual(['unknown_symbol', 'rate_limited']);
  });

  test('random messages get JSON-RPC, never a 5xx, and nothing comes back as markup', async () => {
    const worker = testWorker();
    const nasty = ['<script>', '\u2028', '"\'&', 'constructor', 'AAPL', 'x'.repeat(99), { toString: null }];
    const value = fc.oneof(fc.constantFrom<unknown>(...nasty), fc.jsonValue({ maxDepth: 2 }));
    const mostly = (likely: fc.Arbitrary<unknown>) => fc.oneof({ weight: 5, arbitrary: likely }, value);
    const names = ['ticker', 'tickers', 'query', 'days', 'id', '__proto__'];
    const methods = ['tools/call', 'tools/list', 'resources/read', 'server/discover', 'initialize', 'ping'];
    const message = fc.record(
      {
        jsonrpc: mostly(fc.constant('2.0')),
        id: mostly(fc.integer()),
        method: mostly(fc.constantFrom(...methods, 'tools/call', '<b>')),
        params: mostly(
          fc.record({
            name: mostly(fc.constantFrom(...TOOLS, ...ALIASES)),
            arguments: mostly(fc.dictionary(fc.constantFrom(...names), value)),
            uri: mostly(fc.constantFrom('candor://method', '<script>')),
            protocolVersion: value,
            _meta: mostly(
              fc.constantFrom(META_FIELDS, { ...META_FIELDS, [`${META}protocolVersion`]: '<b>' }),
            ),
          }),
        ),
      },
      { requiredKeys: ['jsonrpc', 'method'] },
    );
    const version = fc.constantFrom(STATELESS, '2025-11-25', '<b>', '');
    const kept = fc.oneof(
      { weight: 9, arbitrary: fc.constant(1) },
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    const property = fc.asyncProperty(mostly(message), version, kept, async (sent, stated, share) => {
      const { method, params } = Object(sent) as Fields;
      const { name, uri } = Object(params) as Fields;
      const bytes = new TextEncoder().encode(
        JSON.stringify(method === 'resources/read' ? uri : name) ?? '""',
      );
      const headers = {
        ...(stated !== '' && { [VERSION]: stated }),
        'Mcp-Method': methods.includes(method as string) ? (method as string) : 'x',
        'Mcp-Name': `=?base64?${btoa(String.fromCharCode(...bytes.slice(1, -1)))}?=`,
      };
      const text = JSON.stringify(sent);
      const answer = await post(worker, text.slice(0, text.length * share), headers);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.text).not.toMatch(/[<\u2028]/);
      const { jsonrpc, result, error } = answer.body ?? { jsonrpc: '2.0', result: answer.text === '' };
      expect(jsonrpc).toBe('2.0');
      expect(Boolean(result)).not.toBe(Boolean(error));
    });
    await fc.assert(property, { numRuns: runs(1000) });
  }, 120_000);
});
