/** The sync of the signed-in user. One runs at a time. */
import { useEffect } from 'react';
import { beforeSignOut } from '../sign-in/auth.ts';
import { useAuth } from '../sign-in/auth-provider.tsx';
import type { SignedInUser } from '../sign-in/identity.ts';
import { browserStorage } from '../user/browser-storage.ts';
import { createAccountApi } from './account-api.ts';
import { createSync } from './sync.ts';
import { NOT_STARTED, startSchedule, syncReport } from './sync-schedule.ts';
import { removeLocalData, syncKey } from './local-data.ts';

let running: ReturnType<typeof startSchedule> | null = null;

export async function sendUnsentChanges(): Promise<void> {
  await running?.flush();
}

export function stopSync(): void {
  running?.stop();
}

/** Removes what this browser has of a user, and notifies this tab as the browser notifies the others. */
export function removeUserData({ email, uid }: SignedInUser): void {
  removeLocalData(browserStorage(), email ?? uid, uid, (key) => {
    browserStorage().removeItem(key);
    notifyTab(key, null);
  });
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
    const api = createAccountApi(uid, idToken);
    const sync = createSync({ storage: browserStorage(), owner, uid, api, onWrite: notifyTab });
    const schedule = startSchedule(sync, syncKey(owner));
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
