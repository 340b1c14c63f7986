/** Queue of push messages not yet sent to a user's browsers, stored in the user's Durable Object. */
import { CONVENTIONS, triggeredNotice, formatFor, isTimezone, SECONDS_PER_DAY } from '#compute';
import { zonedDate, zonedInstant } from '#compute';
import type { Format, Notice, Region } from '#compute';
import type { AlertEvent, ItemValue } from '../contract/contract.ts';
import type { ItemRow } from '../contract/user-store.ts';
import { sha256Hex } from '../sha256.ts';
import { PUSH_TTL_SECONDS, sendPush } from './web-push.ts';
import type { PushMessage, PushOutcome, PushSettings, PushTarget } from './web-push.ts';

type Limits = ItemValue<'push_limits'>;

/** The limits of an account that has set none; `per_day` is of one browser, in a day of UTC. */
const LIMITS: Limits = { quiet: null, per_day: 20 };

/** So many events at once, as after a missed run, are one message. */
const MAX_SINGLE_MESSAGES = 3;

/** After a fault a message waits, twice as long each time. */
const FIRST_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3600;

/** Tickers in a message about many events: a message must stay under 3 KB. */
const MAX_NAMED_TICKERS = 20;

/** What the queue uses of its user's database. */
interface UserDatabase {
  readonly storage: Pick<DurableObjectStorage, 'kv'>;
  find(item: Pick<ItemRow, 'kind' | 'key'>): ItemRow | undefined;
  select<Row>(query: string, ...values: SqlStorageValue[]): Row[];
  sql(statements: string, ...values: SqlStorageValue[]): { readonly rowsWritten: number };
}

interface DueRow {
  readonly push: string;
  readonly event: string;
  readonly tries: number;
  readonly target: string | null;
  readonly fired: string | null;
}

/** Pushes sent to each browser on a day of UTC. */
interface Sent {
  readonly day: number;
  readonly byPush: Readonly<Record<string, number>>;
}

/** The queue of one user. Its settings are `null` if push is not configured: then nothing is queued, and what is expires. */
export class PushQueue {
  readonly #items: UserDatabase;
  readonly #settings: PushSettings | null;

  constructor(items: UserDatabase, config: PushSettings | null) {
    this.#items = items;
    this.#settings = config === null || config.VAPID_PUBLIC_KEY === '' ? null : config;
  }

  /** Queues events for every browser of the user. Returns whether there is one. */
  add(events: readonly string[], nowSeconds: number): boolean {
    if (this.#settings === null) return false;
    const { rowsWritten } = this.#items.sql(
      `INSERT OR IGNORE INTO push_due (push, event, due_at, expires_at)
       SELECT item.key, e.value, ?1, ?1 + ${PUSH_TTL_SECONDS} FROM item, json_each(?2) e
       WHERE kind = 'push' AND item.value IS NOT NULL`,
      nowSeconds,
      JSON.stringify(events),
    );
    return rowsWritten > 0;
  }

  /** When there is something to do, epoch seconds; `null` for an empty queue. */
  nextDueSeconds(): number | null {
    const column = this.#settings === null ? 'expires_at' : 'due_at';
    const [next] = this.#items.select<{ at: number | null }>(`SELECT MIN(${column}) AS at FROM push_due`);
    return next?.at ?? null;
  }

  /** Sends what is due. Resolves with the subscriptions that have ended. */
  async sendDue(nowSeconds: number): Promise<readonly ItemRow[]> {
    const settings = this.#settings;
    this.#items.sql('DELETE FROM push_due WHERE expires_at <= ?', nowSeconds);
    if (settings === null) return [];
    const { quiet } = this.#limits();
    const quietUntil = quiet === null ? nowSeconds : endOfQuiet(quiet, nowSeconds);
    if (quietUntil > nowSeconds) {
      this.#items.sql(
        `UPDATE push_due SET due_at = MAX(due_at, ?1), expires_at = MAX(expires_at, ?1 + ${PUSH_TTL_SECONDS})`,
        quietUntil,
      );
      return [];
    }
    const browsers = [...Map.groupBy(this.#due(nowSeconds), ({ push }) => push).values()];
    // Push services do not wait for each other.
    const ended = await Promise.all(browsers.map((rows) => this.#sendTo(settings, rows, nowSeconds)));
    return ended.flat();
  }

  /** Sends what is due to one browser. Resolves with its subscription if that has ended. */
  async #sendTo(
    settings: PushSettings,
    rows: readonly DueRow[],
    nowSeconds: number,
  ): Promise<readonly ItemRow[]> {
    const [{ push, target } = { push: '', target: null }] = rows;
    const { per_day: perDay } = this.#limits();
    for (const { events, message } of await messagesOf(rows, this.#format(target), nowSeconds)) {
      const isOver = (this.#sent(nowSeconds).byPush[push] ?? 0) >= perDay;
      const outcome =
        target === null || message === null || isOver
          ? 'refused'
          : await sendPush(settings, JSON.parse(target) as PushTarget, message, nowSeconds);
      const retryAt = nowSeconds + waitSeconds(outcome, Math.max(...events.map(({ tries }) => tries)));
      const names = [push, JSON.stringify(events.map(({ event }) => event))] as const;
      const named = 'push = ? AND event IN (SELECT value FROM json_each(?))';
      if (retryAt > nowSeconds)
        this.#items.sql(
          `UPDATE push_due SET due_at = ?, tries = tries + 1 WHERE ${named}`,
          retryAt,
          ...names,
        );
      else this.#items.sql(`DELETE FROM push_due WHERE ${named}`, ...names);
      if (outcome === 'sent') this.#countSent(push, nowSeconds);
      if (outcome === 'ended') {
        this.#items.sql('DELETE FROM push_due WHERE push = ?', push);
        const subscription = this.#items.find({ kind: 'push', key: push });
        // Unless the browser has renewed it meanwhile.
        return subscription?.value === target ? [subscription] : [];
      }
    }
    return [];
  }

  #due(nowSeconds: number): readonly DueRow[] {
    return this.#items.select<DueRow>(
      `SELECT push, event, tries, p.value AS target, e.value AS fired FROM push_due
       LEFT JOIN item p ON p.kind = 'push' AND p.key = push
       LEFT JOIN item e ON e.kind = 'alert_event' AND e.key = event WHERE due_at <= ? ORDER BY expires_at`,
      nowSeconds,
    );
  }

  #limits(): Limits {
    return this.#value<Limits>('push_limits', 'push') ?? LIMITS;
  }

