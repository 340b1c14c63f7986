/**
 * `npm run soak`: sends random requests to the built Worker on the real runtime, in three isolates, while vendor and KV fail at
 * random. Then the vendor goes down for good, and everything served before must still be available. Exits with 1 if a promise
 * was broken or memory grew.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HORIZON_OPTIONS_DAYS } from '#compute';
import { residentMb } from '../bench/http-load.ts';
import { startVendor } from '../stack/vendor/vendor-server.ts';
import { bundledWorker, startWorkerd, type WorkerdServer } from '../../tests/support/workerd-server.ts';
import { TICKERS, lastPrice, writeMarket } from './market.ts';
import { brokenPromises, type SoakResponse } from './promises.ts';
import { columnsOf, pick, randomRequest, type SoakRequest } from './requests.ts';
import { report, type Soak } from './report.ts';
import { KV_AUDIT_PATH, KV_CALM_PATH, type KvAudit, UNRELIABLE_KV_SCRIPT } from './unreliable-kv.ts';
import { startUnreliableVendor, type UnreliableVendor } from './unreliable-vendor.ts';

const ISOLATES = ['isolate-1', 'isolate-2', 'isolate-3'];
const REQUESTS_PER_SECOND = 50;
/** Share of requests sent as a burst of the same request. */
const HERD_SHARE = 0.005;
const HERD_SIZE = 25;
/** The runtime's heaps grow to their usual size in three to four minutes; shorter runs cannot show a leak. */
const JUDGED_FROM_MS = 6 * 60_000;

process.exitCode = await main();

