/**
 * The Worker on the runtime itself, over loopback, beside Workers that only return the same bytes:
 * `worker.bench.ts [--memory]`. Ratios carry over to other machines, requests a second do not. CPU is that of the
 * runtime's process, from Linux.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApp } from '../../worker/app.ts';
import { bundledWorker, startWorkerd, type WorkerdServer } from '../../tests/support/workerd-server.ts';
import { cpuMs, load, type LoadResult, residentMb } from './http-load.ts';
import { median, printTables, type Table } from './measure.ts';
import { bareScript, startVendor, kvScript, streamScript, UNKNOWN_SYMBOL } from './worker-peers.ts';

const CONNECTIONS = 16;
const ROUNDS = 7;
const REQUESTS = 4000;
const COLD_REQUESTS = 300;
/** Many short turns, so that other load on the machine hits all candidates alike. */
const KV_REQUESTS = 400;
const KV_ROUNDS = 41;

/** Counts the rounds, so that each has tickers of its own. */
let generation = 0;

const { values } = parseArgs({ options: { memory: { type: 'boolean', default: false } } });

interface Candidate {
  readonly name: string;
  readonly service: string;
  readonly path: (n: number) => string;
  readonly headers?: string;
  readonly requests: number;
}

interface Measured {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const vendor = await startVendor();
const script = await bundledWorker();
const live = { MARKET_DATA: 'live', YAHOO_BASE_URL: vendor.baseUrl };
/** Default headers of a bare Worker's response. */
const CONTENT_TYPE: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Content-Encoding', 'identity'],
];
const columns = '/api/stock/AAPL?view=columns&v=2';
const specified = '/api/stock/AAPL';

// The bare Workers return the bytes and headers of our own response.
const first = await startWorkerd([{ name: 'sample', script, vars: { MARKET_DATA: 'sample' } }]);
const answers = await Promise.all(
  [columns, specified].map(async (path) => {
    const response = await fetch(`http://127.0.0.1:${first.port('sample')}${path}`);
    return { headers: [...response.headers], body: await response.text() };
  }),
);
await first.stop();

const server = await startWorkerd([
  { name: 'sample', script, vars: { MARKET_DATA: 'sample' } },
  ...answers.map((answer, index) => ({ name: `bare${index}`, script: bareScript(answer) })),
  { name: 'kv', script: kvScript() },
  { name: 'kv-stream', script: streamScript(CONTENT_TYPE), kv: { KV: 'kv' } },
  { name: 'kv-stream-same', script: streamScript(answers[0]?.headers ?? []), kv: { KV: 'kv' } },
  { name: 'kv-hit', script, vars: live, kv: { MARKET_CACHE: 'kv' } },
  { name: 'cold', script, vars: live },
]);
try {
  if (values.memory) await memory(server);
  else await speed(server);
} finally {
  await server.stop();
  vendor.stop();
}

async function speed(runtime: WorkerdServer): Promise<void> {
  const keep = { requests: REQUESTS };
  const etag = await headerOf(runtime.port('sample'), columns, 'ETag');
  const memoryRows = await sideBySide(runtime, [
    { name: 'bare, columns', service: 'bare0', path: () => columns, ...keep },
    { name: 'candor, columns', service: 'sample', path: () => columns, ...keep },
    {
      name: 'candor, columns, 304',
      service: 'sample',
      path: () => columns,
      headers: `If-None-Match: ${etag}\r\n`,
      ...keep,
    },
    { name: 'bare, specified', service: 'bare1', path: () => specified, ...keep },
    { name: 'candor, specified', service: 'sample', path: () => specified, ...keep },
  ]);
  const memoryTable = compared(memoryRows, {
    'candor, columns': 'bare, columns',
    'candor, columns, 304': 'bare, columns',
    'candor, specified': 'bare, specified',
  });

  await fillKv(runtime);
  const kvRows = await sideBySide(
    runtime,
    [
      { name: 'bare, KV streamed', service: 'kv-stream', path: (n) => `/stock/${n}`, requests: KV_REQUESTS },
      {
        name: 'bare, KV streamed, our headers',
        service: 'kv-stream-same',
        path: (n) => `/stock/${n}`,
        requests: KV_REQUESTS,
      },
      {
        name: 'candor, KV hit',
        service: 'kv-hit',
        path: (n) => `/api/stock/${ticker('K', n)}?view=columns&v=2`,
        requests: KV_REQUESTS,
      },
    ],
    KV_ROUNDS,
  );
  const kvTable = compared(kvRows, {
    'bare, KV streamed, our headers': 'bare, KV streamed',
    'candor, KV hit': 'bare, KV streamed, our headers',
  });
  // Apart from the hits, because their garbage would be collected during the next candidate's turn.
  const coldRows = await sideBySide(runtime, [
    {
      name: 'candor, cold, columns',
      service: 'cold',
      path: (n) => `/api/stock/${ticker('C', n)}?view=columns&v=2`,
      requests: COLD_REQUESTS,
    },
    {
      name: 'candor, cold, specified',
      service: 'cold',
      path: (n) => `/api/stock/${ticker('S', n)}`,
      requests: COLD_REQUESTS,
    },
  ]);
  printTables([
    {
      title: `Hits of isolate memory, ${answers[0]?.body.length} and ${answers[1]?.body.length} bytes`,
      rows: memoryTable,
    },
    {
      title: 'KV hits, 1,250 bars; each ticker is asked once, so that memory never answers',
      rows: kvTable,
    },
    { title: 'Cold paths, 1,250 bars', rows: compared(coldRows, {}) },
  ]);
}