  /** The user's own conventions, or the browser's; a server knows no local time, so times are those of the exchange or UTC. */
  #format(target: string | null): Format {
    const browser = target === null ? null : (JSON.parse(target) as PushTarget);
    const region = this.#value<ItemValue<'setting'>>('setting', 'region')?.choice ?? browser?.region ?? 'us';
    const clock = this.#value<ItemValue<'setting'>>('setting', 'clock')?.choice;
    return formatFor({
      region: region in CONVENTIONS ? (region as Region) : 'us',
      clock: clock === 'utc' ? clock : 'exchange',
    });
  }

  #value<Value>(kind: ItemRow['kind'], key: string): Value | null {
    return JSON.parse(this.#items.find({ kind, key })?.value ?? 'null') as Value | null;
  }

  #sent(nowSeconds: number): Sent {
    const day = Math.floor(nowSeconds / SECONDS_PER_DAY);
    const sent = this.#items.storage.kv.get<Sent>('pushes');
    return sent?.day === day ? sent : { day, byPush: {} };
  }

  #countSent(push: string, nowSeconds: number): void {
    const { day, byPush } = this.#sent(nowSeconds);
    this.#items.storage.kv.put('pushes', { day, byPush: { ...byPush, [push]: (byPush[push] ?? 0) + 1 } });
  }
}

/** How long a message waits after an outcome; 0 if it is not sent again. */
function waitSeconds(outcome: PushOutcome, tries: number): number {
  if (outcome === 'misconfigured') return MAX_RETRY_SECONDS;
  if (typeof outcome === 'string') return 0;
  return Math.max(Math.min(FIRST_RETRY_SECONDS * 2 ** tries, MAX_RETRY_SECONDS), outcome.retryAfterSeconds);
}

interface Message {
  readonly events: readonly DueRow[];
  readonly message: PushMessage | null;
}

/** One message an event, or one for all where they are many. */
async function messagesOf(
  rows: readonly DueRow[],
  format: Format,
  nowSeconds: number,
): Promise<readonly Message[]> {
  const fired = rows.flatMap((row) =>
    row.fired === null ? [] : [{ row, event: JSON.parse(row.fired) as AlertEvent }],
  );
  const gone = { events: rows.filter((row) => row.fired === null), message: null };
  if (fired.length > MAX_SINGLE_MESSAGES) {
    const tickers = [...new Set(fired.map(({ event }) => event.ticker))];
    const unnamed = tickers.length - MAX_NAMED_TICKERS;
    const title = `${fired.length} alerts triggered`;
    const names = tickers.slice(0, MAX_NAMED_TICKERS).join(', ');
    const body = unnamed > 0 ? `${names} and ${unnamed} more` : names;
    const notice = { title, body, tag: 'alerts', url: '/today' };
    return [gone, { events: fired.map(({ row }) => row), message: await messageOf(notice) }];
  }
  const single = fired.map(async ({ row, event }) => {
    const notice = triggeredNotice(format, row.event, event, nowSeconds * 1000);
    return { events: [row], message: await messageOf(notice) };
  });
  return [gone, ...(await Promise.all(single))];
}

/**
 * The text that the page's service worker reads, and a name of up to 32 characters by which a push service replaces a message
 * that it has not delivered yet (RFC 8030, 5.4).
 */
async function messageOf(notice: Notice): Promise<PushMessage> {
  return { text: JSON.stringify(notice), topic: (await sha256Hex(notice.tag)).slice(0, 32) };
}

/** When the quiet hours around an instant end; the instant itself where it is in none. */
function endOfQuiet({ from, to, timezone }: NonNullable<Limits['quiet']>, nowSeconds: number): number {
  const zone = isTimezone(timezone) ? timezone : 'UTC';
  const date = zonedDate(nowSeconds, zone);
  const at = (hour: number, days: number) => zonedInstant(date + days * SECONDS_PER_DAY, hour * 3600, zone);
  const nights = [-1, 0].map((day) => [at(from, day), at(to, from < to ? day : day + 1)] as const);
  const night = nights.find(([start, end]) => from !== to && start <= nowSeconds && nowSeconds < end);
  return night?.[1] ?? nowSeconds;
}
