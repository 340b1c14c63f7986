/** Keeps the shared index of rules in step with one user's alerts, even if either database fails repeatedly. */
import { isoDate, isoInstant, SECONDS_PER_DAY } from '#compute';
import {
  EXPIRED_SECONDS,
  MAX_LEVELS_PER_USER,
  readIndex,
  updateIndex,
  userRemoval,
} from '../alerts/rule-index.ts';
import type { IndexedRule, Market } from '../alerts/rule-index.ts';
import type { AlertStatus, ItemValue } from '../contract/contract.ts';
import { inTime } from '../resilience/single-flight.ts';
import type { ItemTable } from './item-table.ts';

/** The wait before the index is tried again after a failure. It doubles each time. */
const FIRST_RETRY_SECONDS = 5 * 60;
const MAX_RETRY_SECONDS = SECONDS_PER_DAY;

/** How long a user's request waits for the index. */
const INDEX_TIMEOUT_MS = 1500;

const CHANGES_PER_UPDATE = 400;

interface UserIndex {
  readonly db: D1Database;
  /** `null` while the configuration is invalid. */
  readonly market: Market | null;
  readonly uid: string;
}

/**
 * Alerts are stored first and indexed afterwards, so what the account refuses never reaches the index. The account's state holds the
 * version up to which the index has every change.
 */
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

  /** Brings the index up to date. Never rejects. */
  async update(nowSeconds: number): Promise<void> {
    const changes = this.#items.alertsAfter(this.#items.state().indexedVersion, CHANGES_PER_UPDATE);
    const last = changes.at(-1);
    if (last === undefined) {
      this.#items.setState({ indexDueAt: 0 });
      return;
    }
    const rules = changes.map(({ key, version, value, updatedAtSeconds }) => ({
      key,
      version,
      value: JSON.parse(value ?? 'null') as ItemValue<'alert'> | null,
      changedAtSeconds: updatedAtSeconds,
    }));
    const isDone = await this.#attempt(async ({ db, market, uid }) => {
      if (market === null) throw new Error('the configuration is invalid');
      await updateIndex(db, market, uid, rules);
    });
    if (this.#items.isDeleted(nowSeconds)) return;
    if (isDone) {
      const { indexedVersion } = this.#items.state();
      this.#items.setState({ indexedVersion: Math.max(indexedVersion, last.version) });
      await this.update(nowSeconds);
    } else this.#items.setState({ indexDueAt: nowSeconds + this.#nextWait() });
  }

  /** Removes a deleted account's rules. If the account has begun again meanwhile, its rules are indexed again. Never rejects. */
  async removeAll(nowSeconds: number): Promise<void> {
    const isDone = await this.#attempt(({ db, uid }) =>
      db.batch(userRemoval(db, [uid])).catch((cause: unknown) => {
        // A database that was never migrated has nothing to remove.
        if (!String(cause).includes('no such table')) throw cause;
      }),
    );
    const hasItems = this.#items.pageAfter(0, 1).length > 0;
    this.#items.setState(
      isDone || this.#index === null
        ? { indexRemovalAt: 0, indexedVersion: 0, indexDueAt: hasItems ? nowSeconds : 0 }
        : { indexRemovalAt: nowSeconds + this.#nextWait() },
    );
  }

  #nextWait(): number {
    const { indexWaitSeconds: waitSeconds } = this.#items.state();
    this.#items.setState({ indexWaitSeconds: Math.min(2 * waitSeconds, MAX_RETRY_SECONDS) });
    return waitSeconds;
  }

  async #attempt(work: (index: UserIndex) => Promise<unknown>): Promise<boolean> {
    if (this.#index === null) return false;
    try {
      await inTime(INDEX_TIMEOUT_MS, work(this.#index));
      return true;
    } catch (cause) {
      console.error(JSON.stringify({ event: 'alert_index_failed', cause: String(cause) }));
      return false;
    }
  }

  /** When each watched listing was last checked, and which alerts are not watched, with the reason. */
  async watchState(nowSeconds: number): Promise<Pick<AlertStatus, 'checks' | 'unwatched'>> {
    const levels: IndexedRule[] = [];
    const isRead = await this.#attempt(async ({ db, uid }) => levels.push(...(await readIndex(db, uid))));
    const byRule = new Map(levels.map((level) => [level.rule, level]));
    const { indexedVersion } = this.#items.state();
    const unwatched = this.#items.alertsAfter(0, Infinity).flatMap(({ key, version, value }) => {
      if (value === null) return [];
      const { rule } = JSON.parse(value) as ItemValue<'alert'>;
      const level = byRule.get(key);
      const isPast = rule.on === 'range' && rule.session < isoDate(nowSeconds - EXPIRED_SECONDS);
      if (level?.market === this.#index?.market || (!isRead && version <= indexedVersion)) return [];
      if (level !== undefined) return { key, reason: 'other_market' as const };
      if (version > indexedVersion) return { key, reason: 'pending' as const };
      if (isPast) return { key, reason: 'past' as const };
      const isFull = levels.length >= MAX_LEVELS_PER_USER - 1;
      return { key, reason: isFull ? ('limit' as const) : ('unknown_listing' as const) };
    });
    const checks = new Map(
      levels.map(({ ticker, checkedAtSeconds: at }) => [ticker, at === null ? null : isoInstant(at)]),
    );
    return { checks: [...checks].map(([ticker, checked_at]) => ({ ticker, checked_at })), unwatched };
  }
}
