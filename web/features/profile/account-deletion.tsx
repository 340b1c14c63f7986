import { useState, type SubmitEvent } from 'react';
import {
  createAccountApi,
  deleteAccount,
  type DeletionFailure,
} from '../../shared/user-data/sync/account-api.ts';
import { stopSync, removeText } from '../../shared/user-data/sync/account-sync.tsx';
import { removeLocalData } from '../../shared/user-data/sync/local-data.ts';
import { NOT_LOADED_CODE } from '../../shared/sign-in/auth.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { browserStorage } from '../../shared/user-data/browser-storage.ts';
import { showOverlay } from '../../shared/ui/overlay.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useFocusKept } from '../../shared/ui/focus.ts';
import { Toast } from '../../shared/ui/modal.tsx';
import styles from './profile-page.module.css';

const NETWORK_ERROR = 'Network error. Check your connection and try again.';

/** Asks who the user is, then deletes the account with all that it holds. */
export function DeletionForm({ onKeep }: { onKeep: () => void }) {
  const { user, idToken, reauthenticate, deleteUser } = useAuth();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useFocusKept(isBusy);
  if (!user) return null;
  const { uid, email, providerId } = user;
  const isByPassword = providerId === 'password';

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = isByPassword ? String(new FormData(event.currentTarget).get('password')) : null;
    setError(null);
    setBusy(true);
    const deleted = await deleteAccount({
      reauthenticate: () => reauthenticate(password),
      deleteData: createAccountApi(uid, idToken).deleteAll,
      stopSync,
      deleteIdentity: deleteUser,
      removeLocalData: () => removeLocalData(browserStorage(), email ?? uid, uid, removeText),
    });
    if (deleted.ok) return showOverlay('account-deleted');
    setBusy(false);
    setError(deletionText(deleted.error, isByPassword));
  }

  return (
    <form aria-label="Delete account" className={styles.deletion} onSubmit={(event) => void submit(event)}>
      <p>
        This deletes your account and everything it holds: on the server, in this browser, and your sign-in.
        It cannot be undone. You may want to export it first.
      </p>
      {error !== null && <Banner tone="error">{error}</Banner>}
      {/* Password managers look up the password by this name. */}
      <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      {isByPassword ? (
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes in place of the button that had the focus
          autoFocus
        />
      ) : (
        <p className={styles.note}>Google will ask who you are.</p>
      )}
      <div className={styles.controls}>
        <Button type="submit" size="sm" variant="danger" busy={isBusy} busyLabel="Deleting...">
          {isByPassword ? 'Delete account' : 'Confirm with Google and delete'}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes in place of the button that had the focus */}
        <Button size="sm" autoFocus={!isByPassword} disabled={isBusy} onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </form>
  );
}

/** What is said to somebody whose account was not deleted, or not wholly. */
export function deletionText(failure: DeletionFailure, isByPassword: boolean): string {
  switch (failure.at) {
    case 'confirmation': {
      const code = (failure.error as { code?: unknown } | null)?.code;
      if (code === NOT_LOADED_CODE || code === 'auth/network-request-failed') return NETWORK_ERROR;
      return isByPassword
        ? 'That password is not right. Nothing was deleted.'
        : 'Google did not confirm who you are. Nothing was deleted.';
    }
    case 'data':
      // What got no answer may have been deleted all the same.
      return failure.failure.reason === 'unreachable'
        ? NETWORK_ERROR
        : 'The server could not delete your data. Nothing was deleted; please try again in a moment.';
    case 'identity':
      return 'What the account held is deleted, but its sign-in is not yet. Please try again to finish.';
  }
}

/** What is said on the home page to somebody who has deleted their account. */
export function AccountDeleted({ onClose }: { onClose: () => void }) {
  return (
    <Toast isOpen onDismiss={onClose}>
      Your account and everything it held are deleted.
    </Toast>
  );
}
