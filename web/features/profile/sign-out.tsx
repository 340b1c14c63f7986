import { useState } from 'react';
import { removeText, sendUnsentChanges, stopSync } from '../../shared/user-data/sync/account-sync.tsx';
import { syncReport } from '../../shared/user-data/sync/sync-schedule.ts';
import { removeLocalData } from '../../shared/user-data/sync/local-data.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { browserStorage } from '../../shared/user-data/browser-storage.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import styles from './profile-page.module.css';

/** Signs out and, where the user wants it, leaves nothing of theirs in this browser. */
export function SignOut() {
  const { user, signOut } = useAuth();
  const [isBusy, setBusy] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const [hasUnsent, setHasUnsent] = useState(false);
  async function leave() {
    setBusy(true);
    if (isClearing) {
      await sendUnsentChanges();
      const { unsent } = syncReport.get();
      setHasUnsent(unsent > 0);
      if (unsent > 0) return setBusy(false);
    }
    const hasLeft = await signOut();
    if (!hasLeft) return setBusy(false);
    if (!isClearing || !user) return undefined;
    stopSync();
    return removeLocalData(browserStorage(), user.email ?? user.uid, user.uid, removeText);
  }
  return (
    <div className={styles.signOut}>
      <Button busy={isBusy} busyLabel="Logging out..." onClick={() => void leave()}>
        Sign Out
      </Button>
      <label>
        <input
          type="checkbox"
          checked={isClearing}
          disabled={isBusy}
          onChange={({ target }) => setClearing(target.checked)}
        />
        Also remove my watchlist, forecasts and recent listings from this browser
      </label>
      {hasUnsent && (
        <Banner tone="error">
          Some changes have not reached your account yet and would be lost. Try again with a network, or sign
          out and leave them here.
        </Banner>
      )}
    </div>
  );
}
