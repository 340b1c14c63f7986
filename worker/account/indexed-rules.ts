/** Keeps the shared index of rules in step with one user's alerts, even if either database fails repeatedly. */
import { isoDate, isoInstant, SECONDS_PER_DAY } from '#compute';
import { EXPIRED_SECONDS, readIndex, updateIndex, userRemoval, watchedAlert } from '../alerts/rule-index.ts';
import type { IndexedRule, Market } from '../alerts/rule-index.ts';
import type { AlertStatus } from '../contract/contract.ts';
import type { ItemRow } from '../contract/user-store.ts';
import { inTime } from '../resilience/single-flight.ts';
import type { ItemTable } from './item-table.ts';

const FIRST_RETRY_SECONDS = 5 * 60;
const MAX_RETRY_SECONDS = SECONDS_PER_DAY;

const INDEX_TIMEOUT_MS = 1500;

interface UserIndex {
  readonly db: D1Database;
  /** `null` while the configuration is invalid. */
  readonly market: Market | null;
  readonly uid: string;
}

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
      const changes = isRemovalDue ? [] : this.#items.alertsAfter(indexedVersion);
      const last = changes.at(-1);
      if (!isRemovalDue && last === undefined) return this.#items.setState({ indexDueAt: 0 });
      const isDone = await this.#attempt((index) => (isRemovalDue ? remove(index) : add(index, changes)));
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
    const unwatched = this.#items.alertsAfter(0).flatMap((row) => {
      const { key, version } = row;
      const alert = watchedAlert(row);
      if (alert === null) return [];
      const { rule } = alert;
      const level = byRule.get(key);
      const isPast = rule.on === 'range' && rule.session < isoDate(nowSeconds - EXPIRED_SECONDS);
      if (level?.market === this.#index?.market || (!isRead && version <= indexedVersion)) return [];
      if (level !== undefined) return { key, reason: 'other_market' as const };
      if (version > indexedVersion) return { key, reason: 'pending' as const };
      if (isPast) return { key, reason: 'past' as const };
      return { key, reason: 'unknown_listing' as const };
    });
    const checks = new Map(
      levels.map(({ ticker, checkedAtSeconds: at }) => [ticker, at === null ? null : isoInstant(at)]),
    );
    return { checks: [...checks].map(([ticker, checked_at]) => ({ ticker, checked_at })), unwatched };
  }
}

/** Removes a user's rules. A database that was never migrated has none. */
async function remove({ db, uid }: UserIndex): Promise<void> {
  await db.batch(userRemoval(db, [uid])).catch((cause: unknown) => {
    if (!String(cause).includes('no such table')) throw cause;
  });
}

async function add({ db, market, uid }: UserIndex, changes: readonly ItemRow[]): Promise<void> {
  if (market === null) throw new Error('the configuration is invalid');
  await updateIndex(db, market, uid, changes);
}
