import { err, ok, type Result } from '#compute';
import { useState, type SubmitEvent } from 'react';
import { createAccountApi, type AccountFailure } from '../../shared/user-data/sync/account-api.ts';
import { removeText, stopSync } from '../../shared/user-data/sync/account-sync.tsx';
import { removeLocalData } from '../../shared/user-data/sync/local-data.ts';
import { NOT_LOADED_CODE, type AuthOutcome } from '../../shared/sign-in/auth.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { browserStorage } from '../../shared/user-data/browser-storage.ts';
import { openOverlay } from '../../shared/ui/overlay.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useFocusKept } from '../../shared/ui/focus.ts';
import { Toast } from '../../shared/ui/modal.tsx';
import styles from './profile-page.module.css';

const NETWORK_ERROR = 'Network error. Check your connection and try again.';

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
    if (deleted.ok) return openOverlay.set('account-deleted');
    setBusy(false);
    setError(deletionText(deleted.error, isByPassword));
  }

  return (
    <form aria-label="Delete account" className={styles.deletion} onSubmit={(event) => void submit(event)}>
      <p>
        This deletes your account and all its data: on the server, in this browser, and your sign-in. It
        cannot be undone. You may want to export it first.
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

/**
 * How far a deletion came. `data`: nothing is deleted, unless the server did it and its response was lost. `identity`: the
 * data is, and the sign-in is not. Either can be tried again.
 */
export type DeletionFailure =
  | { readonly at: 'confirmation'; readonly error: unknown }
  | { readonly at: 'data'; readonly failure: AccountFailure }
  | { readonly at: 'identity'; readonly error: unknown };

export interface DeletionSteps {
  readonly reauthenticate: () => Promise<AuthOutcome>;
  readonly deleteData: () => Promise<Result<void, AccountFailure>>;
  /** Nothing may be sent to an account whose data is gone. */
  readonly stopSync: () => void;
  readonly deleteIdentity: () => Promise<AuthOutcome>;
  readonly removeLocalData: () => void;
}

/**
 * Deletes an account: the user is confirmed first, then the data goes, then the identity, without which the data could not be
 * deleted any more, then what this browser has. Every step may be repeated, so that what was interrupted can be finished.
 */
export async function deleteAccount(steps: DeletionSteps): Promise<Result<void, DeletionFailure>> {
  const confirmed = await steps.reauthenticate();
  if (!confirmed.ok) return err({ at: 'confirmation', error: confirmed.error });
  const emptied = await steps.deleteData();
  if (!emptied.ok) return err({ at: 'data', failure: emptied.error });
  steps.stopSync();
  const gone = await steps.deleteIdentity();
  if (!gone.ok) return err({ at: 'identity', error: gone.error });
  steps.removeLocalData();
  return ok(undefined);
}

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
      // A request without a response may have been carried out.
      return failure.failure.reason === 'unreachable'
        ? NETWORK_ERROR
        : 'The server could not delete your data. Nothing was deleted; please try again in a moment.';
    case 'identity':
      return 'The account’s data has been deleted, but its sign-in has not. Please try again to finish.';
  }
}

export function AccountDeleted({ onClose }: { onClose: () => void }) {
  return (
    <Toast isOpen onDismiss={onClose}>
      Your account and all its data have been deleted.
    </Toast>
  );
}
