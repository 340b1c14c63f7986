import { alertEventKey, err, ok, SECONDS_PER_DAY } from '#compute';
import { DurableObject } from 'cloudflare:workers';
import { readConfig } from '../config.ts';
import type { WorkerBindings } from '../config.ts';
import { INSERT_ONLY_KINDS, ITEM_KINDS } from '../contract/contract.ts';
import type { AlertEvent, ItemValue } from '../contract/contract.ts';
import type { Change, Crossing, ItemRow, UserAccount } from '../contract/user-store.ts';
import { INDEX_RETRY_SECONDS, IndexedAlerts, UNINDEXED_TABLE } from './indexed-alerts.ts';
import { PUSH_TABLES, PushQueue } from './push-queue.ts';

const PAGE_ITEMS = 1000;

/** A deletion is remembered this long, and of one kind so many, so that deletions cannot fill the database. */
const DELETION_SECONDS = 90 * SECONDS_PER_DAY;
const MAX_DELETIONS = 10_000;

/** An ID token lives for an hour, so none of a deleted account is valid when its mark goes. */
const DELETED_ACCOUNT_SECONDS = 2 * 3600;

/** Events beyond this many give way to newer ones; the rest of their limit is for those that a browser sends. */
const MAX_EVENTS = 400;

/** A browser that was offline may send old events: those of before this are not pushed. */
const NEWS_SECONDS = SECONDS_PER_DAY / 2;

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
  CREATE INDEX item_deletion ON item (updated_at) WHERE value IS NULL;
  ${UNINDEXED_TABLE}
  ${PUSH_TABLES}`,
] as const;

interface State {
  readonly migrations: number;
  /** The highest version of a deletion that is forgotten; 0 for none. */
  readonly purgedVersion: number;
  /** A deleted account is refused until then, epoch seconds; 0 for one that is not deleted. */
  readonly deletedUntil: number;
  /** When the rows of a deleted account are taken out of the index of alerts, epoch seconds; 0 once they are. */
  readonly indexRemovalAt: number;
}

const NEW_STATE: State = { migrations: 0, purgedVersion: 0, deletedUntil: 0, indexRemovalAt: 0 };

const DELETED = err({ reason: 'account_deleted' } as const);

const ITEM_COLUMNS = 'kind, key, value, version, updated_at AS updatedAtSeconds';

interface Step {
  readonly change: Change;
  readonly stored: ItemRow | undefined;
}

/**
 * The account of one user, named by the user id of a verified token. Its tables are made at the first write.
 *
 * Each change has a version, and versions only rise, so a client asks for what changed after the last one it knows. The
 * first one is the second of the clock: an account that begins anew after its deletion never gives the versions of its
 * former life again. A deleted item is a row without a value, which other devices must still hear of.
 */
export class UserStore extends DurableObject implements UserAccount {
  readonly #alerts: IndexedAlerts;
  readonly #pushes: PushQueue;
  #lastRun: Promise<void> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    const config = readConfig(env as WorkerBindings);
    const market = config.ok ? config.value.MARKET_DATA : 'live';
    this.#alerts = new IndexedAlerts(ctx, env as WorkerBindings, market);
    this.#pushes = new PushQueue(ctx.storage, config.ok ? config.value : null);
    if (this.#state().migrations > 0) this.#transaction(() => this.#migrate());
  }

  async readChanges(since: number, nowSeconds: number) {
    if (this.#isDeleted(nowSeconds)) return DELETED;
    const version = this.#lastVersion();
    if (!this.#areChangesEnough(since)) return ok({ version, rows: null, hasMore: false });
    const found = this.#pageAfter(since, PAGE_ITEMS + 1);
    const rows = found.slice(0, PAGE_ITEMS);
    const hasMore = found.length > rows.length;
    const lastRead = rows.at(-1)?.version ?? since;
    return ok({ version: hasMore ? lastRead : version, rows, hasMore });
  }

  async readPage(since: number, nowSeconds: number) {
    if (this.#isDeleted(nowSeconds)) return DELETED;
    return ok(this.#pageAfter(since, PAGE_ITEMS));
  }

  async writeChanges(changes: readonly Change[], nowSeconds: number) {
    if (this.#isDeleted(nowSeconds)) return DELETED;
    const toSteps = () => changes.map((change) => ({ change, stored: this.#find(change) }));
    // To the index first: a row whose rule is not known here is removed when it fires, a rule without its row never fires.
    const newAlerts = toSteps()
      .filter(isAcceptable)
      .flatMap(({ change: { kind, key, value } }) =>
        kind === 'alert' && value !== null ? { key, value, updatedAtSeconds: nowSeconds } : [],
      );
    const areIndexed = await this.#alerts.add(newAlerts);
    if (this.#isDeleted(nowSeconds)) return DELETED;
    const steps = toSteps();
    const accepted = steps.filter(isAcceptable);
    if (this.#isOverLimit(accepted)) return err({ reason: 'over_limit' } as const);
    const written = this.#transaction(() => {
      const rows = this.#store(accepted, nowSeconds);
      for (const row of rows.values()) this.#alerts.note(row, areIndexed, nowSeconds);
      return rows;
    });
    if (accepted.some(({ change: { kind, value } }) => kind === 'alert' && value === null))
      await this.#alerts.update(nowSeconds);
    const hasNews = this.#announce(accepted, nowSeconds);
    const hasDuty = accepted.some(({ change: { kind, value } }) => value === null || kind === 'alert');
    if (hasNews || hasDuty) await this.#setAlarm(nowSeconds);
    const rows = steps.map((step) => written.get(step) ?? step.stored ?? absent(step.change));
    return ok({ version: this.#lastVersion(), rows });
  }

  async recordCrossings(crossings: readonly Crossing[], nowSeconds: number) {
    if (this.#isDeleted(nowSeconds)) return DELETED;
    const unknownAlerts = new Set<string>();
    const steps = new Map<string, Step>();
    for (const crossing of crossings) {
      const alert = this.#find({ kind: 'alert', key: crossing.alert });
      const key = alertEventKey(crossing.alert, crossing.session, crossing.direction);
      if (typeof alert?.value !== 'string') unknownAlerts.add(crossing.alert);
      // One that was deleted has been seen.
      else if (this.#find({ kind: 'alert_event', key }) === undefined) {
        const { ticker, rule } = JSON.parse(alert.value) as ItemValue<'alert'>;
        const { alert: of, ...rest } = crossing;
        const event: AlertEvent = { alert: of, ticker, rule, ...rest, is_read: false };
        const change = { kind: 'alert_event', key, value: JSON.stringify(event), baseVersion: 0 } as const;
        steps.set(key, { change, stored: undefined });
      }
    }
    const added = [...steps.values()];
    if (added.length > 0) {
      this.#transaction(() => this.#store([...this.#oldEvents(added.length), ...added], nowSeconds));
      this.#announce(added, nowSeconds);
      await this.#setAlarm(nowSeconds);
    }
    return ok({ unknownAlerts: [...unknownAlerts] });
  }

  async unwatchedAlerts(nowSeconds: number) {
    if (this.#isDeleted(nowSeconds)) return DELETED;
    return ok(this.#state().migrations === 0 ? [] : this.#alerts.missing());
  }

  async deleteAccount(nowSeconds: number): Promise<void> {
    this.#transaction(() => {
      if (this.#state().migrations > 0) {
        for (const table of ['item', 'unindexed', 'push_due']) this.#sql(`DELETE FROM ${table}`);
      }
      const deletedUntil = nowSeconds + DELETED_ACCOUNT_SECONDS;
      const indexRemovalAt = nowSeconds + INDEX_RETRY_SECONDS;
      this.#setState({ purgedVersion: 0, deletedUntil, indexRemovalAt });
    });
    // Before what may fail, and after it by how it ended.
    await this.#setAlarm(nowSeconds);
    await this.#leaveIndex(nowSeconds);
    await this.#setAlarm(nowSeconds);
  }

  override async alarm(): Promise<void> {
    await this.runDue(Math.floor(Date.now() / 1000));
  }

  /** Does what is due, one run after the other: two at once would send the same push. */
  runDue(nowSeconds: number): Promise<void> {
    const run = () => this.#run(nowSeconds);
    this.#lastRun = this.#lastRun.then(run, run);
    return this.#lastRun;
  }

  async #run(nowSeconds: number): Promise<void> {
    const { indexRemovalAt: leaveAt } = this.#state();
    if (leaveAt > 0 && leaveAt <= nowSeconds) await this.#leaveIndex(nowSeconds);
    const { deletedUntil, indexRemovalAt } = this.#state();
    if (deletedUntil > 0 && deletedUntil <= nowSeconds && indexRemovalAt === 0) {
      await this.ctx.storage.deleteAll();
      return;
    }
    this.#forgetDeletions(nowSeconds);
    if (this.#state().migrations > 0) {
      await this.#alerts.update(nowSeconds);
      const ended = await this.#pushes.sendDue(nowSeconds);
      if (!this.#isDeleted(nowSeconds)) this.#transaction(() => this.#store(ended.map(removal), nowSeconds));
    }
    await this.#setAlarm(nowSeconds);
  }

  #forgetDeletions(nowSeconds: number): void {
    this.#transaction(() => {
      const forgotten = this.#select<{ version: number }>(
        'DELETE FROM item INDEXED BY item_deletion WHERE value IS NULL AND updated_at < ? RETURNING version',
        nowSeconds - DELETION_SECONDS,
      );
      const versions = forgotten.map(({ version }) => version);
      const purgedVersion = versions.reduce((a, b) => Math.max(a, b), this.#state().purgedVersion);
      this.#setState({ purgedVersion });
    });
  }

  /** Takes the rows of a deleted account out of the index; an account that has begun anew meanwhile gets its own back. */
  async #leaveIndex(nowSeconds: number): Promise<void> {
    const isDone = await this.#alerts.removeAll();
    this.#setState({ indexRemovalAt: isDone ? 0 : nowSeconds + INDEX_RETRY_SECONDS });
    if (this.#state().migrations > 0) this.#alerts.addAllLater(nowSeconds);
  }

  /** The oldest events, to be deleted where so many more would be too many. */
  #oldEvents(added: number): readonly Step[] {
    const rows = this.#select<ItemRow>(
      `SELECT ${ITEM_COLUMNS} FROM item WHERE kind = 'alert_event' AND value IS NOT NULL ORDER BY value->>'at' DESC
       LIMIT -1 OFFSET ?`,
      Math.max(MAX_EVENTS - added, 0),
    );
    return rows.map(removal);
  }

  /** Queues the new events among changes for the user's browsers. Returns whether there are any. */
  #announce(steps: readonly Step[], nowSeconds: number): boolean {
    const news = steps.flatMap(({ change: { kind, key, value }, stored }) => {
      if (kind !== 'alert_event' || value === null || stored !== undefined) return [];
      const { at } = JSON.parse(value) as AlertEvent;
      return Date.parse(at) / 1000 > nowSeconds - NEWS_SECONDS ? key : [];
    });
    return news.length > 0 && this.#pushes.add(news, nowSeconds);
  }

  /** Wakes the object when there is something to do. The delay counts, since the caller's clock may be another. */
  async #setAlarm(nowSeconds: number): Promise<void> {
    const { deletedUntil, indexRemovalAt } = this.#state();
    const [stored] = this.#select<{ dueAt: number | null }>(
      `SELECT MIN(due_at) AS dueAt FROM (
         SELECT MIN(updated_at) + ${DELETION_SECONDS + 1} AS due_at FROM item INDEXED BY item_deletion WHERE value IS NULL
         UNION ALL SELECT MIN(next_at) FROM unindexed
         UNION ALL SELECT MIN(next_at) FROM push_due)`,
    );
    const due = Math.min(...[indexRemovalAt, deletedUntil, stored?.dueAt].map((at) => at || Infinity));
    if (due < Infinity) await this.ctx.storage.setAlarm(Date.now() + Math.max(due - nowSeconds, 0) * 1000);
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
    return [...Map.groupBy(accepted, ({ change }) => change.kind)].some(([kind, steps]) => {
      const { maxItems } = ITEM_KINDS[kind];
      if (mostRows <= maxItems) return false;
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
      this.#sql('REPLACE INTO item VALUES (?, ?, ?, ?, ?)', kind, key, value, version, nowSeconds);
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

  #lastVersion(): number {
    const [newest] = this.#select<{ version: number | null }>('SELECT MAX(version) AS version FROM item');
    return Math.max(this.#state().purgedVersion, newest?.version ?? 0);
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

function removal(stored: ItemRow): Step {
  return { change: { kind: stored.kind, key: stored.key, value: null, baseVersion: stored.version }, stored };
}

function absent({ kind, key }: Change): ItemRow {
  return { kind, key, value: null, version: 0, updatedAtSeconds: 0 };
}

/** Whether a change was made on the stored version and alters the value. An insert-only item is inserted and deleted once. */
function isAcceptable({ change: { kind, value, baseVersion }, stored }: Step): boolean {
  if (baseVersion !== (stored?.version ?? 0) || value === (stored?.value ?? null)) return false;
  return !INSERT_ONLY_KINDS.has(kind) || stored === undefined || value === null;
}

/** Whether an accepted change makes an item where there was none. */
function isAddition({ stored }: Step): boolean {
  return (stored?.value ?? null) === null;
}
