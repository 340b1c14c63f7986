import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
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
  expect(found).toHaveLength(10);
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
