/** Upstream faults on the wire, against the built Worker in the real runtime. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenLocally, type LocalServer } from '#scripts/stack/local-server.ts';
import { entryKey } from '#worker/cache/read-through.ts';
import { MAX_RUNAWAY_BYTES, startFaultServer } from './fault-server.ts';
import type { FaultServer, WireFault } from './fault-server.ts';
import { KV_SERVICE_SCRIPT, bundledWorker, startWorkerd } from '../support/workerd-server.ts';
import type { WorkerdServer } from '../support/workerd-server.ts';

/** Makes deadlines ten times as short. */
const FAST_TIMERS = 'const setTimeout = (run, ms) => globalThis.setTimeout(run, ms / 10);';
/** Disables a load's deadlines, so that no response can have waited for one. */
const NO_LOAD_DEADLINES = 'const setTimeout = (run, ms) => (ms < 1000 ? globalThis.setTimeout(run, ms) : 0);';

interface Row {
  readonly id: string;
  readonly fault: WireFault;
  readonly status: number;
  readonly code: string;
}

const ROWS: readonly Row[] = [
  { id: 'U01 a hang before headers', fault: 'hang', status: 504, code: 'upstream_timeout' },
  { id: 'U02 headers and a silent body', fault: 'silent', status: 504, code: 'upstream_timeout' },
  { id: 'U03 a slow drip', fault: 'drip', status: 504, code: 'upstream_timeout' },
  { id: 'U04 a reset connection', fault: 'reset', status: 502, code: 'upstream_unreachable' },
  { id: 'U05 429 with Retry-After', fault: 'limit', status: 503, code: 'upstream_rate_limited' },
  { id: 'U30 a consent page', fault: 'consent', status: 502, code: 'upstream_bad_payload' },
  { id: 'U08 a 502', fault: 'broken', status: 503, code: 'upstream_unavailable' },
  { id: 'U09 a 403', fault: 'refuse', status: 503, code: 'upstream_refused' },
  {
    id: 'U10 a redirect to a private address',
    fault: 'redirect',
    status: 502,
    code: 'upstream_redirected',
  },
  { id: 'U13 a body shorter than stated', fault: 'cut', status: 502, code: 'upstream_unreachable' },
  { id: 'U13 a cut chunk', fault: 'cutChunk', status: 502, code: 'upstream_unreachable' },
  { id: 'U13 bad gzip', fault: 'badGzip', status: 502, code: 'upstream_unreachable' },
  { id: 'U14 an endless body', fault: 'endless', status: 502, code: 'upstream_too_large' },
  { id: 'U19 Infinity', fault: 'infinity', status: 502, code: 'upstream_bad_payload' },
];

/** KV with reads long enough for a client to leave, but too short to count as a miss. */
const SLOW_KV_SCRIPT = KV_SERVICE_SCRIPT.replace(
  'const value =',
  'await scheduler.wait(250);\n    const value =',
);

const DAY_SECONDS = 86_400;
const PATH = '/api/stock/AAPL?view=columns&v=2';
const INTRADAY = '/api/intraday/AAPL';

/** A good chart from yesterday, in Yahoo's format, for the entry that faults must leave in place. */
function goodChart(): unknown {
  const end = Math.floor(Date.now() / 1000 / DAY_SECONDS) * DAY_SECONDS - DAY_SECONDS / 3;
  const timestamp = Array.from({ length: 80 }, (_, row) => end - (79 - row) * DAY_SECONDS);
  const close = timestamp.map((_, row) => 100 + row / 10);
  return {
    chart: {
      error: null,
      result: [
        {
          meta: {
            symbol: 'AAPL',
            currency: 'USD',
            exchangeName: 'NMS',
            exchangeTimezoneName: 'America/New_York',
            instrumentType: 'CRYPTOCURRENCY',
            regularMarketPrice: close.at(-1),
            regularMarketTime: end,
          },
          timestamp,
          indicators: {
            quote: [{ open: close, high: close, low: close, close, volume: close.map(() => 1000) }],
          },
        },
      ],
    },
  };
}

let faults: FaultServer;
let runtime: WorkerdServer;
let slow: LocalServer;
let slowCalls = 0;
const slowServer = createServer((request, response) => {
  if (!request.url?.includes('/chart/')) return void response.writeHead(404).end();
  slowCalls += 1;
  setTimeout(() => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(goodChart()));
  }, 700);
});

/** A Worker per path, because one path's failures would open the other's breaker. */
const withoutCopy = (fault: WireFault, path = PATH) => `without-${fault}${path === PATH ? '' : '-intraday'}`;
const withCopy = (fault: WireFault) => `with-${fault}`;

