/** Keeps the shared alert index consistent with one user's items, even if either store fails repeatedly. */
import { indexAlerts, removeAlerts, userRemoval } from '../alerts/alert-index.ts';
import type { ItemValue } from '../contract/contract.ts';
import type { ItemRow } from '../contract/user-store.ts';
import { inTime } from '../resilience/single-flight.ts';
import type { ItemTable } from './item-table.ts';

export const INDEX_RETRY_SECONDS = 5 * 60;
/** The longest a user's request waits for the index. */
const INDEX_TIMEOUT_MS = 1500;

type AlertRow = Pick<ItemRow, 'key' | 'updatedAtSeconds'> & { readonly value: string };

interface UserIndex {
  readonly db: D1Database;
  readonly market: 'live' | 'sample';
  readonly uid: string;
}

/** What the index could not take stays noted in the user's own database. */
export class IndexedAlerts {
  readonly #items: ItemTable;
  readonly #index: UserIndex | null;

  constructor(items: ItemTable, index: UserIndex | null) {
    this.#items = items;
    this.#index = index;
  }

  async add(alerts: readonly AlertRow[]): Promise<boolean> {
    if (alerts.length === 0) return true;
    const stored = alerts.map(({ key, value, updatedAtSeconds }) => ({
      key,
      value: JSON.parse(value) as ItemValue<'alert'>,
      madeAtSeconds: updatedAtSeconds,
    }));
    return this.#inIndex(({ db, market, uid }) => indexAlerts(db, market, uid, stored), false);
  }

  /** Changes the index. Returns whether that is done, and `ifAbsent` where there is no index. */
  async #inIndex(change: (index: UserIndex) => Promise<unknown>, ifAbsent: boolean): Promise<boolean> {
    if (this.#index === null) return ifAbsent;
    try {
      await inTime(INDEX_TIMEOUT_MS, change(this.#index));
      return true;
    } catch (cause) {
      if (String(cause).includes('no such table')) return ifAbsent;
      console.error(JSON.stringify({ event: 'alert_index_failed', cause: String(cause) }));
      return false;
    }
  }

  /** Notes of a changed alert whether its rows in the index still have to follow: those of a removed one always have to. */
  note({ kind, key, value, version }: ItemRow, areIndexed: boolean, nowSeconds: number): void {
    if (kind !== 'alert') return;
    const nextAt = nowSeconds + (value === null ? 0 : INDEX_RETRY_SECONDS);
    if (value !== null && areIndexed) this.#items.sql('DELETE FROM unindexed WHERE key = ?', key);
    else this.#items.sql('REPLACE INTO unindexed VALUES (?, ?, ?)', key, version, nextAt);
  }

  /** Brings rows of the index up to date with their items. */
  async update(nowSeconds: number): Promise<void> {
    const rows = this.#items.select<Omit<ItemRow, 'kind'>>(
      `SELECT u.key, u.version, value, updated_at AS updatedAtSeconds
       FROM unindexed u LEFT JOIN item ON kind = 'alert' AND item.key = u.key WHERE next_at <= ?`,
      nowSeconds,
    );
    const missing = rows.flatMap(({ value, ...row }) => (value === null ? [] : { ...row, value }));
    const removed = rows.flatMap(({ key, value }) => (value === null ? key : []));
    const isDone =
      (removed.length === 0 ||
        (await this.#inIndex(({ db, uid }) => removeAlerts(db, uid, removed), true))) &&
      (await this.add(missing));
    const retryAt = nowSeconds + INDEX_RETRY_SECONDS;
    for (const { key, version } of rows) {
      if (isDone) this.#items.sql('DELETE FROM unindexed WHERE key = ? AND version = ?', key, version);
      else this.#items.sql('UPDATE unindexed SET next_at = ? WHERE key = ?', retryAt, key);
    }
  }

  removeAll(): Promise<boolean> {
    return this.#inIndex(({ db, uid }) => db.batch(userRemoval(db, uid)), true);
  }

  addAllLater(nowSeconds: number): void {
    if (!this.#items.hasTables()) return;
    this.#items.sql(
      `INSERT OR IGNORE INTO unindexed SELECT key, version, ? FROM item WHERE kind = 'alert' AND value IS NOT NULL`,
      nowSeconds,
    );
  }

  missing(): readonly string[] {
    const rows = this.#items.select<{ key: string }>(
      `SELECT u.key FROM unindexed u JOIN item ON kind = 'alert' AND item.key = u.key AND value IS NOT NULL`,
    );
    return rows.map(({ key }) => key);
  }
}
