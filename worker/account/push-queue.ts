import {
  CONVENTIONS,
  formatFor,
  isTimezone,
  SECONDS_PER_DAY,
  triggeredNotice,
  zonedDate,
  zonedInstant,
  type Format,
  type Notice,
  type Region,
} from '#compute';
import { PUSH_LIMITS } from '../contract/contract.ts';
import type { AlertEvent, ItemValue } from '../contract/contract.ts';
import type { ItemRow, ItemTable } from './item-table.ts';
import { PUSH_TTL_SECONDS, sendPush } from './web-push.ts';
import type { PushOutcome, PushSettings, PushTarget } from './web-push.ts';

/** More events than this at once, as after a missed run, share one message. */
const MAX_SINGLE_MESSAGES = 3;

const FIRST_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3600;

/** Tickers in a message about many events: a message must stay under 3 KB. */
const MAX_NAMED_TICKERS = 20;

/** Which messages a browser has got. Times are epoch seconds. */
const NO_PROGRESS = {
  /** Version of the last event that was sent or dropped. */
  version: 0,
  dueAt: 0,
  /** The end of the last quiet hours. The age of an event that waited for it counts from there. */
  heldUntil: 0,
  tries: 0,
  /** Messages sent on a UTC day. */
  day: 0,
  sent: 0,
};
type Progress = Readonly<typeof NO_PROGRESS>;

interface WaitingEvent {
  readonly key: string;
  readonly version: number;
  readonly event: AlertEvent;
}

/** Messages are not stored: every unread event newer than a browser's progress is due, until it is twelve hours old. */
export class PushQueue {
  readonly #items: ItemTable;
  readonly #settings: PushSettings | null;

  constructor(items: ItemTable, config: PushSettings | null) {
    this.#items = items;
    this.#settings = config === null || config.VAPID_PUBLIC_KEY === '' ? null : config;
  }

  /** When there is something to send, epoch seconds; `Infinity` if nothing waits. */
  nextDueSeconds(nowSeconds: number): number {
    const waiting = this.#browsers().filter((browser) => this.#waiting(browser, nowSeconds).length > 0);
    return Math.min(...waiting.map((browser) => Math.max(this.#progress(browser).dueAt, nowSeconds)));
  }

  /** Sends what is due. Resolves with the subscriptions that have ended. */
  async sendDue(nowSeconds: number): Promise<readonly ItemRow[]> {
    const settings = this.#settings;
    if (settings === null) return [];
    const sending = this.#browsers().map((browser) => this.#sendTo(settings, browser, nowSeconds));
    return (await Promise.all(sending)).flat();
  }

  async #sendTo(settings: PushSettings, browser: ItemRow, nowSeconds: number): Promise<readonly ItemRow[]> {
    const waiting = this.#waiting(browser, nowSeconds);
    const [first] = waiting;
    if (first === undefined || this.#progress(browser).dueAt > nowSeconds) return [];
    const { quiet, per_day: perDay } = this.#value<typeof PUSH_LIMITS>('push_limits', 'push') ?? PUSH_LIMITS;
    const quietUntil = quiet === null ? nowSeconds : endOfQuiet(quiet, nowSeconds);
    if (quietUntil > nowSeconds) {
      // What is too old by now stays behind.
      this.#advance(browser, { version: first.version - 1, dueAt: quietUntil, heldUntil: quietUntil });
      return [];
    }
    const target = JSON.parse(browser.value ?? '') as PushTarget;
    const today = Math.floor(nowSeconds / SECONDS_PER_DAY);
    for (const [version, notice] of noticesOf(waiting, this.#format(target), nowSeconds)) {
      const { day, sent, tries } = this.#progress(browser);
      const sentToday = day === today ? sent : 0;
      const outcome = sentToday < perDay ? await sendPush(settings, target, notice, nowSeconds) : 'refused';
      const wait = waitSeconds(outcome, tries);
      if (wait > 0) {
        this.#advance(browser, { dueAt: nowSeconds + wait, tries: tries + 1 });
        return [];
      }
      const count = outcome === 'sent' ? sentToday + 1 : sentToday;
      this.#advance(browser, { version, tries: 0, day: today, sent: count });
      // The browser may have renewed it meanwhile.
      if (outcome === 'ended') return this.#items.find(browser)?.value === browser.value ? [browser] : [];
    }
    return [];
  }

  #browsers(): readonly ItemRow[] {
    if (this.#settings === null) return [];
    return this.#items.ofKind('push').filter(({ value }) => value !== null);
  }

  #waiting(browser: ItemRow, nowSeconds: number): readonly WaitingEvent[] {
    const { version: last, heldUntil } = this.#progress(browser);
    return this.#items.ofKind('alert_event', last).flatMap(({ key, value, version, updatedAtSeconds }) => {
      const event = JSON.parse(value ?? 'null') as AlertEvent | null;
      if (event === null || event.is_read) return [];
      // A browser that was offline reports its events late.
      const isNews = Date.parse(event.at) / 1000 + PUSH_TTL_SECONDS > updatedAtSeconds;
      const isInTime = Math.max(updatedAtSeconds, heldUntil) + PUSH_TTL_SECONDS > nowSeconds;
      return isNews && isInTime ? { key, version, event } : [];
    });
  }

  /** A new browser gets the events after its subscription. */
  #progress({ key, version }: ItemRow): Progress {
    const all = this.#items.storage.kv.get<Record<string, Progress>>('pushes');
    return all?.[key] ?? { ...NO_PROGRESS, version };
  }

