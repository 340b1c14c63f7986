import { useEffect } from 'react';
import { useStore } from '../../store.ts';
import { unfinishedWorkAtom } from '../sign-in/auth.ts';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { syncKey } from '../user/user-items.ts';
import { AccountApi } from './account-api.ts';
import { Sync } from './sync.ts';
import { SyncSchedule } from './sync-schedule.ts';

export function AccountSync() {
  const store = useStore();
  const { user, idToken } = useAuth();
  const uid = user?.uid;

  useEffect(() => {
    if (uid === undefined) return undefined;
    const sync = new Sync(store, uid, new AccountApi(uid, idToken));
    const schedule = new SyncSchedule(store, sync, syncKey(uid));
    store.set(unfinishedWorkAtom, schedule);
    return () => {
      schedule.stop();
      store.set(unfinishedWorkAtom, null);
    };
  }, [store, uid, idToken]);

  return null;
}
