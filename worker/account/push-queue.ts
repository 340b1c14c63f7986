/** Queue of push messages not yet sent to a user's browsers, stored in the user's Durable Object. */
import { firedNotice, formatFor, isTimezone, SECONDS_PER_DAY, zonedDate, zonedInstant } from '#compute';
import type { Notice } from '#compute';
import { PUSH_TTL_SECONDS, sendPush } from '../alerts/web-push.ts';
import type { PushMessage, PushSettings, PushTarget } from '../alerts/web-push.ts';
import type { AlertEvent, ItemValue } from '../contract/contract.ts';
import type { ItemRow } from '../contract/user-store.ts';
import { sha256Hex } from '../sha256.ts';
import type { ItemTable } from './item-table.ts';

type Limits = ItemValue<'push_limits'>;

/** The limits of an account that has set none; `per_day` is of one browser, in a day of UTC. */
const LIMITS: Limits = { quiet: null, per_day: 20 };

/** So many events at once, as after a missed run, are one message. */
const MAX_SINGLE_MESSAGES = 3;

/** After a fault a message waits, twice as long each time. */
const FIRST_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3600;

/** Messages in the conventions that are the default of the page; times are those of the exchange. */
const FORMAT = formatFor({ region: 'us', clock: 'exchange' });

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

/** The queue of one user. Its settings are `null` where push is not configured: then nothing is queued. */
export class PushQueue {
  readonly #items: ItemTable;
  readonly #settings: PushSettings | null;

  constructor(items: ItemTable, config: PushSettings | null) {
    this.#items = items;
    this.#settings = config === null || config.VAPID_PUBLIC_KEY === '' ? null : config;
  }

  /** Queues events for every browser of the user. Returns whether there is one. */
  add(events: readonly string[], nowSeconds: number): boolean {
    if (this.#settings === null) return false;
    const { rowsWritten } = this.#items.sql(
      `INSERT OR IGNORE INTO push_due (push, event, made_at, next_at)
       SELECT item.key, e.value, ?1, ?1 FROM item, json_each(?2) e WHERE kind = 'push' AND item.value IS NOT NULL`,
      nowSeconds,
      JSON.stringify(events),
    );
    return rowsWritten > 0;
  }

  /** Sends what is due. Resolves with the subscriptions that have ended. */
  async sendDue(nowSeconds: number): Promise<readonly ItemRow[]> {
    const ended: ItemRow[] = [];
    const settings = this.#settings;
    if (settings === null) return ended;
    const { quiet, per_day: perDay } = this.#limits();
    const quietUntil = quiet === null ? nowSeconds : endOfQuiet(quiet, nowSeconds);
    this.#items.sql('DELETE FROM push_due WHERE made_at <= ?', nowSeconds - PUSH_TTL_SECONDS);
    if (quietUntil > nowSeconds) {
      this.#items.sql('UPDATE push_due SET next_at = MAX(next_at, ?)', quietUntil);
      return ended;
    }
    for (const [push, rows] of Map.groupBy(this.#due(nowSeconds), (row) => row.push)) {
      const target = rows[0]?.target ?? null;
      for (const { events, message } of await messagesOf(rows, nowSeconds)) {
        const isOver =
          target === null || message === null || (this.#sent(nowSeconds).byPush[push] ?? 0) >= perDay;
        const outcome = isOver
          ? 'refused'
          : await sendPush(settings, JSON.parse(target) as PushTarget, message, nowSeconds);
        const names = [push, JSON.stringify(events.map(({ event }) => event))] as const;
        const named = 'push = ? AND event IN (SELECT value FROM json_each(?))';
        if (typeof outcome === 'string') this.#items.sql(`DELETE FROM push_due WHERE ${named}`, ...names);
        else {
          const tries = Math.max(...events.map((row) => row.tries));
          const wait = Math.min(FIRST_RETRY_SECONDS * 2 ** tries, MAX_RETRY_SECONDS);
          const nextAt = nowSeconds + Math.max(wait, outcome.retryAfterSeconds);
          this.#items.sql(
            `UPDATE push_due SET next_at = ?, tries = tries + 1 WHERE ${named}`,
            nextAt,
            ...names,
          );
        }
        if (outcome === 'sent') this.#countSent(push, nowSeconds);
        if (outcome === 'ended') {
          this.#items.sql('DELETE FROM push_due WHERE push = ?', push);
          const subscription = this.#items.find({ kind: 'push', key: push });
          // Unless the browser has renewed it meanwhile.
          if (subscription?.value === target) ended.push(subscription);
          break;
        }
      }
    }
    return ended;
  }

  #due(nowSeconds: number): readonly DueRow[] {
    return this.#items.select<DueRow>(
      `SELECT push, event, tries, p.value AS target, e.value AS fired FROM push_due
       LEFT JOIN item p ON p.kind = 'push' AND p.key = push
       LEFT JOIN item e ON e.kind = 'alert_event' AND e.key = event WHERE next_at <= ? ORDER BY made_at`,
      nowSeconds,
    );
  }

  #limits(): Limits {
    const stored = this.#items.find({ kind: 'push_limits', key: 'push' })?.value;
    return stored ? (JSON.parse(stored) as Limits) : LIMITS;
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

interface Message {
  readonly events: readonly DueRow[];
  readonly message: PushMessage | null;
}

/** One message an event, or one for all where they are many. */
async function messagesOf(rows: readonly DueRow[], nowSeconds: number): Promise<readonly Message[]> {
  const fired = rows.flatMap((row) =>
    row.fired === null ? [] : [{ row, event: JSON.parse(row.fired) as AlertEvent }],
  );
  const gone = { events: rows.filter((row) => row.fired === null), message: null };
  if (fired.length > MAX_SINGLE_MESSAGES) {
    const tickers = [...new Set(fired.map(({ event }) => event.ticker))];
    const title = `${fired.length} alerts triggered`;
    const notice = { title, body: tickers.join(', '), tag: 'alerts', url: '/today' };
    return [gone, { events: fired.map(({ row }) => row), message: await messageOf(notice) }];
  }
  const single = fired.map(async ({ row, event }) => {
    const notice = firedNotice(FORMAT, row.event, event, nowSeconds * 1000);
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
