/** Random histories of checks against a model of one rule that watches one listing and knows nothing of runs, splits or tables. */
import { env } from 'cloudflare:workers';
import { changePercent, err, isoDate, ok, SECONDS_PER_DAY } from '#compute';
import { alertEventKey, alertKey, type AlertRule, type ItemValue, type Crossing } from '#worker/contract';
import type { Split, Ticker } from '#compute';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkAlerts } from '#worker/alerts/check-alerts.ts';
import type { AlertCheck } from '#worker/alerts/check-store.ts';
import { drainOutbox } from '#worker/account/outbox.ts';
import { updateIndex } from '#worker/account/rule-index.ts';
import type { UserAccount } from '#worker/account/user-store.ts';
import type { LatestPrice, PriceSnapshot } from '#worker/providers/market-data.ts';
import { uniform } from '../../compute/seeded.ts';
import { runs } from '#support/runs.ts';
import { freshDatabase } from '#support/worker/database.ts';

/** An alert as its user has just left it; `null` if removed. */
interface RuleChange {
  readonly key: string;
  readonly version: number;
  readonly value: ItemValue<'alert'> | null;
}

const START_SECONDS = Date.UTC(2026, 10, 17, 14, 30) / 1000;
const LISTINGS = 100;
const RUNS = 14;
const CHARTS_PER_RUN = 4;

/** New and old shares: from stock dividends that nobody would take for a split to the largest ones. */
const SPLITS = [
  [21, 20],
  [11, 10],
  [6, 5],
  [5, 4],
  [4, 3],
  [3, 2],
  [2, 1],
  [4, 1],
  [10, 1],
  [20, 1],
  [1, 2],
  [1, 10],
] as const;

const db = env.RECORD;
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const cents = (price: number) => Number(price.toFixed(2));

/** A listing whose worth moves by itself; its price is that worth in the scale of its split, if it had one. */
interface Path {
  readonly ticker: Ticker;
  worth: number;
  /** Worth at the end of each session before, newest last. */
  readonly ends: { session: string; worth: number }[];
  scale: number;
  split: Split | null;
  session: string;
  /** Seconds that the source's clock is ahead of ours. */
  ahead: number;
  atSeconds: number;
  /** What the checks have seen last. */
  seen: { session: string; atSeconds: number; worth: number; dayChange: number } | null;
  /** A listing without a price yet, asked for in vain, is not asked for again before this. */
  askedFromSeconds: number;
  /** Whether the split may not have been explained by a chart yet. */
  isHeld: boolean;
  rules: Watching[];
}

/** One rule as its user understands it: in worth, which no split changes. */
interface Watching {
  readonly uid: string;
  readonly rule: AlertRule;
  readonly level: number;
  readonly isAbove: boolean;
  readonly start: { readonly value: number | null; readonly session: string; readonly atSeconds: number };
  previous: { readonly value: number; readonly session: string } | null;
  isNew: boolean;
}

type Random = () => number;

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

/** Of prices as they are quoted, in cents. */
function dayChange({ worth, ends, scale }: Path): number {
  return changePercent(cents(ends.at(-1)!.worth * scale), cents(worth * scale));
}

/** What the rule asks about. */
function valueOf(rule: AlertRule, path: Path): number {
  return rule.on === 'day_change' ? dayChange(path) : path.worth;
}

/** A market of listings and the users who watch them, and what befalls a run. */
class World {
  readonly paths: Path[];
  readonly expected = new Set<string>();
  readonly recorded = new Map<string, Crossing>();
  /** The alerts of each user, with the version of their item. */
  readonly known = new Map<string, Map<string, number>>();
  /** Users and alerts that were removed, for good or for a moment. */
  readonly removed: string[] = [];
  nowSeconds = START_SECONDS;
  version = 1;
  readonly random: Random;
  hasObjects = true;

  constructor(seed: number) {
    this.random = uniform(seed);
    this.paths = Array.from({ length: LISTINGS }, (_, i) => ({
      ticker: `T${i}` as Ticker,
      worth: 100,
      ends: [-4, -3, -2, -1].map((day) => ({
        session: isoDate(START_SECONDS + day * SECONDS_PER_DAY),
        worth: 100,
      })),
      scale: 1,
      split: null,
      session: isoDate(START_SECONDS),
      ahead: i % 10 === 0 ? pick(this.random, [1.37, 650.5]) : 0,
      atSeconds: START_SECONDS,
      seen: null,
      askedFromSeconds: 0,
      isHeld: false,
      rules: [],
    }));
  }

