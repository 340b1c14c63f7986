import { SECONDS_PER_DAY } from '#compute';
import { INSERT_ONLY_KINDS, ITEM_KINDS } from '../contract/contract.ts';
import type { ItemKind } from '../contract/contract.ts';

/** An item with its value as JSON; `value` is `null` if it is deleted. */
export interface ItemRow {
  readonly kind: ItemKind;
  readonly key: string;
  readonly value: string | null;
  /** 0 if there is none. */
  readonly version: number;
  readonly updatedAtSeconds: number;
}

/** A valid change; its JSON has the fields in schema order. */
export interface Change extends Pick<ItemRow, 'kind' | 'key' | 'value'> {
  /** The version that the client knew; 0 for none. */
  readonly baseVersion: number;
}

/** How long deletions are kept, and how many of one kind, so that they cannot fill the database. */
export const DELETION_SECONDS = 90 * SECONDS_PER_DAY;
const MAX_DELETIONS = 10_000;

/** The deletions that are forgotten in time. An own range's is not: the range could be entered again once its outcome is known. */
export const FORGETTABLE = "value IS NULL AND kind <> 'own_range'";

/** One row for each star, alert, setting, forecast and so on. A row without a value is a deletion. */
const TABLE = `
  CREATE TABLE item (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT,
    version INTEGER NOT NULL CHECK (version > 0),
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX item_version ON item (version);
  CREATE INDEX item_deletion ON item (updated_at) WHERE ${FORGETTABLE};`;

const NEW_STATE = {
  hasTable: false,
  /** The highest version among deletions that were dropped; 0 for none. */
  purgedVersion: 0,
  /** Until when a deleted account refuses requests, epoch seconds; 0 if it is not deleted. */
  deletedUntil: 0,
  /** The index may still have rules of the account from before its deletion. */
  isRemovalDue: false,
  /** The index of rules has every change of an alert up to this version. */
  indexedVersion: 0,
  /** When the index is updated next, epoch seconds, and the wait after a failure; 0 if it is up to date. */
  indexDueAt: 0,
  indexWaitSeconds: 0,
};
type State = Readonly<typeof NEW_STATE>;

const ITEM_COLUMNS = 'kind, key, value, version, updated_at AS updatedAtSeconds';

export interface Step {
  readonly change: Change;
  readonly stored: ItemRow | undefined;
}

/**
 * Each change gets a higher version than the last. The first is the clock's epoch second, so that an account that begins again
 * never repeats one. A deleted item stays as a row without a value, for the user's other devices.
 */
export class ItemTable {
  readonly storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  find({ kind, key }: Pick<Change, 'kind' | 'key'>): ItemRow | undefined {
    return this.#items('WHERE kind = ? AND key = ?', kind, key)[0];
  }

  /** The rows after a version, deletions included. */
  changedAfter(since: number): ItemRow[] {
    return this.#items('WHERE version > ? ORDER BY version', since);
  }

  /** Items of a kind changed after a version, removed ones included, the earliest change first. */
  ofKind(kind: ItemKind, since = 0): ItemRow[] {
    return this.#items('WHERE kind = ? AND version > ? ORDER BY version', kind, since);
  }

