/** Crossings found by scheduled runs, against a model of one rule on one listing, without runs, splits or tables. */
import { env } from 'cloudflare:workers';
import { alertEventKey, alertKey, isoDate, ok, err } from '#compute';
import type { AlertRule, Split, Ticker } from '#compute';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { comingFrom } from '../../support/coming-sessions.ts';
import { indexAlerts, removeAlerts } from '../../../worker/alerts/alert-index.ts';
import type { StoredAlert } from '../../../worker/alerts/alert-index.ts';
import { checkAlerts } from '../../../worker/alerts/look.ts';
import type { AlertsLook } from '../../../worker/alerts/look-store.ts';
import { drainOutbox } from '../../../worker/alerts/outbox.ts';
import type { Crossing, UserAccount } from '../../../worker/contract/user-store.ts';
import type { LatestPrice, PriceSnapshot } from '../../../worker/providers/market-data.ts';
import { uniform } from '../../compute/seeded.ts';
import { runs } from '../../support/runs.ts';
import { freshDatabase } from '../../support/worker/database.ts';

const START_SECONDS = Date.UTC(2026, 10, 17, 14, 30) / 1000;
const DAY_SECONDS = 86_400;
const LISTINGS = 100;
const RUNS = 14;

const db = env.RECORD;
beforeEach(async () => {
  await freshDatabase();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** A listing with a random worth; its price is that worth in the scale of the splits so far. */
interface Path {
  readonly ticker: Ticker;
  worth: number;
  /** Worth at the previous close. */
  before: number;
  scale: number;
  readonly splits: Split[];
  session: string;
  atSeconds: number;
  /** Whether a chart still has to explain a move that may be a split. */
  isHeld: boolean;
  rules: Watching[];
}

/** One rule as its user understands it: in worth, independent of splits. */
interface Watching {
  readonly uid: string;
  readonly rule: AlertRule;
  readonly level: number;
  readonly isAbove: boolean;
  readonly madeAt: number;
  previous: { readonly value: number; readonly session: string } | null;
  isNew: boolean;
}

/** Whether only a chart can tell the scale: after a split, and for a price rule from an earlier session without a start. */
function needsChart({ isHeld, rules, session }: Path): boolean {
  const isOlder = ({ rule, previous, isNew, madeAt }: Watching) =>
    rule.on !== 'day_change' && isNew && previous === null && isoDate(madeAt) < session;
  return isHeld || rules.some(isOlder);
}

type Random = () => number;

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

/** The rule's metric. */
function valueOf(rule: AlertRule, { worth, before }: Path): number {
  return rule.on === 'day_change' ? (worth / before - 1) * 100 : worth;
}

/** Applies a run's observation to a rule. Returns whether it triggers. */
function observe(watching: Watching, path: Path): boolean {
  const { rule, level, isAbove, previous, isNew, madeAt } = watching;
  if (isNew && path.atSeconds <= madeAt) return false;
  const now = valueOf(rule, path);
  watching.previous = { value: now, session: path.session };
  watching.isNew = false;
  if (previous === null || (rule.on === 'range' && rule.session !== path.session)) return false;
  const opens = rule.on === 'day_change' ? 0 : rule.on === 'range' ? 100 : null;
  const from = opens !== null && previous.session !== path.session ? opens : previous.value;
  return isAbove ? from < level && now >= level : from > level && now <= level;
}

/** A market of listings, the users who watch them, and the faults of a run. */
class World {
  readonly paths: Path[];
  readonly expected = new Set<string>();
  readonly recorded = new Map<string, Crossing>();
  readonly known = new Map<string, Set<string>>();
  nowSeconds = START_SECONDS;
  readonly random: Random;
  hasObjects = true;

  constructor(seed: number) {
    this.random = uniform(seed);
    this.paths = Array.from({ length: LISTINGS }, (_, i) => ({
      ticker: `T${i}` as Ticker,
      worth: 100,
      before: 100,
      scale: 1,
      splits: [],
      session: isoDate(START_SECONDS),
      atSeconds: START_SECONDS,
      isHeld: false,
      rules: [],
    }));
  }

  /** Ten minutes, or the night, pass. Prices move by whole steps, so that many end exactly on a level. */
  move(): void {
    const { random } = this;
    const isNight = random() < 0.25;
    this.nowSeconds += isNight ? DAY_SECONDS : 600;
    for (const path of this.paths) {
      if (isNight) path.before = path.worth;
      // A listing without a new trade repeats its old time.
      if (!isNight && random() < 0.1) continue;
      path.session = isoDate(this.nowSeconds);
      path.atSeconds = this.nowSeconds;
      path.worth = Math.max(path.worth + pick(random, [-3, -2, -1, 0, 1, 2, 3]), 80);
      const held = this.paths.filter(({ isHeld }) => isHeld).length;
      if (!isNight || held >= 3 || random() > 0.05) continue;
      path.isHeld = true;
      const numerator = pick(random, [1, 2, 4]);
      const denominator = numerator === 1 ? 2 : 1;
      path.splits.push({ date: path.session, numerator, denominator });
      path.scale *= denominator / numerator;
    }
  }

  /** One rule per listing that nothing crosses, so that every split is a jump in a checked price. */
  async watchAll(): Promise<void> {
    const at = new Date(this.nowSeconds * 1000).toISOString();
    const alerts = this.paths.map(({ ticker, worth, session }) => {
      const rule: AlertRule = { on: 'price', direction: 'below', value: 1 };
      const value = { ticker, rule, start: { value: worth, session, at } };
      return { key: alertKey(ticker, rule), value, madeAtSeconds: this.nowSeconds };
    });
    await indexAlerts(db, 'live', 'watcher', alerts);
  }

  async addRules(count: number): Promise<void> {
    const added = new Map<string, StoredAlert[]>();
    for (let i = 0; i < count; i++) {
      const { random } = this;
      const path = pick(random, this.paths);
      const { ticker, scale, worth, session } = path;
      const direction = pick(random, ['above', 'below'] as const);
      const isAbove = direction === 'above';
      const level = Math.max(worth + pick(random, [-4, -3, -2, -1, 0, 1, 2, 3, 4]), 1);
      const kind = random();
      const tomorrow = isoDate(this.nowSeconds + DAY_SECONDS);
      // A range's other bound is out of reach.
      const [low, high] = isAbove ? [200 - (level + 5), level + 5] : [level - 5, 200 - (level - 5)];
      const isRange = kind > 0.8 && low < 90 && high > 110;
      const rule: AlertRule = isRange
        ? {
            on: 'range',
            session: tomorrow,
            base_date: session,
            horizon_days: 1,
            low: low * scale,
            high: high * scale,
          }
        : kind > 0.5
          ? { on: 'day_change', direction, value: pick(random, [1, 2, 3, 4]) * (isAbove ? 1 : -1) }
          : { on: 'price', direction, value: level * scale };
      const uid = `user ${Math.floor(random() * 20)}`;
      const key = alertKey(ticker, rule);
      if (path.rules.some((one) => one.uid === uid && alertKey(ticker, one.rule) === key)) continue;
      const start = random() < 0.8 ? { value: valueOf(rule, path), session } : null;
      const startValue = start && (rule.on === 'day_change' ? start.value : start.value * scale);
      const at = new Date(this.nowSeconds * 1000).toISOString();
      const value = {
        ticker,
        rule,
        ...(startValue !== null && { start: { value: startValue, session, at } }),
      };
      added.set(uid, [...(added.get(uid) ?? []), { key, value, madeAtSeconds: this.nowSeconds }]);
      this.known.set(uid, (this.known.get(uid) ?? new Set()).add(key));
      const watching = { uid, rule, madeAt: this.nowSeconds, previous: start, isNew: true };
      if (rule.on === 'range') {
        path.rules.push(
          { ...watching, level: low, isAbove: false },
          { ...watching, level: high, isAbove: true },
        );
      } else {
        path.rules.push({ ...watching, level: rule.on === 'day_change' ? rule.value : level, isAbove });
      }
    }
    for (const [uid, alerts] of added) await indexAlerts(db, 'live', uid, alerts);
  }

  async removeSome(): Promise<void> {
    const path = pick(this.random, this.paths);
    const [gone] = path.rules;
    if (gone === undefined) return;
    const key = alertKey(path.ticker, gone.rule);
    path.rules = path.rules.filter((one) => one.uid !== gone.uid || one.rule !== gone.rule);
    this.known.get(gone.uid)!.delete(key);
    // Sometimes the index is not updated.
    if (gone.isNew || this.random() < 0.5) await removeAlerts(db, gone.uid, [key]);
  }

  /** One scheduled run, which may fail. */
  async run(): Promise<void> {
    const { random } = this;
    const fate = random();
    if (fate < 0.1) return;
    const isWriteLost = fate < 0.2;
    const isResponseLost = fate < 0.3;
    const isTwice = fate > 0.9;
    const isDown = random() < 0.1;
    const clock = random() < 0.1 ? this.nowSeconds - 7200 : this.nowSeconds;
    const failing = new Set(this.paths.filter(() => random() < 0.1).map(({ ticker }) => ticker));
    const charts = new Set<Ticker>();
    const failingCharts = new Set(this.paths.filter(() => random() < 0.3).map(({ ticker }) => ticker));
    const source = {
      latestPrices: async (tickers: readonly Ticker[]) =>
        isDown
          ? err({ reason: 'upstream_unavailable' } as const)
          : ok(
              new Map(
                this.paths
                  .filter(({ ticker }) => tickers.includes(ticker) && !failing.has(ticker))
                  .map((path) => [path.ticker, this.priceOf(path)] as const),
              ),
            ),
      stock: async (ticker: Ticker) => {
        const path = this.paths.find((one) => one.ticker === ticker)!;
        if (failingCharts.has(ticker)) return err({ reason: 'upstream_timeout' } as const);
        charts.add(ticker);
        return ok({ actions: { dividends: [], splits: path.splits } } as unknown as PriceSnapshot);
      },
    } as AlertsLook['source'];
    const look = () =>
      checkAlerts({
        db: faulty(isWriteLost, isResponseLost),
        market: 'live',
        universe: [],
        source,
        analysesPerRun: 1,
        now: () => clock * 1000,
      });
    await Promise.allSettled(isTwice ? [look(), look()] : [look()]);
    if (isWriteLost || isDown) return;
    for (const path of this.paths) {
      const isNews = path.atSeconds <= clock + 60 && !failing.has(path.ticker);
      if (!isNews || (needsChart(path) && !charts.has(path.ticker))) continue;
      path.isHeld = false;
      for (const watching of path.rules) this.note(path, watching);
    }
  }

  note(path: Path, watching: Watching): void {
    if (!observe(watching, path)) return;
    const key = alertKey(path.ticker, watching.rule);
    const direction = watching.isAbove ? 'above' : 'below';
    this.expected.add(`${watching.uid} ${alertEventKey(key, path.session, direction)}`);
  }

  priceOf(path: Path): LatestPrice {
    const { worth, before, scale, splits, session, atSeconds } = path;
    const today = splits.filter(({ date }) => date === session);
    const old = today.reduce((all, { numerator, denominator }) => (all * numerator) / denominator, 1);
    // Some sources rescale the previous close at once after a split, others later.
    const isRescaled = !path.isHeld || this.random() < 0.5;
    return {
      source: 'yahoo',
      listing: { currency: 'USD', timezone: 'UTC' } as LatestPrice['listing'],
      price: worth * scale,
      asOfSeconds: atSeconds,
      dateSeconds: Date.parse(session) / 1000,
      previous: { dateSeconds: 0, close: before * scale * (isRescaled ? 1 : old) },
      sessions: comingFrom(Date.parse(session) / 1000),
      delayedMinutes: 15,
    };
  }

  /** Runs that deliver recorded crossings, until none is left or every try fails. */
  async drain(): Promise<void> {
    await drainOutbox(db, { getByName: (uid) => this.objectOf(uid) }, 5, this.nowSeconds);
  }

  objectOf(uid: string): UserAccount {
    const recordCrossings = async (crossings: readonly Crossing[]) => {
      if (this.hasObjects && this.random() < 0.2) throw new Error('overloaded');
      const unknownAlerts: string[] = [];
      for (const crossing of crossings) {
        const key = `${uid} ${alertEventKey(crossing.alert, crossing.session, crossing.direction)}`;
        if (!this.known.get(uid)?.has(crossing.alert)) unknownAlerts.push(crossing.alert);
        else if (!this.recorded.has(key)) this.recorded.set(key, crossing);
      }
      // The response may be lost after everything was recorded.
      if (this.hasObjects && this.random() < 0.2) throw new Error('reset');
      return ok({ unknownAlerts });
    };
    return { recordCrossings } as unknown as UserAccount;
  }
}

/** The database with lost writes, or with lost responses to them. */
function faulty(isWriteLost: boolean, isResponseLost: boolean): D1Database {
  let calls = 0;
  return {
    prepare: (query: string) => db.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      calls += 1;
      if (calls === 1) return db.batch(statements);
      if (isWriteLost) throw new Error('network');
      const written = await db.batch(statements);
      if (isResponseLost) throw new Error('network');
      return written;
    },
  } as unknown as D1Database;
}

test('on 10,000 random paths each crossing is recorded exactly once, and none is invented', async () => {
  for (let seed = 1; seed <= runs(10_000 / LISTINGS, 25); seed++) {
    await freshDatabase();
    const world = new World(seed);
    await world.watchAll();
    await world.addRules(120);
    for (let step = 0; step < RUNS; step++) {
      world.move();
      if (world.random() < 0.3) await world.removeSome();
      await world.addRules(3);
      await world.run();
      await world.drain();
    }
    world.hasObjects = false;
    while ((await db.prepare('SELECT COUNT(*) FROM alert_pending').first('COUNT(*)')) !== 0)
      await world.drain();
    // A rule that triggered before its removal may or may not have been delivered in time.
    const removed = (key: string) => !world.recorded.has(key) && !isKnown(world, key);
    expect([...world.recorded.keys()].toSorted(), `seed ${seed}`).toEqual(
      [...world.expected].filter((key) => !removed(key)).toSorted(),
    );
    expect(world.expected.size).toBeGreaterThan(30);
  }
});

/** Whether the user still has the alert of an event. */
function isKnown({ known }: World, key: string): boolean {
  return [...known].some(([uid, alerts]) => [...alerts].some((alert) => key.startsWith(`${uid} ${alert} `)));
}

describe('a check', () => {
  let stock: AlertsLook['source']['stock'];
  beforeEach(() => {
    stock = async () => err({ reason: 'upstream_timeout' });
  });
  const look = (price: number | null, atSeconds: number) =>
    checkAlerts({
      db,
      market: 'live',
      universe: [],
      source: {
        latestPrices: async () =>
          ok(
            new Map(
              price === null
                ? []
                : [
                    [
                      'NVDA' as Ticker,
                      {
                        price,
                        source: 'yahoo',
                        listing: { currency: 'USD', timezone: 'America/New_York' },
                        asOfSeconds: atSeconds,
                        dateSeconds: Math.floor(atSeconds / DAY_SECONDS) * DAY_SECONDS,
                        previous: null,
                      } as LatestPrice,
                    ],
                  ],
            ),
          ),
        stock,
      },
      analysesPerRun: 1,
      now: () => atSeconds * 1000,
    });
  const pending = async () =>
    (await db.prepare('SELECT crossing FROM alert_pending').all<{ crossing: string }>()).results.map(
      ({ crossing }) => JSON.parse(crossing) as Crossing,
    );
  const rule: AlertRule = { on: 'price', direction: 'below', value: 140 };
  const alert = {
    key: alertKey('NVDA', rule),
    value: { ticker: 'NVDA', rule },
    madeAtSeconds: START_SECONDS,
  };

  test('records what was crossed, at which price and when', async () => {
    await indexAlerts(db, 'live', 'Jane', [alert]);
    await look(150, START_SECONDS + 60);
    await look(139.5, START_SECONDS + 660);
    expect(await pending()).toEqual([
      {
        alert: 'NVDA price below 140',
        session: '2026-11-17',
        direction: 'below',
        level: 140,
        previous: 150,
        value: 139.5,
        price: 139.5,
        currency: 'USD',
        exchange_timezone: 'America/New_York',
        at: '2026-11-17T14:41:00.000Z',
        source: 'yahoo',
      },
    ]);
  });

  test('holds back a move that may be a split until a chart explains it', async () => {
    await indexAlerts(db, 'live', 'Jane', [alert]);
    await look(150, START_SECONDS + 60);
    await look(15, START_SECONDS + 660);
    expect(await pending()).toEqual([]);
    await look(138, START_SECONDS + 1260);
    expect(await pending()).toMatchObject([{ previous: 150, value: 138 }]);
  });

  test('requests the chart for splits since a rule from an earlier session without a known price', async () => {
    await indexAlerts(db, 'live', 'Jane', [alert]);
    stock = async () =>
      ok({
        actions: { dividends: [], splits: [{ date: '2026-11-18', numerator: 2, denominator: 1 }] },
      } as unknown as PriceSnapshot);
    await look(75, START_SECONDS + DAY_SECONDS);
    await look(69, START_SECONDS + DAY_SECONDS + 600);
    expect(await pending()).toMatchObject([{ level: 70, previous: 75, value: 69 }]);
  });

  test('reads only rows between two prices, however many are stored', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => {
      const far: AlertRule = { on: 'price', direction: 'below', value: 1 + i / 100 };
      return {
        key: alertKey('NVDA', far),
        value: { ticker: 'NVDA', rule: far },
        madeAtSeconds: START_SECONDS,
      };
    });
    await indexAlerts(db, 'live', 'Max', many);
    await look(150, START_SECONDS + 60);
    let rowsRead = 0;
    const prepare = db.prepare.bind(db);
    vi.spyOn(db, 'prepare').mockImplementation((query) => {
      const statement = prepare(query);
      const count = async <T>(work: Promise<D1Result<T>>) => {
        const result = await work;
        rowsRead += result.meta.rows_read;
        return result;
      };
      const bind = statement.bind.bind(statement);
      vi.spyOn(statement, 'bind').mockImplementation((...values) => {
        const bound = bind(...values);
        const all = bound.all.bind(bound);
        bound.all = (() => count(all())) as typeof bound.all;
        return bound;
      });
      return statement;
    });
    await look(149, START_SECONDS + 660);
    vi.restoreAllMocks();
    expect(rowsRead).toBeLessThan(10);
  });

  test('deletes rules about past sessions, and unused metrics, once a day', async () => {
    const over: AlertRule = {
      on: 'range',
      session: '2026-11-18',
      base_date: '2026-11-17',
      horizon_days: 1,
      low: 90,
      high: 110,
    };
    const key = alertKey('NVDA', over);
    await indexAlerts(db, 'live', 'Jane', [{ ...alert, key, value: { ticker: 'NVDA', rule: over } }]);
    await look(100, START_SECONDS + 60);
    await look(100, START_SECONDS + 6 * DAY_SECONDS);
    for (const table of ['alert_level', 'alert_last'])
      expect((await db.prepare(`SELECT * FROM ${table}`).all()).results).toEqual([]);
  });
});
