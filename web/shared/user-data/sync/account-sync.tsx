/** The sync of the signed-in user. One runs at a time, for whoever looks at its state. */
import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { nowMs } from '../../api/server-clock.ts';
import { beforeSignOut } from '../../sign-in/auth.ts';
import { useAuth } from '../../sign-in/auth-provider.tsx';
import { isReducedData } from '../settings.ts';
import { browserStorage } from '../browser-storage.ts';
import { createAccountApi } from './account-api.ts';
import { createSync } from './sync.ts';
import { NOT_STARTED, startSchedule } from './sync-schedule.ts';
import { syncKey } from './local-data.ts';

/** The sync's latest report. */
export const syncReportAtom = atom(NOT_STARTED);

let running: ReturnType<typeof startSchedule> | null = null;

/** Sends the changes that wait, if they can be sent. */
export async function sendUnsentChanges(): Promise<void> {
  await running?.flush();
}

/** Ends the sync, before the account is deleted. */
export function stopSync(): void {
  running?.stop();
}

/** Tells this tab of a stored text, as the browser tells the other tabs. */
function tellTab(key: string, newValue: string | null): void {
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

/** Removes a stored text and tells this tab of it. */
export function removeText(key: string): void {
  browserStorage().removeItem(key);
  tellTab(key, null);
}

/** Keeps this browser's documents and the account's items in step for as long as the user is signed in. Shows nothing. */
export function AccountSync() {
  const { user, idToken } = useAuth();
  const uid = user?.uid;
  const owner = user?.email ?? uid;
  const setReport = useSetAtom(syncReportAtom);

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
      onReport: setReport,
    });
    running = schedule;
    const cancelWork = beforeSignOut(schedule.flush);
    return () => {
      cancelWork();
      schedule.stop();
      running = null;
      setReport(NOT_STARTED);
    };
  }, [uid, owner, idToken, setReport]);

  return null;
}
