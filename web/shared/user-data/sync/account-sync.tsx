/** The sync of the signed-in user. One runs at a time. */
import { useEffect } from 'react';
import { nowMs } from '../../api/server-clock.ts';
import { beforeSignOut } from '../../sign-in/auth.ts';
import { useAuth } from '../../sign-in/auth-provider.tsx';
import { isReducedData } from '../settings.ts';
import { externalValue } from '../../ui/external-value.ts';
import { browserStorage } from '../browser-storage.ts';
import { createAccountApi } from './account-api.ts';
import { createSync } from './sync.ts';
import { NOT_STARTED, startSchedule } from './sync-schedule.ts';
import { syncKey } from './local-data.ts';

export const syncReport = externalValue(NOT_STARTED);

let running: ReturnType<typeof startSchedule> | null = null;

export async function sendUnsentChanges(): Promise<void> {
  await running?.flush();
}

export function stopSync(): void {
  running?.stop();
}

/** Removes a text and notifies this tab as the browser notifies the others. */
export function removeText(key: string): void {
  browserStorage().removeItem(key);
  notifyTab(key, null);
}

/** Notifies this tab of a text that the sync stored, as the browser notifies the other tabs. */
function notifyTab(key: string, newValue: string | null): void {
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
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
        onWrite: notifyTab,
      }),
      underLock: async (work) =>
        // Pages served over plain http have no locks: two tabs then ask twice, which does no harm.
        'locks' in navigator ? await navigator.locks.request(syncKey(owner), work) : await work(),
      window,
      document,
      isOnline: () => navigator.onLine,
      isReducedData,
      nowMs,
      onReport: syncReport.set,
    });
    running = schedule;
    const cancelWork = beforeSignOut(schedule.flush);
    return () => {
      cancelWork();
      schedule.stop();
      running = null;
      syncReport.set(NOT_STARTED);
    };
  }, [uid, owner, idToken]);

  return null;
}
