/** Whole scheduled runs: what one may use, and that a part that fails leaves the others alone. */
import { env } from 'cloudflare:workers';
import { alertKey, type AlertRule } from '#worker/contract';
import type { ItemRow } from '#worker/account/item-table.ts';
import type { Ticker } from '#compute';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateIndex } from '#worker/account/rule-index.ts';
import type { WorkerBindings } from '#worker/config.ts';
import type { UserAccounts } from '#worker/account/user-store.ts';
import { createSampleMarketData } from '#worker/providers/sample/sample-market-data.ts';
import { runScheduled } from '#worker/scheduled.ts';
import { runs } from '../support/runs.ts';
import { freshDatabase } from '../support/worker/database.ts';
import { HOUR_MS, liveBindings, NOON_MS } from '../support/worker/test-worker.ts';
import { fakeUpstream, json } from '../support/worker/yahoo-upstream.ts';

const db = env.RECORD;
/** The lines that were logged. */
let logged: string[];

beforeEach(async () => {
  await freshDatabase();
  logged = [];
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

const run = (bindings: WorkerBindings, ms: number) =>
  runScheduled({ ENVIRONMENT: 'local', ...bindings }, { now: () => ms, random: () => 0 });

/** The database, which refuses every statement that mentions a table. */
function without(table: string): D1Database {
  const broken = new WeakSet<D1PreparedStatement>();
  const refuse = () => Promise.reject(new Error('D1_ERROR: disk'));
  return {
    prepare(query: string) {
      const statement = db.prepare(query);
      const bind = statement.bind.bind(statement);
      statement.bind = (...values: unknown[]) => {
        const bound = bind(...values);
        if (query.includes(table)) {
          broken.add(bound);
          Object.assign(bound, { all: refuse, run: refuse, first: refuse });
        }
        return bound;
      };
      return statement;
    },
    batch: (statements: D1PreparedStatement[]) =>
      statements.some((statement) => broken.has(statement)) ? refuse() : db.batch(statements),
  } as unknown as D1Database;
}

/** A rule that the sample market's price of AAPL crosses between noon and one o'clock. */
async function crossingRule(): Promise<AlertRule> {
  const price = async (ms: number) => {
    const read = await createSampleMarketData(() => ms).latestPrices(['AAPL' as Ticker], AbortSignal.any([]));
    return (read.ok && read.value.get('AAPL' as Ticker)?.candles.close.at(-1)) || 0;
  };
  const [noon, one] = [await price(NOON_MS), await price(NOON_MS + HOUR_MS)];
  return { on: 'price', direction: one > noon ? 'above' : 'below', value: (noon + one) / 2 };
}

test.each([
  ['record_check', 'ledger'],
  ['record_summary', 'summaries'],
])('a fault of %s stops its own part only', async (table, part) => {
  const rule = await crossingRule();
  const account = env.USERS.getByName(crypto.randomUUID());
  const change = { kind: 'alert', key: alertKey('AAPL', rule), baseVersion: 0 } as const;
  const value = JSON.stringify({ ticker: 'AAPL', rule });
  await account.writeChanges([{ ...change, value }], NOON_MS / 1000 - 60);
  const bindings = { MARKET_DATA: 'sample', USERS: env.USERS, RECORD: without(table) } as const;
  await run(bindings, NOON_MS);
  await run(bindings, NOON_MS + HOUR_MS);
  const read = await account.readChanges(0, NOON_MS / 1000);
  expect(read.ok && read.value.rows.map(({ kind }) => kind)).toContain('alert_event');
  expect(logged.join()).toContain(`"event":"run_part_failed","part":"${part}"`);
});

/** Users who all watch one listing whose price falls through their levels. */
async function fallingMarket(users: number) {
  const price = { now: 150 };
  const clock = { seconds: NOON_MS / 1000 };
  const upstream = fakeUpstream({
    spark: (url) => {
      const symbols = (url.searchParams.get('symbols') ?? '').split(',');
      return json({ spark: { result: symbols.map(sparkRow), error: null } });
    },
  });
  const sparkRow = (symbol: string) => ({
    symbol,
    response: [
      {
        meta: {
          symbol,
          currency: 'USD',
          instrumentType: 'EQUITY',
          exchangeName: 'NMS',
          fullExchangeName: 'NasdaqGS',
          exchangeTimezoneName: 'America/New_York',
          regularMarketPrice: price.now,
          regularMarketTime: clock.seconds,
          dataGranularity: '1d',
          range: '5d',
        },
        timestamp: [clock.seconds - 86_400, clock.seconds],
        indicators: { quote: [{ close: [150, price.now] }] },
      },
    ],
  });
  const rule: AlertRule = { on: 'price', direction: 'below', value: 140 };
  const key = alertKey('KO', rule);
  const at = new Date(NOON_MS - 60_000).toISOString();
  const value = JSON.stringify({ ticker: 'KO', rule, start: { value: 150, session: '2026-11-17', at } });
  for (let i = 0; i < users; i++)
    await updateIndex({ db, market: 'live', uid: `user ${i}` }, [
      { kind: 'alert', key, version: 1, value, updatedAtSeconds: NOON_MS / 1000 - 60 },
    ]);
  return { price, clock, upstream };
}

const waiting = () => db.prepare('SELECT COUNT(*) AS n FROM alert_crossing').first<number>('n');

/** Objects that acknowledge everything, and how often they were called. */
function acknowledging() {
  const calls: string[] = [];
  const users = {
    getByName: (uid: string) => {
      calls.push(uid);
      return { recordCrossings: async () => ({ ok: true, value: { unknownRules: [] } }) };
    },
  } as unknown as UserAccounts;
  return { calls, users };
}

test('1,000 users whose rules cross at once are told within two runs on the paid plan', async () => {
  const USERS = runs(1000);
  const { price, clock } = await fallingMarket(USERS);
  const { calls, users } = acknowledging();
  // A tenth of the users has a tenth of the calls.
  const CALLS_PER_RUN = USERS === 1000 ? '950' : '110';
  const bindings = { ...liveBindings(), RECORD: db, RECORD_UNIVERSE: 'SPY', USERS: users, CALLS_PER_RUN };
  price.now = 139;
  for (let i = 0; i < 2; i++) {
    clock.seconds = NOON_MS / 1000 + 600 * i;
    await run(bindings, clock.seconds * 1000);
  }
  expect(new Set(calls).size).toBe(USERS);
  expect(await waiting()).toBe(0);
});

test('a run keeps to 45 calls and 45 statements, whatever is due', async () => {
  const { price, clock, upstream } = await fallingMarket(60);
  const rule: AlertRule = { on: 'price', direction: 'below', value: 1 };
  const watched = Array.from({ length: 400 }, (_, i): ItemRow => {
    const ticker = `T${i}`;
    const value = JSON.stringify({ ticker, rule });
    return {
      kind: 'alert',
      key: alertKey(ticker, rule),
      version: 1,
      value,
      updatedAtSeconds: NOON_MS / 1000 - 60,
    };
  });
  await updateIndex({ db, market: 'live', uid: 'watcher' }, watched);
  const { calls, users } = acknowledging();
  const used = { calls: 0, statements: 0 };
  const counting = {
    prepare: (query: string) => {
      const statement = db.prepare(query);
      const bind = statement.bind.bind(statement);
      statement.bind = (...values: unknown[]) => {
        const bound = bind(...values);
        const all = bound.all.bind(bound);
        bound.all = (() => {
          used.calls += 1;
          used.statements += 1;
          return all();
        }) as typeof bound.all;
        return bound;
      };
      return statement;
    },
    batch: (statements: D1PreparedStatement[]) => {
      used.calls += 1;
      used.statements += statements.length;
      return db.batch(statements);
    },
  } as unknown as D1Database;
  const budget = env as unknown as WorkerBindings;
  const bindings = {
    ...liveBindings(),
    RECORD: counting,
    USERS: users,
    VENDOR_BUDGET: budget.VENDOR_BUDGET,
    SEC_CONTACT: 'ops@candor.test',
  } as WorkerBindings;
  for (let i = 0; i < 6; i++) {
    price.now = i === 0 ? 150 : 139;
    clock.seconds = NOON_MS / 1000 + 600 * i;
    Object.assign(used, { calls: 0, statements: 0 });
    const before = upstream.asked.length + calls.length;
    await run(bindings, clock.seconds * 1000);
    expect(used.calls + upstream.asked.length + calls.length - before).toBeLessThanOrEqual(45);
    expect(used.statements).toBeLessThanOrEqual(45);
  }
  // What one run had no room for is told by a later one, and the log says that listings had to wait.
  expect(calls.length).toBeGreaterThan(20);
  expect(logged.join()).toContain('alerts_unasked');
});
