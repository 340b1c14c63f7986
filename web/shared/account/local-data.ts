/** Whose data this browser holds. */
import { SETTINGS_KEY } from '../settings/settings.ts';
import { statsKey } from '../stats/local-stats.ts';
import type { ItemKind } from '#worker/contract';
import { DOCUMENTS, readDocument } from './documents.ts';

type Write = (key: string, text: string | null) => void;

/** What the sync remembers of a user. */
export function syncKey(owner: string): string {
  return `candor:sync:${owner.trim().toLowerCase()}`;
}

/** Where a user's own documents are: all but the settings, which belong to the browser. */
export function accountKeys(owner: string): readonly string[] {
  const own = DOCUMENTS.filter(({ kinds }) => !kinds.includes('setting'));
  return [...own.map(({ storageKey }) => storageKey(owner)), syncKey(owner)];
}

/** How many items of each kind this browser has of a user. */
export function countItems(storage: Storage, owner: string): Readonly<Record<ItemKind, number>> {
  const entries = DOCUMENTS.flatMap((document) => {
    const items = readDocument(storage, owner, document);
    return document.kinds.map((kind) => [kind, items?.[kind]?.size ?? 0] as const);
  });
  return Object.fromEntries(entries) as Record<ItemKind, number>;
}

/** Holds the uid of the user whose the browser's settings are. */
const SETTINGS_OWNER = 'candor:settings-owner';

/**
 * Makes the browser's settings those of a user: another's are set aside for their return. Settings that are nobody's yet are
 * taken over. Throws where storage is full.
 */
export function claimSettings(storage: Storage, uid: string, write: Write): void {
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

/** Removes everything that this browser holds of an account which is deleted. */
export function removeLocalData(storage: Storage, owner: string, uid: string, write: Write): void {
  for (const key of [...accountKeys(owner), statsKey(owner)]) write(key, null);
  if (storage.getItem(SETTINGS_OWNER) !== uid) return;
  storage.removeItem(SETTINGS_OWNER);
  write(SETTINGS_KEY, null);
}