  /** Ten minutes, or the night, pass. Prices move by whole steps, so that many end exactly on a level. */
  move(): void {
    const { random } = this;
    const isNight = random() < 0.25;
    this.nowSeconds += isNight ? SECONDS_PER_DAY : 600;
    for (const path of this.paths) {
      if (isNight) path.ends.push({ session: path.session, worth: path.worth });
      // A listing that has not traded states its old time again.
      if (!isNight && random() < 0.1) continue;
      path.session = isoDate(this.nowSeconds);
      path.atSeconds = this.nowSeconds + path.ahead;
      path.worth = Math.max(path.worth + pick(random, [-3, -2, -1, 0, 1, 2, 3]), 80);
      if (!isNight || path.split !== null || random() > 0.2) continue;
      const [numerator, denominator] = pick(random, SPLITS);
      path.split = { date: path.session, numerator, denominator };
      path.scale = denominator / numerator;
      path.isHeld = path.seen !== null;
    }
  }

  async change(uid: string, changes: readonly RuleChange[]): Promise<void> {
    const all = changes.map((change) => ({
      ...change,
      kind: 'alert' as const,
      value: change.value && JSON.stringify(change.value),
      updatedAtSeconds: this.nowSeconds,
    }));
    await updateIndex({ db, market: 'live', uid }, all);
  }

  /** One rule for each listing that nothing crosses, so that all are watched throughout. */
  async watchAll(): Promise<void> {
    const rule: AlertRule = { on: 'day_change', direction: 'below', value: -99 };
    const changes = this.paths.map(({ ticker }) => {
      return { key: alertKey(ticker, rule), version: 1, value: { ticker, rule } };
    });
    await this.change('watcher', changes);
  }

  /** A rule of a random listing, as a page makes it, whose own prices may be of an earlier session. */
  async addRules(count: number): Promise<void> {
    const { random } = this;
    const changes = new Map<string, RuleChange[]>();
    for (let i = 0; i < count; i++) {
      const path = pick(random, this.paths);
      const uid = `user ${Math.floor(random() * 20)}`;
      const made = this.makeRule(path);
      const { rule, level, isAbove, low, high } = made;
      const { ticker } = path;
      const key = alertKey(ticker, rule);
      if (path.rules.some((one) => one.uid === uid && alertKey(ticker, one.rule) === key)) continue;
      const startValue = random() < 0.8 ? valueOf(rule, path) : null;
      const at = Math.floor(Math.min(path.atSeconds, this.nowSeconds));
      const version = this.version++;
      const shown =
        startValue === null || rule.on === 'day_change' ? startValue : cents(startValue * path.scale);
      const value = {
        ticker,
        rule,
        ...(shown !== null && {
          start: { value: shown, session: path.session, at: new Date(at * 1000).toISOString() },
        }),
      };
      changes.set(uid, [...(changes.get(uid) ?? []), { key, version, value }]);
      this.known.set(uid, (this.known.get(uid) ?? new Map()).set(key, version));
      const start = {
        value: startValue,
        session: shown === null ? isoDate(this.nowSeconds) : path.session,
        atSeconds: shown === null ? this.nowSeconds : at,
      };
      const watching = { uid, rule, start, previous: null, isNew: true };
      if (rule.on === 'range')
        path.rules.push(
          { ...watching, level: low, isAbove: false },
          { ...watching, level: high, isAbove: true },
        );
      else path.rules.push({ ...watching, level: rule.on === 'day_change' ? rule.value : level, isAbove });
    }
    for (const [uid, own] of changes) await this.change(uid, own);
  }

  makeRule({ worth, scale, session, ends }: Path) {
    const { random } = this;
    const direction = pick(random, ['above', 'below'] as const);
    const isAbove = direction === 'above';
    const level = Math.max(worth + pick(random, [-4, -3, -2, -1, 0, 1, 2, 3, 4]), 1);
    const kind = random();
    const tomorrow = isoDate(this.nowSeconds + SECONDS_PER_DAY);
    // The page notes the year's first close as it reads now. The session in which a rule is made says the same, and more.
    const anchor =
      random() < 0.5
        ? { anchor: { source: 'yahoo', date: '2026-01-02', close: cents(ends[0]!.worth * scale) } }
        : {};
    // The other bound of a range is out of reach.
    const [low, high] = isAbove ? [200 - (level + 5), level + 5] : [level - 5, 200 - (level - 5)];
    const isRange = kind > 0.8 && low < 90 && high > 110;
    const rule: AlertRule = isRange
      ? {
          on: 'range',
          session: tomorrow,
          base_date: session,
          horizon_days: 1,
          low: cents(low * scale),
          high: cents(high * scale),
          ...anchor,
        }
      : kind > 0.5
        ? { on: 'day_change', direction, value: pick(random, [1, 2, 3, 4]) * (isAbove ? 1 : -1) }
        : { on: 'price', direction, value: cents(level * scale), ...anchor };
    return { rule, level, isAbove, low, high };
  }