beforeAll(async () => {
  faults = await startFaultServer();
  slow = await listenLocally(slowServer);
  const [asBuilt, fast, patient] = await Promise.all(['', FAST_TIMERS, NO_LOAD_DEADLINES].map(bundledWorker));
  const worker = (name: string, address: string, kv: string, script = asBuilt!) => ({
    name,
    script,
    vars: { MARKET_DATA: 'live', YAHOO_BASE_URL: address },
    kv: { MARKET_CACHE: kv },
  });
  runtime = await startWorkerd([
    { name: 'kv-empty', script: KV_SERVICE_SCRIPT },
    { name: 'kv-full', script: KV_SERVICE_SCRIPT },
    { name: 'kv-slow', script: SLOW_KV_SCRIPT },
    worker('slow', slow.origin, 'kv-full'),
    worker('slow-kv', faults.address('hang'), 'kv-slow'),
    ...ROWS.flatMap(({ fault, code }) => {
      const script = code === 'upstream_timeout' ? fast : asBuilt;
      return [
        worker(withoutCopy(fault), faults.address(fault), 'kv-empty', script),
        worker(withoutCopy(fault, INTRADAY), faults.address(fault), 'kv-empty', script),
        worker(withCopy(fault), faults.address(fault), 'kv-full', patient),
      ];
    }),
  ]);
});

afterAll(async () => {
  await runtime.stop();
  await faults.close();
  await slow.close();
});

async function ask(name: string, path = PATH) {
  const response = await fetch(`http://127.0.0.1:${runtime.port(name)}${path}`);
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** The URL of a stock entry in a KV service. */
function storedAt(baseUrl: string, service = 'kv-full'): string {
  const upstream = `yahoo@${baseUrl.replace('http://', '')}`;
  const key = entryKey('stock', upstream, 'AAPL');
  return `http://127.0.0.1:${runtime.port(service)}/${encodeURIComponent(key)}`;
}

/** A stored value's metadata, with its fetch moved earlier. */
function metadataOf(stored: Response, earlierSeconds = 0): Record<string, string> {
  const metadata = JSON.parse(stored.headers.get('CF-KV-Metadata') ?? '{}') as Record<string, number>;
  const aged = {
    ...metadata,
    fetchedAtSeconds: (metadata['fetchedAtSeconds'] ?? 0) - earlierSeconds,
    freshUntilSeconds: (metadata['freshUntilSeconds'] ?? 0) - earlierSeconds,
  };
  return { 'CF-KV-Metadata': JSON.stringify(aged) };
}

describe.concurrent.each([PATH, INTRADAY])('without a copy, %s', (path) => {
  test.each(ROWS)('$id returns $status $code', async ({ fault, status, code }) => {
    const answer = await ask(withoutCopy(fault, path), path);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });
});

test('U14 stops reading an endless body', () => {
  expect(faults.mostBytes('endless')).toBeGreaterThan(0);
  expect(faults.mostBytes('endless')).toBeLessThan(MAX_RUNAWAY_BYTES);
});

/** Sends a request, lets 50 others send the same, and resets its own connection. */
async function resetBeforeFollowers(service: string, afterMs: number) {
  const leader = connect(runtime.port(service), '127.0.0.1');
  leader.on('error', () => undefined);
  leader.write(`GET ${PATH} HTTP/1.1\r\nHost: candor.test\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const followers = Array.from({ length: 50 }, () => ask(service));
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  leader.resetAndDestroy();
  return Promise.all(followers);
}

describe('G3, K11 a leader that resets its connection', () => {
  test('leaves 50 followers with the response of one upstream call, and the key usable', async () => {
    const answers = await resetBeforeFollowers('slow', 150);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(slowCalls).toBe(1);
    expect((await ask('slow')).status).toBe(200);
    expect(slowCalls).toBe(1);
  });

  test('during a KV read leaves 50 followers with KV’s entry, although the upstream hangs', async () => {
    const stored = await fetch(storedAt(slow.origin));
    const target = storedAt(faults.address('hang'), 'kv-slow');
    await fetch(target, { method: 'PUT', headers: metadataOf(stored), body: await stored.text() });
    const answers = await resetBeforeFollowers('slow-kv', 50);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect((await ask('slow-kv')).status).toBe(200);
  });
});

describe.concurrent('with a last good copy of yesterday', () => {
  test.each(ROWS)('$id returns 200 and stale at once', async ({ fault }) => {
    const stored = await fetch(storedAt(slow.origin));
    const headers = metadataOf(stored, DAY_SECONDS);
    await fetch(storedAt(faults.address(fault)), { method: 'PUT', headers, body: await stored.text() });
    const answer = await ask(withCopy(fault));
    expect(answer).toMatchObject({ status: 200, body: { source: 'yahoo' } });
    const ttl = /^candor; hit; ttl=(-\d+); detail=/.exec(answer.headers.get('Cache-Status') ?? '')?.[1];
    expect(Number(ttl)).toBeLessThan(0);
  });
});
