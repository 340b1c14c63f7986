import { err, ok, SECONDS_PER_DAY } from '#compute';
import { DurableObject } from 'cloudflare:workers';
import { ITEM_KINDS } from '../contract/contract.ts';
import type { Change, ItemRow, UserAccount } from '../contract/user-store.ts';

/** Items of one page of a response. */
const PAGE_ITEMS = 1000;

/** A deletion is remembered this long, and of one kind so many, so that deletions cannot fill the database. */
const DELETION_SECONDS = 90 * SECONDS_PER_DAY;
const MAX_DELETIONS = 10_000;

/** An ID token lives for an hour, so none of a deleted account is valid when its mark goes. */
const DELETED_ACCOUNT_SECONDS = 2 * 3600;

/** Each takes the tables one step further. Objects are at different steps, so one that was deployed stays as it is. */
const MIGRATIONS = [
  // One row for each star, alert, setting, forecast and so on. A row without a value is a deletion.
  `CREATE TABLE item (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT,
    version INTEGER NOT NULL CHECK (version > 0),
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX item_version ON item (version);
  CREATE INDEX item_deletion ON item (updated_at) WHERE value IS NULL;`,
] as const;

/** What an object stores beside its items. */
interface State {
  /** Migrations that were applied; 0 while there are no tables. */
  readonly migrations: number;
  /** The highest version of a deletion that is forgotten; 0 for none. */
  readonly purgedVersion: number;
  /** A deleted account is refused until then, epoch seconds; 0 for one that is not deleted. */
  readonly deletedUntil: number;
}

const NEW_STATE: State = { migrations: 0, purgedVersion: 0, deletedUntil: 0 };

const ITEM_COLUMNS = 'kind, key, value, version, updated_at AS updatedAtSeconds';

/** A change and the item that it would replace. */
interface Step {
  readonly change: Change;
  readonly stored: ItemRow | undefined;
}

/**
 * The account of one user: an object for each, named by the user id of a verified token, with a database of its
 * own. It has one writer and keeps nothing in memory. Its tables are made at the first write.
 *
 * Each change has a version, and versions only rise, so a client asks for what changed after the last one it knows. The
 * first one is the second of the clock: an account that begins anew after its deletion never gives the versions of its
 * former life again. A deleted item is a row without a value, which other devices must still hear of.
 */
export class UserStore extends DurableObject implements UserAccount {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    if (this.#state().migrations > 0) this.#transaction(() => this.#migrate());
  }

