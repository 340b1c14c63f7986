import { useState, type SubmitEvent } from 'react';
import { accountApi } from '../../shared/sync/account-api.ts';
import { useSetAtom, useStore, type Store } from '../../store.ts';
import { writeTextsAtom } from '../../shared/user/browser-storage.ts';
import { statsKey } from '../../shared/user/local-stats.ts';
import { removeItems } from '../../shared/user/user-items.ts';
import { finishWork, NOT_LOADED_CODE, unfinishedWorkAtom } from '../../shared/sign-in/auth.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import type { SignedInUser } from '../../shared/sign-in/identity.ts';
import { overlayAtom } from '../../shared/ui/overlay.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import styles from './profile-page.module.css';

const DELETED = 'Your account has been deleted, with its data on the server and in this browser.';

const NETWORK_ERROR = 'Network error. Check your connection and try again.';

export function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const store = useStore();
  const auth = useAuth();
  const setOverlay = useSetAtom(overlayAtom);
  const { user } = auth;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (!user) return null;
  const isByPassword = user.providerId === 'password';

  async function submit(event: SubmitEvent<HTMLFormElement>, leaving: SignedInUser) {
    event.preventDefault();
    const password = isByPassword ? String(new FormData(event.currentTarget).get('password')) : null;
    setError(null);
    setBusy(true);
    const failure = await deleteAccount(store, auth, leaving, password);
    if (failure === null) return setOverlay({ text: DELETED });
    setBusy(false);
    setError(failure);
  }

  return (
    <form
      aria-label="Delete account"
      className={styles.deletion}
      onSubmit={(event) => void submit(event, user)}
    >
      <p>
        This deletes your account: its data on the server, its copy in this browser, and your sign-in. This
        cannot be undone. Export your data first if you want to keep it.
      </p>
      {error !== null && <Banner tone="error">{error}</Banner>}
      {/* Password managers look up the password by this name. */}
      <input type="text" name="username" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      {isByPassword ? (
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that had the focus
          autoFocus
        />
      ) : (
        <p className={styles.note}>Google will ask you to confirm your identity.</p>
      )}
      <div className={styles.controls}>
        <Button type="submit" size="sm" variant="danger" busy={isBusy} busyLabel="Deleting account…">
          {isByPassword ? 'Delete account' : 'Confirm with Google and delete'}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that had the focus */}
        <Button size="sm" autoFocus={!isByPassword} disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Returns the message of a failure, or `null`. The data goes before the identity, which its deletion needs; every step can be repeated. */
async function deleteAccount(
  store: Store,
  { call, idToken, deleteUser }: ReturnType<typeof useAuth>,
  user: SignedInUser,
  password: string | null,
): Promise<string | null> {
  const confirmed = await call((client) => client.reauthenticate(password));
  if (!confirmed.ok) {
    const code = (confirmed.error as { code?: unknown } | null)?.code;
    if (code === NOT_LOADED_CODE || code === 'auth/network-request-failed') return NETWORK_ERROR;
    return password === null
      ? 'Google couldn’t confirm your identity. Nothing was deleted.'
      : 'That password is incorrect. Nothing was deleted.';
  }
  // What waits is sent first, or it would reach an account that is gone.
  await finishWork(store);
  const emptied = await accountApi(user.uid, idToken).deleteAll();
  if (!emptied.ok) {
    // The server may have carried out a request whose response was lost.
    return emptied.error.reason === 'unreachable'
      ? NETWORK_ERROR
      : 'The server couldn’t delete your data. Nothing was deleted. Try again in a moment.';
  }
  // From here on, nothing may be sent to the account.
  store.get(unfinishedWorkAtom)?.stop();
  const gone = await deleteUser();
  if (!gone.ok) return 'Your data has been deleted, but your sign-in still exists. Try again to finish.';
  removeItems(store, user.uid, true);
  store.set(writeTextsAtom, [[statsKey(user.email ?? ''), null]]);
  return null;
}