async function main(): Promise<number> {
  const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } }).values;
  const runMs = Number(minutes) * 60_000;
  if (!(runMs > 0)) {
    console.error('Usage: npm run soak [-- --minutes 10]');
    return 1;
  }
  const folder = await writeMarket(Date.now());
  const market = await startVendor({ folder, port: 0 });
  const vendor = await startUnreliableVendor(market.origin);
  const runtime = await startIsolates(vendor);
  try {
    console.log(`Soak of ${minutes} min`);
    const soak = createSoak(runtime);
    await warmUp(soak);
    vendor.startWeather();
    const memoryMb = await sendRequests(soak, runMs, runtime.pid);
    const audit = await checkAfterOutage(soak, vendor, runtime);
    const title = `${minutes} minutes, ${REQUESTS_PER_SECOND} requests a second on ${ISOLATES.length} isolates`;
    return report({
      soak,
      seen: vendor.seen,
      audit,
      memoryMb,
      isJudged: runMs >= JUDGED_FROM_MS,
      title,
    });
  } finally {
    await runtime.stop();
    await Promise.all([vendor.close(), market.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts three isolates, and for each another one with the same KV, used only at the end. */
async function startIsolates(vendor: UnreliableVendor): Promise<WorkerdServer> {
  const script = await bundledWorker();
  const worker = (name: string, isolate: string) => ({
    name,
    script,
    vars: {
      MARKET_DATA: 'live',
      YAHOO_BASE_URL: vendor.address(isolate),
      // Far above real use, so that the faults have an effect.
      YAHOO_CALLS_PER_MINUTE: '99999',
    },
    kv: { MARKET_CACHE: 'kv' },
  });
  return startWorkerd([
    { name: 'kv', script: UNRELIABLE_KV_SCRIPT },
    ...ISOLATES.flatMap((isolate) => [worker(isolate, isolate), worker(restartedName(isolate), isolate)]),
  ]);
}

function restartedName(isolate: string): string {
  return `${isolate}-restarted`;
}

function createSoak(runtime: WorkerdServer): Soak {
  const soak: Soak = {
    shown: new Map(ISOLATES.flatMap((name) => [name, restartedName(name)]).map((name) => [name, new Set()])),
    broken: [],
    statuses: new Map(),
    tookMs: [],
    lastEtag: null,
    async ask(isolate, request) {
      const complain = (text: string) =>
        soak.broken.push(`${text}: ${isolate} ${request.method} ${request.path}`);
      const wasShown = request.ticker !== null && soak.shown.get(isolate)?.has(request.ticker) === true;
      const startMs = performance.now();
      let seen: SoakResponse;
      try {
        const response = await fetch(`http://127.0.0.1:${runtime.port(isolate)}${request.path}`, {
          method: request.method,
          headers: request.headers,
          signal: request.hangUpMs === null ? null : AbortSignal.timeout(request.hangUpMs),
        });
        const text = await response.text();
        const { status, headers } = response;
        const contentType = headers.get('Content-Type') ?? '';
        seen = { status, contentType, text, tookMs: performance.now() - startMs };
        if (status === 200) soak.lastEtag = headers.get('ETag') ?? soak.lastEtag;
      } catch (cause) {
        if (request.hangUpMs === null) complain(`P3 no response (${String(cause)})`);
        return null;
      }
      const { status } = seen;
      soak.statuses.set(status, (soak.statuses.get(status) ?? 0) + 1);
      soak.tookMs.push(seen.tookMs);
      const price = request.ticker === null ? null : lastPrice(request.ticker);
      brokenPromises(request, seen, price).forEach(complain);
      const isStock = request.kind === 'stock' || request.kind === 'columns';
      if (isStock && request.ticker !== null) {
        if (status === 200) soak.shown.get(isolate)?.add(request.ticker);
        else if (wasShown && status !== 304) complain(`P1 served before, now ${status}`);
      }
      return seen;
    },
  };
  return soak;
}

/** Requests everything that an isolate caches once, without faults: memory used after this counts as growth. */
async function warmUp(soak: Soak): Promise<void> {
  for (const isolate of ISOLATES) {
    for (const ticker of TICKERS) {
      await soak.ask(isolate, columnsOf(ticker));
      for (const days of HORIZON_OPTIONS_DAYS) {
        const path = `/api/stock/${ticker}?days=${days}`;
        await soak.ask(isolate, { ...columnsOf(ticker), kind: 'stock', path });
      }
    }
  }
}

/** Sends random requests at a fixed rate without waiting for earlier ones. Resolves with the runtime's memory, once a second. */
async function sendRequests(soak: Soak, runMs: number, pid: number): Promise<number[]> {
  const underWay = new Set<Promise<unknown>>();
  const memoryMb: number[] = [];
  const start = (work: Promise<unknown>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const meter = setInterval(() => memoryMb.push(residentMb(pid) ?? 0), 1000);
  const startMs = Date.now();
  for (let sent = 0; Date.now() - startMs < runMs; sent++) {
    const isolate = pick(ISOLATES);
    const request = randomRequest(TICKERS, soak.lastEtag);
    const times = Math.random() < HERD_SHARE ? HERD_SIZE : 1;
    for (let copy = 0; copy < times; copy++) start(sendAndCheckStock(soak, isolate, request));
    const dueMs = startMs + ((sent + 1) * 1000) / REQUESTS_PER_SECOND;
    await sleep(Math.max(dueMs - Date.now(), 0));
  }
  clearInterval(meter);
  await Promise.all(underWay);
  return memoryMb;
}

/** Sends a request; after a failure of news or sentiment the stock must still be served (promise P6). */
async function sendAndCheckStock(soak: Soak, isolate: string, request: SoakRequest): Promise<void> {
  const { kind, ticker } = request;
  const response = await soak.ask(isolate, request);
  const isBestEffort = kind === 'news' || kind === 'sentiment';
  if (!isBestEffort || response === null || response.status === 200 || ticker === null) return;
  if (soak.shown.get(isolate)?.has(ticker) !== true) return;
  const stock = await soak.ask(isolate, columnsOf(ticker));
  if (stock?.status !== 200) soak.broken.push(`P6 no stock without ${kind}: ${isolate} ${ticker}`);
}

/** Without the vendor, but with KV: each isolate must serve what it served before, and a new isolate what KV has. */
async function checkAfterOutage(
  soak: Soak,
  vendor: UnreliableVendor,
  runtime: WorkerdServer,
): Promise<KvAudit> {
  vendor.goDown();
  const kv = `http://127.0.0.1:${runtime.port('kv')}`;
  await fetch(kv + KV_CALM_PATH);
  const audit = (await (await fetch(kv + KV_AUDIT_PATH)).json()) as KvAudit;
  for (const isolate of ISOLATES) {
    const stored = audit.keys
      .filter((key) => key.startsWith('/stock/') && key.includes(`/${isolate}/`))
      .map((key) => key.slice(key.lastIndexOf('/') + 1));
    const shown = [...(soak.shown.get(isolate) ?? [])];
    const again: readonly (readonly [string, readonly string[]])[] = [
      [isolate, shown],
      [restartedName(isolate), stored],
    ];
    for (const [name, tickers] of again) {
      for (const ticker of tickers) {
        const response = await soak.ask(name, columnsOf(ticker));
        if (response?.status !== 200) soak.broken.push(`P1 lost: ${name} ${ticker} is ${response?.status}`);
      }
    }
    if (shown.length === 0 || stored.length === 0) soak.broken.push(`${isolate} stored nothing`);
  }
  return audit;
}