  #items(where: string, ...values: SqlStorageValue[]): ItemRow[] {
    return this.select<ItemRow>(`SELECT ${ITEM_COLUMNS} FROM item ${where}`, ...values);
  }

  lastVersion(): number {
    const [newest] = this.select<{ version: number | null }>('SELECT MAX(version) AS version FROM item');
    return Math.max(this.state().purgedVersion, newest?.version ?? 0);
  }

  /** Whether changes are enough for a client with this version: not for a new one, after a purge, or from before a deletion. */
  areChangesEnough(since: number): boolean {
    const [first] = this.select<{ version: number | null }>('SELECT MIN(version) AS version FROM item');
    return since >= Math.max(first?.version ?? 1, this.state().purgedVersion) && since <= this.lastVersion();
  }

  /** The changes for which the account has no room. The first of each kind fit. */
  beyondLimits(accepted: readonly Step[]): ReadonlySet<Step> {
    const beyond = [...Map.groupBy(accepted, ({ change }) => change.kind)].flatMap(([kind, steps]) => {
      const { maxItems } = ITEM_KINDS[kind];
      const removals = steps.filter(({ change }) => change.value === null).length;
      const [{ rows, items } = { rows: 0, items: 0 }] = this.select<{ rows: number; items: number }>(
        'SELECT COUNT(*) AS rows, COUNT(value) AS items FROM item WHERE kind = ?',
        kind,
      );
      const newRows = steps.filter(({ stored }) => stored === undefined);
      const added = steps.filter(({ stored }) => (stored?.value ?? null) === null);
      const additions = added.slice(Math.max(maxItems - items, 0) + removals);
      return additions.concat(newRows.slice(Math.max(maxItems + MAX_DELETIONS - rows, 0)));
    });
    return new Set(beyond);
  }

  store(accepted: readonly Step[], nowSeconds: number): void {
    if (accepted.length === 0) return;
    if (!this.state().hasTable) this.storage.sql.exec(TABLE);
    this.setState({ hasTable: true, deletedUntil: 0 });
    const last = this.lastVersion() || nowSeconds;
    for (const [i, { change }] of accepted.entries()) {
      const { kind, key, value } = change;
      this.select('REPLACE INTO item VALUES (?, ?, ?, ?, ?)', kind, key, value, last + i + 1, nowSeconds);
    }
  }

  forgetDeletions(nowSeconds: number): void {
    const isOld = `INDEXED BY item_deletion WHERE ${FORGETTABLE} AND updated_at < ?`;
    this.#forget(isOld, nowSeconds - DELETION_SECONDS);
  }

  /** Drops all events but the newest. Browsers do the same, so no deletion is kept. */
  forgetEventsBeyond(newest: number): void {
    const isOld = `WHERE kind = 'alert_event' AND key IN (SELECT key FROM item
      WHERE kind = 'alert_event' AND value IS NOT NULL ORDER BY value->>'at' DESC LIMIT -1 OFFSET ?)`;
    this.#forget(isOld, newest);
  }

  #forget(where: string, ...values: SqlStorageValue[]): void {
    this.storage.transactionSync(() => {
      const rows = this.select<{ version: number }>(`DELETE FROM item ${where} RETURNING version`, ...values);
      const { purgedVersion } = this.state();
      this.setState({
        purgedVersion: rows.reduce((last, { version }) => Math.max(last, version), purgedVersion),
      });
    });
  }

  isDeleted(nowSeconds: number): boolean {
    return this.state().deletedUntil > nowSeconds;
  }

  state(): State {
    return this.storage.kv.get<State>('state') ?? NEW_STATE;
  }

  setState(fields: Partial<State>): void {
    const before = this.state();
    const after = { ...before, ...fields };
    if (JSON.stringify(after) !== JSON.stringify(before)) this.storage.kv.put('state', after);
  }

  /** The rows of a statement; none while there is no table. */
  select<Row>(statement: string, ...values: SqlStorageValue[]): Row[] {
    return this.state().hasTable ? (this.storage.sql.exec(statement, ...values).toArray() as Row[]) : [];
  }
}

/** The step from a stored item to another value, or to its deletion. */
export function stepTo(value: string | null, stored: ItemRow): Step {
  return { change: { kind: stored.kind, key: stored.key, value, baseVersion: stored.version }, stored };
}

/** Whether a change was made on the stored version and alters the value. An insert-only item is inserted and deleted once. */
export function isAcceptable({ change: { kind, value, baseVersion }, stored }: Step): boolean {
  if (baseVersion !== (stored?.version ?? 0) || value === (stored?.value ?? null)) return false;
  return !INSERT_ONLY_KINDS.has(kind) || stored === undefined || value === null;
}
