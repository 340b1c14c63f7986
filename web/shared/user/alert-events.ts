/** A user's alerts that fired, and where pushes go. A crossing has the same key, whoever records it first. */
import type { AlertEvent, ItemValue } from '#worker/contract';
import { memoized, readText, userKey, writeText } from './browser-storage.ts';
import { documentText, readItems, type Items, type UserDocument } from './documents.ts';

/** As many as an account has; the oldest go first. */
const MAX_EVENTS = 500;

export const ALERT_EVENTS = {
  kinds: ['alert_event', 'push', 'push_limits'],
  storageKey: (owner) => userKey('alert-events', owner),
  fit: ({ alert_event = new Map(), ...others }) => ({
    ...others,
    alert_event: new Map(newestFirst(alert_event).slice(0, MAX_EVENTS)),
  }),
} as const satisfies UserDocument;

export type PushLimits = ItemValue<'push_limits'>;

export type TriggeredAlert = readonly [key: string, event: AlertEvent];

function newestFirst(events: ReadonlyMap<string, AlertEvent>): readonly TriggeredAlert[] {
  return [...events].toSorted(([, a], [, b]) => Date.parse(b.at) - Date.parse(a.at));
}

/** Not checked: what is stored was checked by the sync, or made here. */
function itemsOf(text: string | null): Items {
  return readItems(text, ALERT_EVENTS) ?? {};
}

/** What a stored text has, its events newest first; nothing where it is absent or damaged. */
export const parseAlertEvents = memoized((text) => {
  const { alert_event = new Map(), push_limits: limits } = itemsOf(text);
  return { events: newestFirst(alert_event), limits: limits?.get('push') ?? null };
});

function change(owner: string, make: (items: Items) => Items): void {
  const key = ALERT_EVENTS.storageKey(owner);
  const before = itemsOf(readText(key));
  const after = make(before);
  if (after !== before) writeText(key, documentText(ALERT_EVENTS.fit(after)));
}

/** Records events. Returns those that were not known, by whichever browser. */
export function recordEvents(
  owner: string,
  events: ReadonlyMap<string, AlertEvent>,
): readonly TriggeredAlert[] {
  let added: readonly TriggeredAlert[] = [];
  change(owner, (items) => {
    added = [...events].filter(([key]) => items.alert_event?.has(key) !== true);
    return added.length === 0
      ? items
      : { ...items, alert_event: new Map([...(items.alert_event ?? []), ...added]) };
  });
  return added;
}

/** Marks events as read, on every device. */
export function markRead(owner: string, keys: ReadonlySet<string>): void {
  change(owner, (items) => {
    const events = [...(items.alert_event ?? [])];
    if (!events.some(([key, event]) => keys.has(key) && !event.is_read)) return items;
    const read = events.map(
      ([key, event]) => [key, keys.has(key) ? { ...event, is_read: true } : event] as const,
    );
    return { ...items, alert_event: new Map(read) };
  });
}

export function storeSubscription(owner: string, key: string, subscription: ItemValue<'push'>): void {
  change(owner, (items) => ({ ...items, push: new Map(items.push ?? []).set(key, subscription) }));
}

export function storeLimits(owner: string, limits: PushLimits): void {
  change(owner, (items) => ({ ...items, push_limits: new Map([['push', limits]]) }));
}
