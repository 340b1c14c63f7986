import { err, ok } from '#compute';
import { alertEventKey } from '../contract/contract.ts';
import type { AlertEvent, Crossing, ItemValue } from '../contract/contract.ts';
import { DurableObject } from 'cloudflare:workers';
import { readConfig, type WorkerBindings } from '../config.ts';
import { DELETION_SECONDS, FORGETTABLE, isAcceptable, ItemTable, stepTo } from './item-table.ts';
import type { Change, ItemRow, Step } from './item-table.ts';
import { PushQueue } from './push-queue.ts';
import { IndexedRules } from './rule-index.ts';

/** An ID token is valid for an hour, so a deleted account's tokens have all expired by then. */
const DELETED_ACCOUNT_SECONDS = 2 * 3600;

/** The Worker keeps this many events, the newest. The rest of the limit is for those that a browser sends. */
const MAX_EVENTS = 400;

const MIN_ALARM_SECONDS = 30;

const DELETED = err({ reason: 'account_deleted' } as const);

export type UserAccount = Pick<
  UserStore,
  'readChanges' | 'writeChanges' | 'recordCrossings' | 'unwatchedAlerts' | 'deleteAccount'
>;

export interface UserAccounts {
  getByName(uid: string): UserAccount;
}

/** One user's account. The object's name is the user id of a verified token. Times are epoch seconds; calls can be repeated safely. */
export class UserStore extends DurableObject {
  readonly #items: ItemTable;
  readonly #rules: IndexedRules;
  readonly #pushes: PushQueue;
  #lastRun: Promise<void> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    const { RECORD: db, ...bindings } = env as WorkerBindings;
    const config = readConfig(bindings);
    const market = config.ok ? config.value.MARKET_DATA : null;
    const { name: uid } = ctx.id;
    this.#items = new ItemTable(ctx.storage);
    this.#rules = new IndexedRules(this.#items, db && uid !== undefined ? { db, market, uid } : null);
    this.#pushes = new PushQueue(this.#items, config.ok ? config.value : null);
  }

  /**
   * The items that changed after a version, stored deletions included, in order of their versions. `isFull`: all of them, for
   * version 0 and if the changes are not known any more.
   */
  async readChanges(since: number, nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    const isFull = !this.#items.areChangesEnough(since);
    const rows = this.#items.changedAfter(isFull ? 0 : since);
    return ok({ version: this.#items.lastVersion(), rows, isFull });
  }

  /** Accepts all changes to stored versions, or none if over a limit. Gives the batch's items as stored afterwards. */
  async writeChanges(changes: readonly Change[], nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    const steps = changes.map((change) => ({ change, stored: this.#items.find(change) }));
    const accepted = steps.filter(isAcceptable);
    const beyond = this.#items.beyondLimits(accepted);
    if (beyond.size > 0) {
      const refused = steps.flatMap((step, index) => (beyond.has(step) ? index : []));
      return err({ reason: 'over_limit', refused } as const);
    }
    const stored = this.#store(accepted, nowSeconds);
    // Before any other change.
    const rows = changes.map(({ kind, key }): ItemRow => {
      return this.#items.find({ kind, key }) ?? { kind, key, value: null, version: 0, updatedAtSeconds: 0 };
    });
    const version = this.#items.lastVersion();
    await stored;
    return ok({ version, rows });
  }

  /** Stores items at once, then sets the alarm and indexes alerts. */
  async #store(steps: readonly Step[], nowSeconds: number): Promise<void> {
    const hasAlerts = steps.some(({ change: { kind } }) => kind === 'alert');
    this.ctx.storage.transactionSync(() => {
      if (hasAlerts) this.#rules.noteChange(nowSeconds);
      this.#items.store(steps, nowSeconds);
    });
    // Before any other await, so that items and alarm are stored together.
    if (steps.length > 0) await this.#setAlarm(nowSeconds, true);
    if (hasAlerts) {
      await this.#rules.update(nowSeconds);
      await this.#setAlarm(nowSeconds);
    }
  }

  /** Records crossings as events, each once, and notifies browsers. Gives the rules that the account lacks in that version. */
  async recordCrossings(crossings: readonly Crossing[], nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    const unknownRules: Pick<Crossing, 'alert' | 'version'>[] = [];
    const events = new Map<string, Step>();
    /** Alerts that trigger once, by key. */
    const ended = new Map<string, Step>();
    for (const crossing of crossings) {
      const alert = this.#items.find({ kind: 'alert', key: crossing.alert });
      const key = alertEventKey(crossing.alert, crossing.session, crossing.direction);
      // An alert of another version was removed and made again.
      if (typeof alert?.value !== 'string' || alert.version !== crossing.version)
        unknownRules.push({ alert: crossing.alert, version: crossing.version });
      // A deleted event has been read.
      else if (!ended.has(crossing.alert) && this.#items.find({ kind: 'alert_event', key }) === undefined) {
        const value = JSON.parse(alert.value) as ItemValue<'alert'>;
        const { version: _, ...fields } = crossing;
        const event: AlertEvent = { ...fields, ticker: value.ticker, rule: value.rule, is_read: false };
        const change = { kind: 'alert_event', key, value: JSON.stringify(event), baseVersion: 0 } as const;
        events.set(key, { change, stored: undefined });
        const end: ItemValue<'alert'> = { ...value, once: 'triggered' };
        if (value.once) ended.set(crossing.alert, stepTo(JSON.stringify(end), alert));
      }
    }
    if (events.size > 0) this.#items.forgetEventsBeyond(Math.max(MAX_EVENTS - events.size, 0));
    await this.#store([...events.values(), ...ended.values()], nowSeconds);
    return ok({ unknownRules });
  }

  async unwatchedAlerts(nowSeconds: number) {
    if (this.#items.isDeleted(nowSeconds)) return DELETED;
    return ok(await this.#rules.unwatched(nowSeconds));
  }

  /** Deletes everything in the account and refuses it for two hours. */
  async deleteAccount(nowSeconds: number) {
    this.ctx.storage.transactionSync(() => {
      this.#items.select('DELETE FROM item');
      this.#rules.noteChange(nowSeconds);
      const deletedUntil = nowSeconds + DELETED_ACCOUNT_SECONDS;
      this.#items.setState({ purgedVersion: 0, deletedUntil, isRemovalDue: true });
    });
    // Once before the part that may fail, and again after it.
    await this.#setAlarm(nowSeconds);
    await this.#rules.update(nowSeconds);
    await this.#setAlarm(nowSeconds);
    return ok(undefined);
  }

  override async alarm(): Promise<void> {
    await this.runDue(Math.floor(Date.now() / 1000));
  }

  /** Does what is due. Runs follow each other, because two at once would send the same push. */
  runDue(nowSeconds: number): Promise<void> {
    const run = () => this.#run(nowSeconds);
    this.#lastRun = this.#lastRun.then(run, run);
    return this.#lastRun;
  }

  async #run(nowSeconds: number): Promise<void> {
    if (isDue(this.#items.state().indexDueAt, nowSeconds)) await this.#rules.update(nowSeconds);
    const { deletedUntil, isRemovalDue } = this.#items.state();
    if (!isRemovalDue && isDue(deletedUntil, nowSeconds)) {
      await this.ctx.storage.deleteAll();
      return;
    }
    this.#items.forgetDeletions(nowSeconds);
    const ended = await this.#pushes.sendDue(nowSeconds);
    const steps = ended.map((row) => stepTo(null, row));
    if (!this.#items.isDeleted(nowSeconds)) this.#items.store(steps, nowSeconds);
    await this.#setAlarm(nowSeconds);
  }

  /** Sets the alarm for the next thing to do. It counts from the object's clock, since the caller's may differ. */
  async #setAlarm(nowSeconds: number, hasNews = false): Promise<void> {
    const { deletedUntil, isRemovalDue, indexDueAt } = this.#items.state();
    const [oldest] = this.#items.select<{ at: number | null }>(
      `SELECT MIN(updated_at) AS at FROM item INDEXED BY item_deletion WHERE ${FORGETTABLE}`,
    );
    const forgetAt = oldest?.at && oldest.at + DELETION_SECONDS + 1;
    const pushAt = this.#pushes.nextDueSeconds(nowSeconds);
    const deleteAt = isRemovalDue ? 0 : deletedUntil;
    const times = [deleteAt, indexDueAt, forgetAt, pushAt].map((at) => at || Infinity);
    const waitSeconds = Math.max(Math.min(...times) - nowSeconds, MIN_ALARM_SECONDS);
    // Pushes are sent at once. The alarm is for the rest, or if this is cut short.
    if (hasNews && pushAt === nowSeconds) this.ctx.waitUntil(this.runDue(nowSeconds));
    if (waitSeconds < Infinity) await this.ctx.storage.setAlarm(Date.now() + waitSeconds * 1000);
  }
}

function isDue(at: number, nowSeconds: number): boolean {
  return at > 0 && at <= nowSeconds;
}
