import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { createApp } from '#worker/app.ts';
import { entryKey } from '#worker/cache/read-through.ts';
import type { WorkerBindings } from '#worker/config.ts';
import bundledListings from '#web/public/listings.json';

/** Tuesday 2026-11-17 at noon in New York: every western market is open. */
export const NOON_MS = Date.UTC(2026, 10, 17, 17, 0);

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const STOCK = '/api/stock/AAPL';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Wall time from the request to the end of the response, without background work. */
  readonly tookMs: number;
  /** `null` if the body is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many shapes
  readonly body: any;
}

export interface TestWorker {
  /** The Worker's clock; tests move it. */
  readonly clock: { ms: number };
  /** Sends a request to a path or URL, and waits for the response and for background work. */
  request(path: string, init?: RequestInit): Promise<TestAnswer>;
  /** Sends a request and reads nothing of the response. */
  open(path: string, init?: RequestInit): Promise<Response>;
}

/** A separate Worker: fresh memory, real local KV, and a clock that stands still until moved. */
export function testWorker(
  bindings: WorkerBindings = {},
  startMs = NOON_MS,
  kv: KVNamespace | null = env.MARKET_CACHE,
  deadlines: Parameters<typeof createApp>[1] = {},
): TestWorker {
  const clock = { ms: startMs };
  const app = createApp({ now: () => clock.ms, random: () => 0 }, deadlines);
  const bound: WorkerBindings = {
    MARKET_DATA: 'sample',
    ENVIRONMENT: 'local',
    ASSETS: assets({ '/listings.json': () => Response.json(bundledListings) }),
    ...(kv && { MARKET_CACHE: kv }),
    ...bindings,
  };
  return {
    clock,
    async request(path, init) {
      const context = createExecutionContext();
      const sentAtMs = Date.now();
      const response = await fetchIn(context, path, init);
      const text = await response.text();
      const tookMs = Date.now() - sentAtMs;
      await waitOnExecutionContext(context);
      const { status, headers } = response;
      const isJson = headers.get('Content-Type')?.startsWith('application/json') && text !== '';
      return { status, headers, text, tookMs, body: isJson ? JSON.parse(text) : null };
    },
    open: (path, init) => fetchIn(createExecutionContext(), path, init),
  };

  async function fetchIn(context: ExecutionContext, path: string, init?: RequestInit): Promise<Response> {
    return app.fetch(new Request(new URL(path, 'https://candor.test'), init), bound, context);
  }
}

/** The runtime's own timer, even under fake timers. */
const { setTimeout: realSetTimeout } = globalThis;

/**
 * Resolves a request by advancing fake timers from one to the next, without real waiting. Nothing else may be slow, so the
 * Worker must have no KV.
 */
export async function afterItsTime<T>(work: Promise<T>): Promise<T> {
  const progress = { isOver: false };
  const over = work.finally(() => (progress.isOver = true));
  while (!progress.isOver) {
    // Work without timers comes first: streams need turns of the event loop.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => realSetTimeout(resolve));
    if (!progress.isOver) await vi.advanceTimersToNextTimerAsync();
  }
  return over;
}

/** The page's files, each with a new response; any other file is missing. */
export function assets(files: Readonly<Record<string, () => Response | Promise<Response>>>): Fetcher {
  const fetchFile = async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return files[pathname]?.() ?? new Response(null, { status: 404 });
  };
  return { fetch: fetchFile } as unknown as Fetcher;
}

let upstreams = 0;

/** Bindings for live data from an upstream URL that no other test uses, so that stored entries do not collide. */
export function liveBindings() {
  upstreams += 1;
  return {
    MARKET_DATA: 'live',
    YAHOO_BASE_URL: `https://upstream-${upstreams}-${crypto.randomUUID()}.test`,
    // The clock stands still during a test's requests.
    YAHOO_CALLS_PER_MINUTE: '99999',
  } as const;
}

/** The KV key under which such a Worker stores Apple. */
export function storedKey(
  { YAHOO_BASE_URL }: { readonly YAHOO_BASE_URL: string },
  kind: 'stock' | 'intraday' = 'stock',
): string {
  const upstream = `yahoo@${new URL(YAHOO_BASE_URL).host}`;
  return entryKey(kind, upstream, kind === 'stock' ? 'AAPL' : 'AAPL/1d');
}