  async readChanges(since: number, nowSeconds: number): ReturnType<UserAccount['readChanges']> {
    if (this.#isDeleted(nowSeconds)) return err({ reason: 'account_deleted' });
    const newest = this.#newest();
    const version = this.#lastVersion();
    const changedAtSeconds = newest?.updatedAtSeconds ?? null;
    if (!this.#areChangesEnough(since)) return ok({ version, changedAtSeconds, rows: null, hasMore: false });
    const found = this.#pageAfter(since, PAGE_ITEMS + 1);
    const rows = found.slice(0, PAGE_ITEMS);
    const hasMore = found.length > rows.length;
    const lastRead = rows.at(-1)?.version ?? since;
    return ok({ version: hasMore ? lastRead : version, changedAtSeconds, rows, hasMore });
  }

  async readPage(since: number, nowSeconds: number): ReturnType<UserAccount['readPage']> {
    if (this.#isDeleted(nowSeconds)) return err({ reason: 'account_deleted' });
    return ok(this.#pageAfter(since, PAGE_ITEMS));
  }

  async writeChanges(
    changes: readonly Change[],
    nowSeconds: number,
  ): ReturnType<UserAccount['writeChanges']> {
    if (this.#isDeleted(nowSeconds)) return err({ reason: 'account_deleted' });
    const steps = changes.map((change) => ({ change, stored: this.#find(change) }));
    const accepted = steps.filter(isAcceptable);
    if (this.#isOverLimit(accepted)) return err({ reason: 'over_limit' });
    const written = this.#transaction(() => this.#store(accepted, nowSeconds));
    if (accepted.some(({ change }) => change.value === null)) await this.#setAlarm(nowSeconds);
    const rows = steps.map((step) => written.get(step) ?? step.stored ?? absent(step.change));
    return ok({ version: this.#lastVersion(), rows });
  }

  async deleteAccount(nowSeconds: number): Promise<void> {
    this.#transaction(() => {
      if (this.#state().migrations > 0) this.#sql('DELETE FROM item');
      this.#setState({ purgedVersion: 0, deletedUntil: nowSeconds + DELETED_ACCOUNT_SECONDS });
    });
    await this.#setAlarm(nowSeconds);
  }

  override async alarm(): Promise<void> {
    await this.purge(Math.floor(Date.now() / 1000));
  }

  /** Forgets deletions of over 90 days ago and, once its mark has served, that the account was deleted. */
  async purge(nowSeconds: number): Promise<void> {
    const { deletedUntil, purgedVersion } = this.#state();
    if (deletedUntil > 0 && deletedUntil <= nowSeconds) {
      await this.ctx.storage.deleteAll();
      return;
    }
    const before = nowSeconds - DELETION_SECONDS;
    const [last] = this.#select<{ version: number }>(
      `SELECT version FROM item INDEXED BY item_deletion WHERE value IS NULL AND updated_at < ?
       ORDER BY version DESC LIMIT 1`,
      before,
    );
    if (last !== undefined) {
      this.#transaction(() => {
        this.#setState({ purgedVersion: Math.max(purgedVersion, last.version) });
        this.#sql('DELETE FROM item WHERE value IS NULL AND updated_at < ?', before);
      });
    }
    await this.#setAlarm(nowSeconds);
  }

  /** Wakes the object when there is something to forget. The delay counts, since the caller's clock may be another. */
  async #setAlarm(nowSeconds: number): Promise<void> {
    const { deletedUntil } = this.#state();
    const [deletion] = this.#select<{ updatedAt: number }>(
      `SELECT updated_at AS updatedAt FROM item INDEXED BY item_deletion WHERE value IS NULL
       ORDER BY updated_at LIMIT 1`,
    );
    const due = deletedUntil || (deletion && deletion.updatedAt + DELETION_SECONDS + 1);
    if (due !== undefined) await this.ctx.storage.setAlarm(Date.now() + (due - nowSeconds) * 1000);
  }

  /**
   * Whether the changes after a version are all that its client lacks. They are not where deletions after it are forgotten,
   * or where it may be of the account's former life: the account has not come so far again, or every row is newer.
   */
  #areChangesEnough(since: number): boolean {
    if (since < this.#state().purgedVersion || since > this.#lastVersion()) return false;
    const [oldest] = this.#pageAfter(0, 1);
    return since === 0 || oldest === undefined || since >= oldest.version;
  }

  #isOverLimit(accepted: readonly Step[]): boolean {
    const [oldest] = this.#pageAfter(0, 1);
    // Every row has a version of its own, so an account whose versions span less than a limit is below it.
    const mostRows = accepted.length + (oldest ? this.#lastVersion() - oldest.version + 1 : 0);
    const kinds = new Set(accepted.filter(isAddition).map(({ change }) => change.kind));
    return Array.from(kinds).some((kind) => {
      const { maxItems } = ITEM_KINDS[kind];
      if (mostRows <= maxItems) return false;
      const steps = accepted.filter(({ change }) => change.kind === kind);
      const newRows = steps.filter(({ stored }) => stored === undefined).length;
      const removals = steps.filter(({ change }) => change.value === null).length;
      const newItems = steps.filter(isAddition).length - removals;
      const [{ rows, items } = { rows: 0, items: 0 }] = this.#select<{ rows: number; items: number }>(
        'SELECT COUNT(*) AS rows, COUNT(value) AS items FROM item WHERE kind = ?',
        kind,
      );
      return (
        (newItems > 0 && items + newItems > maxItems) ||
        (newRows > 0 && rows + newRows > maxItems + MAX_DELETIONS)
      );
    });
  }

  /** Writes changes. Returns the new rows. */
  #store(accepted: readonly Step[], nowSeconds: number): ReadonlyMap<Step, ItemRow> {
    const written = new Map<Step, ItemRow>();
    if (accepted.length === 0) return written;
    this.#migrate();
    this.#setState({ deletedUntil: 0 });
    const last = this.#lastVersion() || nowSeconds;
    for (const [i, step] of accepted.entries()) {
      const { kind, key, value } = step.change;
      const version = last + i + 1;
      this.#sql(
        `INSERT INTO item (kind, key, value, version, updated_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (kind, key) DO UPDATE
         SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at`,
        kind,
        key,
        value,
        version,
        nowSeconds,
      );
      written.set(step, { kind, key, value, version, updatedAtSeconds: nowSeconds });
    }
    return written;
  }

  #migrate(): void {
    const { migrations } = this.#state();
    for (const migration of MIGRATIONS.slice(migrations)) this.#sql(migration);
    this.#setState({ migrations: MIGRATIONS.length });
  }

  #isDeleted(nowSeconds: number): boolean {
    return this.#state().deletedUntil > nowSeconds;
  }

