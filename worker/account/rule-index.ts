/**
 * The index of all users' rules in D1 (`worker/migrations/0002_alerts.sql`). Each user's object writes its own rows, and keeps
 * them in step with its alerts even if either database fails repeatedly.
 */
import { isoDate, SECONDS_PER_DAY, type LedgerName } from '#compute';
import { alertLevels, PRICE_METRICS } from '../contract/contract.ts';
import type { AlertStatus, ItemValue } from '../contract/contract.ts';
import { EXPIRED_SECONDS, userRemoval } from '../alerts/check-store.ts';
import { inTime } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import type { ItemRow, ItemTable } from './item-table.ts';

/** The scale session of levels that no split changes. It is later than any session. */
const ANY_SCALE = '9999-12-31';

/** An alert that is to be watched; `null` if it was removed or has triggered once and for all. */
export function watchedAlert({ value }: Pick<ItemRow, 'value'>): ItemValue<'alert'> | null {
  const alert = JSON.parse(value ?? 'null') as ItemValue<'alert'> | null;
  return alert?.once === 'triggered' ? null : alert;
}

interface UserIndex {
  readonly db: D1Database;
  /** `null` while the configuration is invalid. */
  readonly market: LedgerName | null;
  readonly uid: string;
}

/** Brings a user's rows up to date. A rule that is already indexed in its present version stays as it is. */
export async function updateIndex(
  { db, market, uid }: UserIndex,
  changes: readonly ItemRow[],
): Promise<void> {
  if (market === null) throw new Error('the configuration is invalid');
  const unwatched = changes.filter((row) => watchedAlert(row) === null);
  const removed = unwatched.map(({ key, version }) => [key, version]);
  const rows = JSON.stringify(changes.flatMap(levelRows));
  await db.batch([
    sql(db)`DELETE FROM alert_rule WHERE uid = ${uid} AND EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(removed)}) WHERE value->>0 = rule AND version < value->>1)`,
    sql(db)`
      REPLACE INTO alert_rule (uid, rule, direction, version, market, ticker, metric, level, opens, session,
        start, start_session, start_at, scale_session)
      SELECT ${uid}, value->>'rule', value->>'direction', value->>'version', ${market}, value->>'ticker',
        value->>'metric', value->>'level', value->>'opens', value->>'session', value->>'start',
        value->>'startSession', value->>'startAt', value->>'scaleSession'
      FROM json_each(${rows}) LEFT JOIN alert_rule o
        ON o.uid = ${uid} AND o.rule = value->>'rule' AND o.direction = value->>'direction'
      WHERE o.uid IS NULL OR o.version < value->>'version'`,
    sql(db)`
      INSERT OR IGNORE INTO alert_listing (market, ticker, known_at)
      SELECT ${market}, value->>'ticker', MAX(value->>'changedAt') FROM json_each(${rows}) GROUP BY 2`,
  ]);
}

function levelRows({ key, version, value, updatedAtSeconds: changedAt }: ItemRow) {
  const alert = watchedAlert({ value });
  if (alert === null) return [];
  const { ticker, rule, start } = alert;
  // A device's clock may be ahead.
  const startAt = Math.min(start ? Math.floor(Date.parse(start.at) / 1000) : changedAt, changedAt);
  const startSession = start?.session ?? isoDate(startAt);
  return alertLevels(rule).map((level) =>
    Object.assign(level, {
      rule: key,
      version,
      ticker,
      start: start?.value ?? null,
      startSession,
      startAt,
      scaleSession: PRICE_METRICS.includes(level.metric) ? startSession : ANY_SCALE,
      changedAt,
    }),
  );
}

/** Each indexed rule of a user, and its market. */
export async function readIndex(db: D1Database, uid: string) {
  const { results } = await sql(db)`
    SELECT DISTINCT rule, market FROM alert_rule WHERE uid = ${uid}`.all<{
    rule: string;
    market: LedgerName;
  }>();
  return results;
}