  /** A user removes a rule, sometimes unknown to the index, and sometimes makes it again at once. */
  async removeSome(): Promise<void> {
    const { random } = this;
    const path = pick(random, this.paths);
    const [gone] = path.rules;
    if (gone === undefined) return;
    const { uid, rule } = gone;
    const key = alertKey(path.ticker, rule);
    const isTold = random() < 0.5;
    if (isTold) await this.change(uid, [{ key, version: this.version++, value: null }]);
    path.rules = path.rules.filter((one) => one.uid !== uid || alertKey(path.ticker, one.rule) !== key);
    this.known.get(uid)!.delete(key);
    this.removed.push(`${uid} ${key} `);
    // After a split the same number is another rule.
    if (rule.on === 'range' || path.split !== null || random() < 0.5) return;
    const version = this.version++;
    await this.change(uid, [{ key, version, value: { ticker: path.ticker, rule } }]);
    this.known.get(uid)!.set(key, version);
    const start = { value: null, session: isoDate(this.nowSeconds), atSeconds: this.nowSeconds };
    path.rules.push({ ...gone, start, previous: null, isNew: true });
  }

  /** One scheduled run, whatever becomes of it. */
  async run(): Promise<void> {
    const { random } = this;
    const fate = random();
    if (fate < 0.1) return;
    const isWriteLost = fate < 0.2;
    const isResponseLost = fate >= 0.2 && fate < 0.3;
    const isTwice = fate > 0.9;
    const isDown = random() < 0.1;
    const clock = random() < 0.1 ? this.nowSeconds - 7200 : this.nowSeconds;
    const some = (share: number) =>
      new Set(this.paths.filter(() => random() < share).map(({ ticker }) => ticker));
    const [failing, failingCharts, restated] = [some(0.1), some(0.3), some(0.5)];
    const charts = new Set<Ticker>();
    const source = {
      latestPrices: async (tickers: readonly Ticker[]) =>
        isDown
          ? err({ reason: 'upstream_unavailable' } as const)
          : ok(
              new Map(
                this.paths
                  .filter(({ ticker }) => tickers.includes(ticker) && !failing.has(ticker))
                  .map((path) => [path.ticker, priceOf(path, restated.has(path.ticker))] as const),
              ),
            ),
      stock: async (ticker: Ticker) => {
        if (failingCharts.has(ticker)) return err({ reason: 'upstream_timeout' } as const);
        charts.add(ticker);
        return ok(chartOf(this.paths.find((path) => path.ticker === ticker)!));
      },
    } as AlertCheck['source'];
    const check = () =>
      checkAlerts({
        db: faulty(isWriteLost, isResponseLost),
        market: 'live',
        universe: [],
        source,
        limits: { batches: 10, charts: CHARTS_PER_RUN, analyses: 1 },
        nowSeconds: clock,
      });
    await Promise.allSettled(isTwice ? [check(), check()] : [check()]);
    if (isWriteLost || isDown) return;
    for (const path of this.paths) {
      if (clock < path.askedFromSeconds) continue;
      if (failing.has(path.ticker)) {
        if (path.seen === null) path.askedFromSeconds = clock + 3600;
        continue;
      }
      const isNews = path.atSeconds <= clock && Math.floor(path.atSeconds) > (path.seen?.atSeconds ?? 0);
      const hasChart = charts.has(path.ticker);
      // The source states yesterday's close in the old scale, or not as before.
      const isUnclear = path.isHeld || !isRestated(path, restated.has(path.ticker));
      if (!isNews || (isUnclear && !hasChart)) continue;
      for (const watching of path.rules) this.observe(path, watching, hasChart);
      path.isHeld = false;
      path.seen = {
        session: path.session,
        atSeconds: Math.floor(path.atSeconds),
        worth: path.worth,
        dayChange: dayChange(path),
      };
    }
  }

  /** Shows a rule what a run has seen. A rule on prices that is older than what was seen before waits for a chart. */
  observe(path: Path, watching: Watching, hasChart: boolean): void {
    const { rule, level, isAbove, start } = watching;
    const now = { value: valueOf(rule, path), session: path.session };
    const isUnscaled = rule.on !== 'day_change' && start.session < (path.seen ?? path).session;
    if (watching.isNew && (Math.floor(path.atSeconds) <= start.atSeconds || (isUnscaled && !hasChart)))
      return;
    const last = watching.isNew ? startOf(watching, path) : watching.previous;
    watching.previous = now;
    watching.isNew = false;
    if (last === null || (rule.on === 'range' && rule.session !== path.session)) return;
    const opens = rule.on === 'day_change' ? 0 : rule.on === 'range' ? 100 : null;
    const from = opens !== null && last.session !== path.session ? opens : last.value;
    const isCrossed = isAbove ? from < level && now.value >= level : from > level && now.value <= level;
    if (!isCrossed) return;
    const key = alertEventKey(alertKey(path.ticker, rule), path.session, isAbove ? 'above' : 'below');
    this.expected.add(`${watching.uid} ${key}`);
  }

