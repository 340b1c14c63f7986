import { alertEventKey, err, ok, SECONDS_PER_DAY } from '#compute';
import { DurableObject } from 'cloudflare:workers';
import { readConfig, type WorkerBindings } from '../config.ts';
import type { AlertEvent, ItemValue } from '../contract/contract.ts';
import type { Change, Crossing, ItemRow, UserAccount } from '../contract/user-store.ts';
import { INDEX_RETRY_SECONDS, IndexedAlerts } from './indexed-alerts.ts';
import { DELETION_SECONDS, isAcceptable, ItemTable, removal, type Step } from './item-table.ts';
import { PushQueue } from './push-queue.ts';

const PAGE_ITEMS = 1000;

/** An ID token lives for an hour, so none of a deleted account is valid when its mark goes. */
const DELETED_ACCOUNT_SECONDS = 2 * 3600;

/** Events beyond this many give way to newer ones; the rest of their limit is for those that a browser sends. */
const MAX_EVENTS = 400;

/** A browser that was offline may send old events: those of before this are not pushed. */
const NEWS_SECONDS = SECONDS_PER_DAY / 2;

const DELETED = err({ reason: 'account_deleted' } as const);

/** The account of one user, named by the user id of a verified token. */
export class UserStore extends DurableObject implements UserAccount {
  readonly #items: ItemTable;
  readonly #alerts: IndexedAlerts;
  readonly #pushes: PushQueue;
  #lastRun: Promise<void> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    const { RECORD: db, ...bindings } = env as WorkerBindings;
    const config = readConfig(bindings);
    const market = config.ok ? config.value.MARKET_DATA : 'live';
    const { name: uid } = ctx.id;
    this.#items = new ItemTable(ctx.storage);
    this.#alerts = new IndexedAlerts(this.#items, db && uid !== undefined ? { db, market, uid } : null);
    this.#pushes = new PushQueue(this.#items, config.ok ? config.value : null);
  }

  async readChanges(since: number, nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    const version = this.#items.lastVersion();
    if (!this.#items.areChangesEnough(since)) return ok({ version, rows: null, hasMore: false });
    const found = this.#items.pageAfter(since, PAGE_ITEMS + 1);
    const rows = found.slice(0, PAGE_ITEMS);
    const hasMore = found.length > rows.length;
    const lastRead = rows.at(-1)?.version ?? since;
    return ok({ version: hasMore ? lastRead : version, rows, hasMore });
  }

  async readPage(since: number, nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    return ok(this.#items.pageAfter(since, PAGE_ITEMS));
  }

  async writeChanges(changes: readonly Change[], nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    const toSteps = () => changes.map((change) => ({ change, stored: this.#items.find(change) }));
    // Write the index first: an orphaned index row is removed when it triggers, but a rule without a row would never trigger.
    const newAlerts = toSteps()
      .filter(isAcceptable)
      .flatMap(({ change: { kind, key, value } }) =>
        kind === 'alert' && value !== null ? { key, value, updatedAtSeconds: nowSeconds } : [],
      );
    const areIndexed = await this.#alerts.add(newAlerts);
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    const steps = toSteps();
    const accepted = steps.filter(isAcceptable);
    if (this.#items.isOverLimit(accepted)) return err({ reason: 'over_limit' } as const);
    const written = this.#items.transaction(() => {
      const rows = this.#items.store(accepted, nowSeconds);
      for (const row of rows.values()) this.#alerts.note(row, areIndexed, nowSeconds);
      return rows;
    });
    if (accepted.some(({ change: { kind, value } }) => kind === 'alert' && value === null))
      await this.#alerts.update(nowSeconds);
    const hasNews = this.#announce(accepted, nowSeconds);
    const hasDuty = accepted.some(({ change: { kind, value } }) => value === null || kind === 'alert');
    if (hasNews || hasDuty) await this.#setAlarm(nowSeconds);
    const rows = steps.map((step) => written.get(step) ?? step.stored ?? absent(step.change));
    return ok({ version: this.#items.lastVersion(), rows });
  }

  async recordCrossings(crossings: readonly Crossing[], nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    const unknownAlerts = new Set<string>();
    const steps = new Map<string, Step>();
    for (const crossing of crossings) {
      const alert = this.#items.find({ kind: 'alert', key: crossing.alert });
      const key = alertEventKey(crossing.alert, crossing.session, crossing.direction);
      if (typeof alert?.value !== 'string') unknownAlerts.add(crossing.alert);
      // One that was deleted has been seen.
      else if (this.#items.find({ kind: 'alert_event', key }) === undefined) {
        const { ticker, rule } = JSON.parse(alert.value) as ItemValue<'alert'>;
        const { alert: of, ...rest } = crossing;
        const event: AlertEvent = { alert: of, ticker, rule, ...rest, is_read: false };
        const change = { kind: 'alert_event', key, value: JSON.stringify(event), baseVersion: 0 } as const;
        steps.set(key, { change, stored: undefined });
      }
    }
    const added = [...steps.values()];
    if (added.length > 0) {
      const old = this.#items.eventsBeyond(Math.max(MAX_EVENTS - added.length, 0)).map(removal);
      this.#items.transaction(() => this.#items.store([...old, ...added], nowSeconds));
      this.#announce(added, nowSeconds);
      await this.#setAlarm(nowSeconds);
    }
    return ok({ unknownAlerts: [...unknownAlerts] });
  }

  async unwatchedAlerts(nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    return ok(this.#alerts.missing());
  }

  async deleteAccount(nowSeconds: number): Promise<void> {
    this.#items.transaction(() => {
      if (this.#items.hasTables()) {
        for (const table of ['item', 'unindexed', 'push_due']) this.#items.sql(`DELETE FROM ${table}`);
      }
      const deletedUntil = nowSeconds + DELETED_ACCOUNT_SECONDS;
      const indexRemovalAt = nowSeconds + INDEX_RETRY_SECONDS;
      this.#items.setState({ purgedVersion: 0, deletedUntil, indexRemovalAt });
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
    const { indexRemovalAt: leaveAt } = this.#items.state();
    if (leaveAt > 0 && leaveAt <= nowSeconds) await this.#leaveIndex(nowSeconds);
    const { deletedUntil, indexRemovalAt } = this.#items.state();
    if (deletedUntil > 0 && deletedUntil <= nowSeconds && indexRemovalAt === 0) {
      await this.ctx.storage.deleteAll();
      return;
    }
    this.#items.forgetDeletions(nowSeconds);
    if (this.#items.hasTables()) {
      await this.#alerts.update(nowSeconds);
      const ended = await this.#pushes.sendDue(nowSeconds);
      if (!this.#items.isDeleted(nowSeconds))
        this.#items.transaction(() => this.#items.store(ended.map(removal), nowSeconds));
    }
    await this.#setAlarm(nowSeconds);
  }

  /** Takes the rows of a deleted account out of the index; an account that has begun anew meanwhile gets its own back. */
  async #leaveIndex(nowSeconds: number): Promise<void> {
    const isDone = await this.#alerts.removeAll();
    this.#items.setState({ indexRemovalAt: isDone ? 0 : nowSeconds + INDEX_RETRY_SECONDS });
    this.#alerts.addAllLater(nowSeconds);
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
    const { deletedUntil, indexRemovalAt } = this.#items.state();
    const [stored] = this.#items.select<{ dueAt: number | null }>(
      `SELECT MIN(due_at) AS dueAt FROM (
         SELECT MIN(updated_at) + ${DELETION_SECONDS + 1} AS due_at FROM item INDEXED BY item_deletion WHERE value IS NULL
         UNION ALL SELECT MIN(next_at) FROM unindexed
         UNION ALL SELECT MIN(next_at) FROM push_due)`,
    );
    const due = Math.min(...[indexRemovalAt, deletedUntil, stored?.dueAt].map((at) => at || Infinity));
    if (due < Infinity) await this.ctx.storage.setAlarm(Date.now() + Math.max(due - nowSeconds, 0) * 1000);
  }
}

function absent({ kind, key }: Change): ItemRow {
  return { kind, key, value: null, version: 0, updatedAtSeconds: 0 };
}