  #advance(browser: ItemRow, change: Partial<Progress>): void {
    const { kv } = this.#items.storage;
    const known = this.#browsers().map((one) => [one.key, this.#progress(one)] as const);
    const progress = { ...this.#progress(browser), ...change };
    kv.put('pushes', { ...Object.fromEntries(known), [browser.key]: progress });
  }

  /** The user's formats, or the browser's. The server does not know the user's local time, so times are the exchange's or UTC. */
  #format(target: PushTarget): Format {
    const chosen = (name: string) => this.#value<ItemValue<'setting'>>('setting', name)?.choice;
    const region = chosen('region') ?? target.region ?? 'us';
    return formatFor({
      region: region in CONVENTIONS ? (region as Region) : 'us',
      clock: chosen('clock') === 'utc' ? 'utc' : 'exchange',
    });
  }

  #value<Value>(kind: ItemRow['kind'], key: string): Value | null {
    return JSON.parse(this.#items.find({ kind, key })?.value ?? 'null') as Value | null;
  }
}

/** How long a browser's messages wait after an outcome; 0 if the next one can be sent at once. */
function waitSeconds(outcome: PushOutcome, tries: number): number {
  if (outcome === 'misconfigured') return MAX_RETRY_SECONDS;
  if (typeof outcome === 'string') return 0;
  return Math.max(Math.min(FIRST_RETRY_SECONDS * 2 ** tries, MAX_RETRY_SECONDS), outcome.retryAfterSeconds);
}

/** A notice for each event, or one for all if there are many. Each comes with the version of its last event. */
function noticesOf(
  events: readonly WaitingEvent[],
  format: Format,
  nowSeconds: number,
): readonly (readonly [version: number, notice: Notice])[] {
  if (events.length <= MAX_SINGLE_MESSAGES)
    return events.map(({ key, version, event }) => [
      version,
      triggeredNotice(format, key, event, nowSeconds * 1000),
    ]);
  const tickers = [...new Set(events.map(({ event }) => event.ticker))];
  const unnamed = tickers.length - MAX_NAMED_TICKERS;
  const names = tickers.slice(0, MAX_NAMED_TICKERS).join(', ');
  const body = unnamed > 0 ? `${names} and ${unnamed} more` : names;
  const title = `${events.length} alerts triggered`;
  return [[events.at(-1)?.version ?? 0, { title, body, tag: 'alerts', url: '/today' }]];
}

/** When the quiet hours around an instant end; the instant itself if it is outside them. */
function endOfQuiet(
  { from, to, timezone }: NonNullable<(typeof PUSH_LIMITS)['quiet']>,
  nowSeconds: number,
): number {
  const zone = isTimezone(timezone) ? timezone : 'UTC';
  const date = zonedDate(nowSeconds, zone);
  const at = (hour: number, days: number) => zonedInstant(date + days * SECONDS_PER_DAY, hour * 3600, zone);
  const nights = [-1, 0].map((day) => [at(from, day), at(to, from < to ? day : day + 1)] as const);
  const night = nights.find(([start, end]) => from !== to && start <= nowSeconds && nowSeconds < end);
  return night?.[1] ?? nowSeconds;
}
