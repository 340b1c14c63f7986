import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { apiHeaders } from '#worker/http/security-headers.ts';
import { listenLocally, type LocalServer } from '#scripts/stack/local-server.ts';
import { smokeFindings } from '#scripts/stack/smoke-checks.ts';

let server: LocalServer;
afterEach(() => server.close());

async function problems(listener: RequestListener): Promise<(string | null)[]> {
  server = await listenLocally(createServer(listener));
  return (await smokeFindings(new URL(server.origin))).map(({ problem }) => problem);
}

test('another server fails every check', async () => {
  const found = await problems((_, response) => response.writeHead(200).end('<title>hello</title>'));
  expect(found).toHaveLength(11);
  expect(found).not.toContain(null);
});

test('a server that does not respond fails every check without throwing', async () => {
  const found = await problems((request) => request.socket.destroy());
  expect(found.every((problem) => problem === 'fetch failed')).toBe(true);
});

test('passes what is right and names what is wrong', async () => {
  const found = await problems((request, response) => {
    const isUnknown = request.url === '/api/nothing-here';
    const isAccount = request.url === '/api/me/items';
    for (const [name, value] of apiHeaders()) response.setHeader(name, value);
    response.setHeader('X-Request-Id', '1');
    response.writeHead(isAccount ? 503 : isUnknown ? 404 : 200, { 'Content-Type': 'application/json' });
    const provider = { name: 'yahoo', breaker: 'open', last_success_at: null, refused_since: null };
    response.end(
      JSON.stringify(
        isUnknown
          ? { error: 'Nothing.', code: 'not_found', request_id: '1' }
          : { status: 'ok', version: '1', market_data: 'live', providers: [provider] },
      ),
    );
  });
  expect(found[2]).toBe('circuit breaker open: yahoo');
  expect(found[3]).toBeNull();
  expect(found[7]).toBe('status 503');
  expect(found[8]).toBeNull();
});

describe('/mcp', () => {
  const INITIALIZED = { protocolVersion: '2025-11-25', capabilities: { tools: {} } };
  const LISTED = { tools: [{ name: 'get_quote' }] };
  const CALLED = {
    isError: false,
    structuredContent: { ticker: 'AAPL', current_price: 1, notice: 'Simulated.' },
  };

  /** The last problem, if the server answers each method with its result, and an unknown one with status 500. */
  async function assistantProblem(results: Readonly<Record<string, object>>) {
    const found = await problems(async (request, response) => {
      const { method } = JSON.parse((await text(request)) || '{}') as { method?: string };
      const result = results[method ?? ''];
      response
        .writeHead(result === undefined ? 500 : 200)
        .end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    });
    return found.at(-1);
  }

  test('passes if an assistant can initialize, list the tools and call one', async () => {
    const results = { initialize: INITIALIZED, 'tools/list': LISTED, 'tools/call': CALLED };
    expect(await assistantProblem(results)).toBeNull();
  });

  test('passes if it is turned off, but not if the page answers', async () => {
    const error = JSON.stringify({ error: 'Nothing.', code: 'not_found', request_id: '1' });
    const off = await problems((_, response) => response.writeHead(404).end(error));
    expect(off.at(-1)).toBeNull();
    await server.close();
    const page = await problems((_, response) => response.writeHead(404).end('<title>Candor</title>'));
    expect(page.at(-1)).toBe('“initialize” gets status 404: <title>Candor</title>');
  });

  test.each([
    [{}, '“initialize” gets status 500: {"jsonrpc":"2.0","id":1}'],
    [
      { initialize: {} },
      '“initialize” gets no valid result.protocolVersion: {"jsonrpc":"2.0","id":1,"result":{}}',
    ],
    [{ initialize: INITIALIZED, 'tools/list': { tools: [] } }, '“tools/list” does not offer get_quote.'],
    [
      { initialize: INITIALIZED, 'tools/list': LISTED, 'tools/call': { ...CALLED, isError: true } },
      expect.stringMatching(/^“tools\/call get_quote” gets no valid result\.isError: /),
    ],
  ])('says which step fails, and how: %j', async (results, problem) => {
    expect(await assistantProblem(results)).toEqual(problem);
  });
});