  /** The last version that was given; 0 before the first change. */
  #lastVersion(): number {
    return Math.max(this.#state().purgedVersion, this.#newest()?.version ?? 0);
  }

  #newest(): ItemRow | undefined {
    return this.#select<ItemRow>(`SELECT ${ITEM_COLUMNS} FROM item ORDER BY version DESC LIMIT 1`)[0];
  }

  #find({ kind, key }: Pick<Change, 'kind' | 'key'>): ItemRow | undefined {
    return this.#select<ItemRow>(`SELECT ${ITEM_COLUMNS} FROM item WHERE kind = ? AND key = ?`, kind, key)[0];
  }

  #pageAfter(since: number, limit: number): ItemRow[] {
    return this.#select<ItemRow>(
      `SELECT ${ITEM_COLUMNS} FROM item WHERE version > ? ORDER BY version LIMIT ?`,
      since,
      limit,
    );
  }

  #state(): State {
    return this.ctx.storage.kv.get<State>('state') ?? NEW_STATE;
  }

  /** Changes fields of the state; writes nothing where they are the same. */
  #setState(fields: Partial<State>): void {
    const before = this.#state();
    const after = { ...before, ...fields };
    if (JSON.stringify(after) !== JSON.stringify(before)) this.ctx.storage.kv.put('state', after);
  }

  /** The rows of a query; none while there are no tables. */
  #select<Row>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#state().migrations === 0 ? [] : (this.#sql(query, ...values).toArray() as Row[]);
  }

  #sql(statements: string, ...values: SqlStorageValue[]) {
    return this.ctx.storage.sql.exec(statements, ...values);
  }

  #transaction<T>(work: () => T): T {
    return this.ctx.storage.transactionSync(work);
  }
}

/** The row of an item that was never stored. */
function absent({ kind, key }: Change): ItemRow {
  return { kind, key, value: null, version: 0, updatedAtSeconds: 0 };
}

/** Whether a change was made on the stored version and alters the value. An insert-only item is inserted and deleted once. */
function isAcceptable({ change: { kind, value, baseVersion }, stored }: Step): boolean {
  if (baseVersion !== (stored?.version ?? 0) || value === (stored?.value ?? null)) return false;
  return !ITEM_KINDS[kind].isInsertOnly || stored === undefined || value === null;
}

/** Whether an accepted change makes an item where there was none. */
function isAddition({ stored }: Step): boolean {
  return (stored?.value ?? null) === null;
}