  /** Runs that hand over what was recorded, until nothing is left or every try fails. */
  async drain(): Promise<void> {
    await drainOutbox(db, { getByName: (uid) => this.objectOf(uid) }, 5, () => this.nowSeconds * 1000);
  }

  objectOf(uid: string): UserAccount {
    const recordCrossings = async (crossings: readonly Crossing[]) => {
      if (this.hasObjects && this.random() < 0.2) throw new Error('overloaded');
      const unknownRules = [];
      for (const crossing of crossings) {
        const { alert, version, session, direction } = crossing;
        const key = `${uid} ${alertEventKey(alert, session, direction)}`;
        if (this.known.get(uid)?.get(alert) !== version) unknownRules.push({ alert, version });
        else this.recorded.set(key, crossing);
      }
      // The answer may be lost after all was noted.
      if (this.hasObjects && this.random() < 0.2) throw new Error('reset');
      return ok({ unknownRules });
    };
    return { recordCrossings } as unknown as UserAccount;
  }
}

/** What a rule starts from: its own value, or what was seen last of its listing. */
function startOf({ rule, start }: Watching, { seen }: Path) {
  if (start.value !== null) return { value: start.value, session: start.session };
  return seen && { value: rule.on === 'day_change' ? seen.dayChange : seen.worth, session: seen.session };
}

/** Whether a batch states closes before a split in the new scale. Some sources do so later, but only large moves tell then. */
function isRestated({ split, session }: Path, isAtOnce: boolean): boolean {
  if (split?.date !== session) return true;
  const isLarge = Math.abs(split.denominator / split.numerator - 1) > 0.3;
  return isAtOnce || !isLarge;
}

function priceOf(path: Path, isAtOnce: boolean): LatestPrice {
  const { ends, split, scale, session } = path;
  const factor = isRestated(path, isAtOnce) ? scale : 1;
  const closes = ends.map((end) =>
    cents(end.worth * (split !== null && end.session < split.date ? factor : scale)),
  );
  const sessions = [...ends.map((end) => end.session), session];
  return {
    source: 'yahoo',
    listing: { currency: 'USD', timezone: 'UTC' } as LatestPrice['listing'],
    candles: {
      time: Float64Array.from(sessions, (date) => Date.parse(date) / 1000),
      close: Float64Array.of(...closes, cents(path.worth * scale)),
    } as LatestPrice['candles'],
    asOfSeconds: path.atSeconds,
    sessions: {} as LatestPrice['sessions'],
    delayedMinutes: 15,
  };
}

function chartOf({ ends, worth, scale, session, split }: Path): PriceSnapshot {
  const bars = [...ends, { session, worth }];
  return {
    actions: { dividends: [], splits: split ? [split] : [] },
    candles: {
      time: Float64Array.from(bars, (bar) => Date.parse(bar.session) / 1000),
      close: Float64Array.from(bars, (bar) => cents(bar.worth * scale)),
    },
  } as unknown as PriceSnapshot;
}

/** The database, whose writes of checks, or the answers to them, get lost. */
function faulty(isWriteLost: boolean, isResponseLost: boolean): D1Database {
  let isWrite = false;
  return {
    prepare: (query: string) => {
      isWrite ||= query.includes('REPLACE INTO alert_check');
      return db.prepare(query);
    },
    batch: async (statements: D1PreparedStatement[]) => {
      if (!isWrite) return db.batch(statements);
      if (isWriteLost) throw new Error('network');
      const written = await db.batch(statements);
      if (isResponseLost) throw new Error('network');
      return written;
    },
  } as unknown as D1Database;
}

test(
  '6,000 random histories: each crossing is recorded exactly once, none is invented and none is lost',
  async () => {
    for (let seed = 1; seed <= runs(6000 / LISTINGS); seed++) {
      await freshDatabase();
      const world = new World(seed);
      await world.watchAll();
      await world.addRules(150);
      for (let step = 0; step < RUNS; step++) {
        world.move();
        if (world.random() < 0.3) await world.removeSome();
        await world.addRules(3);
        await world.run();
        await world.drain();
      }
      world.hasObjects = false;
      while ((await db.prepare('SELECT COUNT(*) FROM alert_crossing').first('COUNT(*)')) !== 0)
        await world.drain();
      // A crossing of a rule that was removed since may or may not have been handed over in time.
      const isRemoved = (key: string) =>
        !world.recorded.has(key) && world.removed.some((alert) => key.startsWith(alert));
      expect([...world.recorded.keys()].toSorted(), `seed ${seed}`).toEqual(
        [...world.expected].filter((key) => !isRemoved(key)).toSorted(),
      );
      expect(world.expected.size).toBeGreaterThan(30);
    }
  },
  20 * 60_000,
);
