/** A user's triggered alerts and push settings. A crossing has the same key in every browser and on the server. */
import type { AlertEvent } from '#worker/contract';
import { atom } from '../../store.ts';
import { textAtom } from './browser-storage.ts';
import { ownerAtom, valueAtoms, type Change } from './user-items.ts';

export type TriggeredAlert = readonly [key: string, event: AlertEvent];

export const alertEventsAtom = atom((get) => newestFirst(get(valueAtoms.alert_event)));

/** Those that no device has shown as read. */
export const unreadAlertsAtom = atom((get) =>
  get(alertEventsAtom).filter(([, { is_read: isRead }]) => !isRead),
);

function newestFirst(events: ReadonlyMap<string, AlertEvent>): readonly TriggeredAlert[] {
  return [...events].toSorted(([, a], [, b]) => Date.parse(b.at) - Date.parse(a.at));
}

/** The account's limit. The oldest events go first. */
const MAX_EVENTS = 500;

export const trimEvents: Change = (values) =>
  newestFirst(values('alert_event'))
    .slice(MAX_EVENTS)
    .map(([key]) => ({ kind: 'alert_event', key, value: null }));

export function recordEvents(events: ReadonlyMap<string, AlertEvent>): Change {
  return (values) => {
    const known = values('alert_event');
    return [...events].flatMap(([key, value]) => (known.has(key) ? [] : { kind: 'alert_event', key, value }));
  };
}

export function markRead(keys: ReadonlySet<string>): Change {
  return (values) =>
    [...values('alert_event')].flatMap(([key, event]) =>
      keys.has(key) && !event.is_read ? { kind: 'alert_event', key, value: { ...event, is_read: true } } : [],
    );
}

/** Storage key of the push subscription that this browser last sent to the account. */
export function pushKey(uid: string): string {
  return `candor:subscription:${uid}`;
}

export const pushKeyAtom = textAtom((get) => pushKey(get(ownerAtom)));