const FIRST_RETRY_SECONDS = 5 * 60;
const MAX_RETRY_SECONDS = SECONDS_PER_DAY;

const INDEX_TIMEOUT_MS = 1500;

/** Alerts are stored before they are indexed, so a refused one never reaches the index; the state holds the indexed version. */
export class IndexedRules {
  readonly #items: ItemTable;
  readonly #index: UserIndex | null;

  constructor(items: ItemTable, index: UserIndex | null) {
    this.#items = items;
    this.#index = index;
  }

  /** Schedules an update. Call it in the transaction that changes alerts. */
  noteChange(nowSeconds: number): void {
    this.#items.setState({
      indexDueAt: nowSeconds + FIRST_RETRY_SECONDS,
      indexWaitSeconds: FIRST_RETRY_SECONDS,
    });
  }

  /** Brings the index up to date: removes what it has of a deleted account, then adds later changes. Never rejects. */
  async update(nowSeconds: number): Promise<void> {
    for (;;) {
      const { isRemovalDue, indexedVersion, indexWaitSeconds: waitSeconds } = this.#items.state();
      const changes = isRemovalDue ? [] : this.#items.ofKind('alert', indexedVersion);
      const last = changes.at(-1);
      if (!isRemovalDue && last === undefined) return this.#items.setState({ indexDueAt: 0 });
      const work = (index: UserIndex) => (isRemovalDue ? remove(index) : updateIndex(index, changes));
      const isDone = (await this.#attempt(work)) !== null;
      // The account was deleted meanwhile, which has begun an update of its own.
      const now = this.#items.state();
      if (isRemovalDue !== now.isRemovalDue) return;
      if (isRemovalDue && (isDone || this.#index === null))
        this.#items.setState({ isRemovalDue: false, indexedVersion: 0 });
      else if (last && isDone)
        this.#items.setState({ indexedVersion: Math.max(now.indexedVersion, last.version) });
      else {
        const indexWaitSeconds = Math.min(2 * waitSeconds, MAX_RETRY_SECONDS);
        return this.#items.setState({ indexDueAt: nowSeconds + waitSeconds, indexWaitSeconds });
      }
    }
  }

  /** `null` if it fails. */
  async #attempt<T>(work: (index: UserIndex) => Promise<T>): Promise<T | null> {
    if (this.#index === null) return null;
    try {
      return await inTime(INDEX_TIMEOUT_MS, work(this.#index));
    } catch (cause) {
      console.error(JSON.stringify({ event: 'alert_index_failed', cause: String(cause) }));
      return null;
    }
  }

  /** The alerts that are not watched, with the reason. */
  async unwatched(nowSeconds: number): Promise<AlertStatus['unwatched']> {
    const indexed = await this.#attempt(({ db, uid }) => readIndex(db, uid));
    const markets = new Map(indexed?.map(({ rule, market }) => [rule, market]));
    const { indexedVersion } = this.#items.state();
    return this.#items.ofKind('alert').flatMap((row) => {
      const { key, version } = row;
      const alert = watchedAlert(row);
      const market = markets.get(key);
      if (alert === null || market === this.#index?.market) return [];
      if (indexed === null && version <= indexedVersion) return [];
      if (market !== undefined) return { key, reason: 'other_market' };
      if (version > indexedVersion) return { key, reason: 'pending' };
      const { rule } = alert;
      const isPast = rule.on === 'range' && rule.session < isoDate(nowSeconds - EXPIRED_SECONDS);
      return { key, reason: isPast ? 'past' : 'unknown_listing' };
    });
  }
}

/** Removes a user's rules. A database that was never migrated has none. */
async function remove({ db, uid }: UserIndex): Promise<void> {
  await db.batch(userRemoval(db, [uid])).catch((cause: unknown) => {
    if (!String(cause).includes('no such table')) throw cause;
  });
}
