/** What this browser has of a user's data, and to whom its settings belong. */
import type { ItemKind } from '#worker/contract';
import { userKey } from '../user/browser-storage.ts';
import { readItems, type Items, type UserDocument } from '../user/documents.ts';
import { ALERT_EVENTS } from '../user/alert-events.ts';
import { DRAWINGS } from '../user/drawings.ts';
import { JOURNAL } from '../user/forecast-journal.ts';
import { LAYOUTS } from '../user/layouts.ts';
import { statsKey } from '../user/local-stats.ts';
import { RECENT } from '../user/recent-listings.ts';
import { SETTINGS, SETTINGS_KEY } from '../user/settings.ts';
import { WATCHLIST } from '../user/watchlist.ts';
import { nameOf, type Local } from './sync-state.ts';

/** Everything that an account takes along, in the order in which it is sent. */
export const DOCUMENTS: readonly UserDocument[] = [
  WATCHLIST,
  ALERT_EVENTS,
  SETTINGS,
  RECENT,
  LAYOUTS,
  DRAWINGS,
  JOURNAL,
];

export function syncKey(owner: string): string {
  return userKey('sync', owner);
}

/** The keys of a user's own documents: all but the settings, which belong to the browser. */
export function accountKeys(owner: string): readonly string[] {
  const own = DOCUMENTS.filter((document) => document !== SETTINGS);
  return [...own.map(({ storageKey }) => storageKey(owner)), syncKey(owner)];
}

/** The items of a document among all, as far as it has room for them. */
export function itemsOf({ kinds, fit }: Pick<UserDocument, 'kinds' | 'fit'>, values: Local['values']): Items {
  const all = kinds.map((kind) => {
    const own = [...values].filter(([id]) => nameOf(id).kind === kind);
    return [kind, new Map(own.map(([id, value]) => [nameOf(id).key, value]))] as const;
  });
  const items = Object.fromEntries(all) as Items;
  return fit?.(items) ?? items;
}

export function countItems(storage: Storage, owner: string): Readonly<Record<ItemKind, number>> {
  const entries = DOCUMENTS.flatMap((document) => {
    const items = readItems(storage.getItem(document.storageKey(owner)), document);
    return document.kinds.map((kind) => [kind, items?.[kind]?.size ?? 0] as const);
  });
  return Object.fromEntries(entries) as Record<ItemKind, number>;
}

/** The uid of the user to whom the browser's settings belong. */
const SETTINGS_OWNER = 'candor:settings-owner';

/** Gives the browser's settings to a user. Another user's are set aside until that one returns. Throws where storage is full. */
export function claimSettings(
  storage: Storage,
  uid: string,
  write: (key: string, text: string | null) => void,
): void {
  const owner = storage.getItem(SETTINGS_OWNER);
  if (owner === uid) return;
  if (owner !== null) {
    const current = storage.getItem(SETTINGS_KEY);
    if (current !== null) storage.setItem(`${SETTINGS_KEY}:${owner}`, current);
    const own = `${SETTINGS_KEY}:${uid}`;
    write(SETTINGS_KEY, storage.getItem(own));
    storage.removeItem(own);
  }
  storage.setItem(SETTINGS_OWNER, uid);
}

export function removeLocalData(
  storage: Storage,
  owner: string,
  uid: string,
  remove: (key: string) => void,
): void {
  for (const key of [...accountKeys(owner), statsKey(owner)]) remove(key);
  if (storage.getItem(SETTINGS_OWNER) !== uid) return;
  storage.removeItem(SETTINGS_OWNER);
  remove(SETTINGS_KEY);
}
