/** The sync of the signed-in user. One runs at a time, for whoever looks at its state. */
import { useEffect } from 'react';
import { nowMs } from '../api/server-clock.ts';
import { beforeSignOut } from '../session/session.ts';
import { useAuth } from '../session/session-provider.tsx';
import { isReducedData } from '../settings/settings.ts';
import { browserStorage } from '../state/browser-storage.ts';
import { createAccountApi } from './account-api.ts';
import { createSync } from './sync.ts';
import { NOT_STARTED, startSchedule, type SyncReport } from './sync-schedule.ts';
import { syncKey } from './local-data.ts';

let report = NOT_STARTED;
let running: ReturnType<typeof startSchedule> | null = null;
const listeners = new Set<() => void>();

function publish(next: SyncReport): void {
  report = next;
  for (const listener of listeners) listener();
}

/** The sync's latest report. */
export function syncReport(): SyncReport {
  return report;
}

/** Calls back at each report; returns a function that stops it. */
export function onSyncReport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends what waits, if it can be sent. */
export async function flushSync(): Promise<void> {
  await running?.flush();
}

/** Ends the sync, before the account is deleted. */
export function stopSync(): void {
  running?.stop();
}

/** Tells the stores of this tab what those of other tabs are told by the browser. */
function tellTab(key: string, newValue: string | null): void {
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

/** Removes or writes a text of this browser's storage and tells this tab of it. */
export function writeLocal(key: string, text: string | null): void {
  if (text === null) browserStorage().removeItem(key);
  else browserStorage().setItem(key, text);
  tellTab(key, text);
}

/** Keeps this browser's documents and the account's items in step for as long as the user is signed in. Shows nothing. */
export function AccountSync() {
  const { user, idToken } = useAuth();
  const uid = user?.uid;
  const owner = user?.email ?? uid;

  useEffect(() => {
    if (uid === undefined || owner === undefined) return undefined;
    const schedule = startSchedule({
      sync: createSync({
        storage: browserStorage(),
        owner,
        uid,
        api: createAccountApi(uid, idToken),
        onWrite: tellTab,
      }),
      underLock: async (work) =>
        // Pages served over plain http have no locks: two tabs then ask twice, which does no harm.
        'locks' in navigator ? await navigator.locks.request(syncKey(owner), work) : await work(),
      window,
      document,
      isOnline: () => navigator.onLine,
      isReducedData,
      nowMs,
      onReport: publish,
    });
    running = schedule;
    beforeSignOut(schedule.flush);
    return () => {
      beforeSignOut(null);
      schedule.stop();
      running = null;
      publish(NOT_STARTED);
    };
  }, [uid, owner, idToken]);

  return null;
}
