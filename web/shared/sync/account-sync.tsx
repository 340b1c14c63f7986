import { useEffect } from 'react';
import { useStore } from '../../store.ts';
import { unfinishedWorkAtom } from '../sign-in/auth.ts';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { syncKey } from '../user/user-items.ts';
import { createAccountApi } from './account-api.ts';
import { createSync } from './sync.ts';
import { startSchedule } from './sync-schedule.ts';

/** Syncs the account while the user is signed in. Renders nothing. */
export function AccountSync() {
  const store = useStore();
  const { user, idToken } = useAuth();
  const uid = user?.uid;

  useEffect(() => {
    if (uid === undefined) return undefined;
    const sync = createSync({ store, uid, api: createAccountApi(uid, idToken) });
    const { flush, stop } = startSchedule(store, sync, syncKey(uid));
    store.set(unfinishedWorkAtom, { finish: flush, stop });
    return () => {
      stop();
      store.set(unfinishedWorkAtom, null);
    };
  }, [store, uid, idToken]);

  return null;
}