/** Memory after many well-formed tickers that do not exist. */
async function memory(runtime: WorkerdServer): Promise<void> {
  const ask = (from: number, requests: number) =>
    load({
      port: runtime.port('cold'),
      path: (n) => `/api/stock/UNKNOWN${from + n}?view=columns&v=2`,
      connections: CONNECTIONS,
      requests,
    });
  await ask(0, 20_000);
  const before = residentMb(runtime.pid);
  await ask(20_000, 100_000);
  const after = residentMb(runtime.pid);
  console.log(`100,000 distinct tickers: resident memory ${before?.toFixed(1)} → ${after?.toFixed(1)} MB`);
  console.log(`The heap of the same Worker in Node, swept: ${(await heapGrowthMb()).toFixed(1)} MB more`);
}

/** The same tickers in this process, whose heap can be collected before it is measured. */
async function heapGrowthMb(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const sweep = runInNewContext('gc') as () => void;
  const network = globalThis.fetch;
  globalThis.fetch = async () =>
    new Response(UNKNOWN_SYMBOL, { status: 404, headers: { 'Content-Type': 'application/json' } });
  const app = createApp({ now: Date.now, random: Math.random });
  const bindings = { ...live, MARKET_DATA: 'live' as const };
  const ask = async (from: number, requests: number) => {
    for (let n = from; n < from + requests; n++) {
      const work: Promise<unknown>[] = [];
      const context = {
        waitUntil: (promise: Promise<unknown>) => void work.push(promise),
        passThroughOnException: () => undefined,
        props: {},
      };
      const request = new Request(`https://candor.test/api/stock/UNKNOWN${n}?view=columns&v=2`);
      // One after the other, so that nothing in flight is counted.
      const response = await app.fetch(request, bindings, context);
      if (response.status !== 404) throw new Error(`answered ${response.status}`);
      await Promise.all(work);
    }
    sweep();
    return process.memoryUsage().heapUsed;
  };
  try {
    const before = await ask(0, 20_000);
    return ((await ask(20_000, 100_000)) - before) / 2 ** 20;
  } finally {
    globalThis.fetch = network;
  }
}

/** A ticker that is new in this run. */
function ticker(letter: string, n: number): string {
  return `${letter}${generation}X${n}`;
}

async function sideBySide(
  runtime: WorkerdServer,
  candidates: readonly Candidate[],
  roundCount = ROUNDS,
): Promise<Map<string, Measured>> {
  const rounds = new Map<string, Measured[]>(candidates.map(({ name }) => [name, []]));
  for (let round = -1; round < roundCount; round++) {
    generation += 1;
    // Shuffled, because the garbage of one candidate is collected during the next one's turn.
    for (const candidate of shuffled(candidates)) {
      const { name, service, path, headers = '', requests } = candidate;
      const before = cpuMs(runtime.pid) ?? NaN;
      const result = await load({
        port: runtime.port(service),
        path,
        headers,
        connections: CONNECTIONS,
        requests,
      });
      const cpuMicros = (((cpuMs(runtime.pid) ?? NaN) - before) * 1000) / requests;
      expectGood(name, result);
      const { requestsPerSecond: perSecond, p50Ms, p99Ms } = result;
      // The first round warms up.
      if (round >= 0) rounds.get(name)?.push({ perSecond, cpuMicros, p50Ms, p99Ms });
    }
  }
  return new Map([...rounds].map(([name, measured]) => [name, medians(measured)]));
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function expectGood(name: string, { statuses }: LoadResult): void {
  const wrong = [...statuses.keys()].filter((status) => status !== 200 && status !== 304);
  if (wrong.length > 0) throw new Error(`${name} answered ${wrong.join(', ')}`);
}

function medians(rounds: readonly Measured[]): Measured {
  const middle = (of: (row: Measured) => number) => median(rounds.map(of));
  return {
    perSecond: middle((row) => row.perSecond),
    cpuMicros: middle((row) => row.cpuMicros),
    p50Ms: middle((row) => row.p50Ms),
    p99Ms: middle((row) => row.p99Ms),
  };
}

/** A table of the rows; those that `against` names get their ratios to another. */
function compared(
  rows: ReadonlyMap<string, Measured>,
  against: Readonly<Record<string, string>>,
): Table['rows'] {
  return Object.fromEntries(
    [...rows].map(([name, row]) => {
      const base = rows.get(against[name] ?? '');
      return [
        name,
        {
          'req/s': Math.round(row.perSecond),
          'CPU µs': Math.round(row.cpuMicros),
          'p50 ms': row.p50Ms.toFixed(2),
          'p99 ms': row.p99Ms.toFixed(2),
          '× req/s': base === undefined ? '' : (row.perSecond / base.perSecond).toFixed(2),
          '× CPU': base === undefined ? '' : (row.cpuMicros / base.cpuMicros).toFixed(2),
        },
      ];
    }),
  );
}

/** Stores one real entry of each kind for every ticker of the KV rounds, and checks that KV answers with it. */
async function fillKv(runtime: WorkerdServer): Promise<void> {
  const statusOf = (symbol: string) =>
    headerOf(runtime.port('kv-hit'), `/api/stock/${symbol}?view=columns&v=2`, 'Cache-Status');
  await statusOf('SEED');
  const status = await statusOf('STORED');
  if (!status.includes('detail=kv')) throw new Error(`no hit of KV: ${status}`);
}

async function headerOf(port: number, path: string, name: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  await response.arrayBuffer();
  return response.headers.get(name) ?? '';
}
