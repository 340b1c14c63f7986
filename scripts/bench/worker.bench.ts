/**
 * The Worker on the real runtime, over loopback: hits in isolate memory beside Workers that only return the same bytes and
 * headers, and the CPU of cold requests. Ratios carry over to other machines, requests per second do not. CPU is the runtime
 * process's, as reported by Linux.
 */
import { bundledWorker, startWorkerd } from '../../tests/support/workerd-server.ts';
import { cpuMs, load } from './http-load.ts';
import { median, printTables, type Table } from './measure.ts';
import { bareScript, startVendor } from './worker-peers.ts';

const CONNECTIONS = 16;
const ROUNDS = 7;
const REQUESTS = 4000;
const COLD_REQUESTS = 300;

const COLUMNS = '/api/stock/AAPL?view=columns&v=2';
const SPECIFIED = '/api/stock/AAPL';

/** Counts the rounds, so that each uses its own tickers. */
let generation = 0;

interface Candidate {
  readonly name: string;
  readonly service: string;
  readonly path: (n: number) => string;
  readonly headers?: string;
  readonly requests: number;
  /** The candidate to compare with. */
  readonly against?: string;
}

interface Measured {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const vendor = await startVendor();
const script = await bundledWorker();
const sampleWorker = { name: 'sample', script, vars: { MARKET_DATA: 'sample' } };

// The bare Workers return the bytes and headers of Candor's own responses.
const first = await startWorkerd([sampleWorker]);
const [columns, specified] = await Promise.all(
  [COLUMNS, SPECIFIED].map(async (path) => {
    const response = await fetch(`http://127.0.0.1:${first.port('sample')}${path}`);
    return { headers: [...response.headers], body: await response.text() };
  }),
);
await first.stop();

const server = await startWorkerd([
  sampleWorker,
  { name: 'bare columns', script: bareScript(columns!) },
  { name: 'bare specified', script: bareScript(specified!) },
  {
    name: 'cold',
    script,
    vars: { MARKET_DATA: 'live', YAHOO_BASE_URL: vendor.origin, YAHOO_CALLS_PER_MINUTE: '99999' },
  },
]);
try {
  const etag = new Headers(columns!.headers).get('ETag');
  const hit = { service: 'sample', requests: REQUESTS };
  const hits = await sideBySide([
    { ...hit, name: 'bare, columns', service: 'bare columns', path: () => COLUMNS },
    { ...hit, name: 'candor, columns', path: () => COLUMNS, against: 'bare, columns' },
    {
      ...hit,
      name: 'candor, columns, 304',
      path: () => COLUMNS,
      headers: `If-None-Match: ${etag}\r\n`,
      against: 'bare, columns',
    },
    { ...hit, name: 'bare, specified', service: 'bare specified', path: () => SPECIFIED },
    { ...hit, name: 'candor, specified', path: () => SPECIFIED, against: 'bare, specified' },
  ]);
  // Measured apart from the hits, because their garbage would be collected during the next candidate's turn.
  const coldHit = { service: 'cold', requests: COLD_REQUESTS };
  const cold = await sideBySide([
    { ...coldHit, name: 'columns', path: (n) => `/api/stock/C${generation}X${n}?view=columns&v=2` },
    { ...coldHit, name: 'specified', path: (n) => `/api/stock/S${generation}X${n}` },
  ]);
  printTables([
    {
      title: `Hits of isolate memory, ${columns!.body.length} and ${specified!.body.length} bytes`,
      rows: hits,
    },
    { title: 'Cold requests, 1,250 bars', rows: cold },
  ]);
} finally {
  await server.stop();
  await vendor.close();
}

async function sideBySide(candidates: readonly Candidate[]): Promise<Table['rows']> {
  const rounds = new Map<string, Measured[]>(candidates.map(({ name }) => [name, []]));
  for (let round = -1; round < ROUNDS; round++) {
    generation += 1;
    // Shuffled, because one candidate's garbage is collected during the next one's turn.
    for (const candidate of shuffled(candidates)) {
      const measured = await measure(candidate);
      // The first round warms up.
      if (round >= 0) rounds.get(candidate.name)?.push(measured);
    }
  }
  const rows = new Map([...rounds].map(([name, measured]) => [name, medians(measured)]));
  return Object.fromEntries(
    candidates.map(({ name, against = '' }) => [name, row(rows.get(name)!, rows.get(against))]),
  );
}

async function measure({ name, service, path, headers = '', requests }: Candidate): Promise<Measured> {
  const before = cpuMs(server.pid) ?? NaN;
  const port = server.port(service);
  const result = await load({ port, path, headers, connections: CONNECTIONS, requests });
  const cpuMicros = (((cpuMs(server.pid) ?? NaN) - before) * 1000) / requests;
  const wrong = [...result.statuses.keys()].filter((status) => status !== 200 && status !== 304);
  if (wrong.length > 0) throw new Error(`${name} responded with ${wrong.join(', ')}`);
  const { requestsPerSecond: perSecond, p50Ms, p99Ms } = result;
  return { perSecond, cpuMicros, p50Ms, p99Ms };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function medians(rounds: readonly Measured[]): Measured {
  const middle = (of: (row: Measured) => number) => median(rounds.map(of));
  return {
    perSecond: middle((one) => one.perSecond),
    cpuMicros: middle((one) => one.cpuMicros),
    p50Ms: middle((one) => one.p50Ms),
    p99Ms: middle((one) => one.p99Ms),
  };
}

/** A row of a table, with its ratios to another candidate. */
function row(own: Measured, other: Measured | undefined): Table['rows'][string] {
  return {
    'req/s': Math.round(own.perSecond),
    'CPU µs': Math.round(own.cpuMicros),
    'p50 ms': own.p50Ms.toFixed(2),
    'p99 ms': own.p99Ms.toFixed(2),
    '× req/s': other === undefined ? '' : (own.perSecond / other.perSecond).toFixed(2),
    '× CPU': other === undefined ? '' : (own.cpuMicros / other.cpuMicros).toFixed(2),
  };
}
