/**
 * A scheduled run's look at the alerts of 10,000 users: its own processor time, without the database's, and what it asks of
 * the database, of users' objects and of push services.
 */
import { globSync, readFileSync } from 'node:fs';
import { alertKey, err, isoDate, ok } from '../../compute/index.ts';
import type { AlertRule, Ticker } from '../../compute/index.ts';
import { indexAlerts } from '../../worker/alerts/alert-index.ts';
import { lookAtAlerts } from '../../worker/alerts/look.ts';
import type { AlertsLook } from '../../worker/alerts/seen.ts';
import { drainOutbox } from '../../worker/alerts/outbox.ts';
import { uniform } from '../../tests/compute/seeded.ts';
import { fromRoot } from '../stack/repository.ts';
import { openD1File } from '../stack/local-d1.ts';
import { printTables } from './measure.ts';

const USERS = 10_000;
const RULES_EACH = 3;
const LISTINGS = 500;
const RUNS = 39;
/** Runs that take up the new rules, at the prices that they were made at. */
const TAKING_UP = 16;
const FIRST_RUN_SECONDS = Date.UTC(2026, 10, 17, 14, 30) / 1000;
/** A listing's volatility within ten minutes: 1.6 % a day over 39 runs. */
const STEP = 0.016 / Math.sqrt(RUNS);

const random = uniform(1);
const { db: whole } = openD1File(':memory:');
const script =
  globSync(fromRoot('worker/migrations/*_alerts.sql')).map((file) => readFileSync(file, 'utf8'))[0] ?? '';
const statements = script.replaceAll(/^\s*--.*$/gm, '').split(';');
for (const sql of statements.filter((text) => text.trim() !== '')) await whole.prepare(sql).run();

const worth = new Map(Array.from({ length: LISTINGS }, (_, i) => [`T${i}` as Ticker, 100]));
const opens = new Map(worth);
const tickers = [...worth.keys()];
for (let user = 0; user < USERS; user++) {
  const alerts = Array.from({ length: RULES_EACH }, (_, i) => {
    const ticker = tickers[Math.floor(random() ** 2 * LISTINGS)]!;
    const direction = random() < 0.5 ? 'above' : 'below';
    const side = direction === 'above' ? 1 : -1;
    const rule: AlertRule =
      i === 0
        ? { on: 'day_change', direction, value: side * Math.ceil(1 + 5 * random()) }
        : { on: 'price', direction, value: Math.round(100 * (1 + side * 0.15 * random())) };
    return { key: alertKey(ticker, rule), value: { ticker, rule }, madeAtSeconds: FIRST_RUN_SECONDS - 60 };
  });
  await indexAlerts(whole, 'live', `user ${user}`, alerts);
}

/** Processor time of this process, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What the database was asked, and how long it took of the processor. */
const asked = { calls: 0, rows: 0, written: 0, ms: 0 };
async function timed<T>(work: () => Promise<T>): Promise<T> {
  const before = processorMs();
  const result = await work();
  asked.ms += processorMs() - before;
  asked.calls += 1;
  for (const { results } of [result].flat() as { results?: unknown[] }[]) asked.rows += results?.length ?? 0;
  return result;
}
type Statement = ReturnType<typeof whole.prepare>;
const counted = (statement: Statement): Statement =>
  Object.assign(Object.create(statement), {
    bind: (...values: unknown[]) => counted(statement.bind(...values)),
    all: () => timed(() => statement.all()),
    run: () => timed(() => statement.run()),
  }) as Statement;
const db = {
  prepare: (sql: string) => counted(whole.prepare(sql)),
  batch: (all: Statement[]) => timed(() => whole.batch(all)),
} as typeof whole;
const changes = () => whole.prepare('SELECT total_changes() AS n').first<number>('n');

let nowSeconds = FIRST_RUN_SECONDS;
const source = {
  latestPrices: async (wanted: readonly Ticker[]) =>
    ok(
      new Map(
        wanted.map((ticker) => [
          ticker,
          {
            source: 'yahoo',
            listing: { currency: 'USD', timezone: 'America/New_York' },
            price: worth.get(ticker)!,
            asOfSeconds: nowSeconds,
            dateSeconds: Date.parse(isoDate(nowSeconds)) / 1000,
            previous: { dateSeconds: 0, close: opens.get(ticker)! },
          },
        ]),
      ),
    ),
  stock: async () => err({ reason: 'upstream_timeout' }),
} as unknown as AlertsLook['source'];

let objectCalls = 0;
let crossings = 0;
const users = {
  getByName: () => ({
    recordCrossings: async (some: readonly unknown[]) => {
      objectCalls += 1;
      crossings += some.length;
      return ok({ unknownAlerts: [] });
    },
  }),
} as unknown as Parameters<typeof drainOutbox>[0]['users'];

const used: { ms: number; calls: number; rows: number; written: number; objects: number; crossed: number }[] =
  [];
for (let run = -TAKING_UP; run < RUNS; run++) {
  for (const [ticker, price] of run < 0 ? [] : worth)
    worth.set(ticker, price * Math.exp(STEP * 3.46 * (random() - 0.5)));
  Object.assign(asked, { calls: 0, rows: 0, ms: 0 });
  const [before, beforeObjects, beforeCrossings] = [(await changes()) ?? 0, objectCalls, crossings];
  const startedAt = processorMs();
  const now = () => nowSeconds * 1000;
  await lookAtAlerts({ db, market: 'live', universe: [], source, analysesPerRun: 2, now });
  await drainOutbox({ db, users, callsPerRun: 250, now });
  used.push({
    ms: processorMs() - startedAt - asked.ms,
    calls: asked.calls,
    rows: asked.rows,
    written: ((await changes()) ?? 0) - before,
    objects: objectCalls - beforeObjects,
    crossed: crossings - beforeCrossings,
  });
  nowSeconds += 600;
}

const rowOf = (runs: typeof used, pick: (values: number[]) => number) => {
  const of = (name: keyof (typeof used)[0]) => pick(runs.map((run) => run[name]).toSorted((a, b) => a - b));
  return {
    'processor, ms': of('ms').toFixed(1),
    'calls of D1': of('calls'),
    'rows found': of('rows'),
    'rows written': of('written'),
    'calls of objects': of('objects'),
    crossings: of('crossed'),
  };
};
const [first, others] = [used[0], used.slice(TAKING_UP)];
printTables([
  {
    title: `${USERS} users with ${RULES_EACH} rules each on ${LISTINGS} listings`,
    rows: {
      'first run, 2,000 new rules': rowOf([first!], ([value = 0]) => value),
      'median run of a session': rowOf(others, (values) => values[values.length >> 1]!),
      'largest run of a session': rowOf(others, (values) => values.at(-1)!),
      'all of the session': rowOf(others, (values) => values.reduce((sum, value) => sum + value, 0)),
    },
  },
]);
