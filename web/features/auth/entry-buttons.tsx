import { Button } from '../../shared/ui/button.tsx';
import { useFocusKept } from '../../shared/ui/focus.ts';
import { useIsHydrated } from '../../shared/ui/browser-state.ts';
import styles from './auth-layout.module.css';
import { useState } from 'react';
import type { AuthOutcome } from '../../shared/session/session.ts';
import { authFailureText, type AuthOperation } from './auth-messages.ts';
import { GoogleButton } from './google-button.tsx';

/** The two ways in that a page offers. */
export type EntryWay = 'password' | 'google';

/**
 * An attempt to sign in or up, one at a time: the way that is busy and what the last attempt failed with. `operations` name
 * each way in the error catalogue. A successful attempt stays busy until the session's user takes the page away.
 */
export function useEntry(operations: Readonly<Record<EntryWay, AuthOperation>>) {
  const [busyWith, setBusyWith] = useState<EntryWay | null>(null);
  const [error, setError] = useState<string | null>(null);
  useFocusKept(busyWith !== null);
  return {
    busyWith,
    error,
    clearError: () => setError(null),
    enter: async (way: EntryWay, attempt: Promise<AuthOutcome>) => {
      setBusyWith(way);
      setError(null);
      const outcome = await attempt;
      if (outcome.ok) return;
      setBusyWith(null);
      setError(authFailureText(operations[way], outcome.error));
    },
  };
}

/**
 * The two ways in at the foot of a form; while one is busy, neither can be chosen. Disabled until hydration: before, the browser
 * itself would send the form.
 */
export function EntryButtons({
  label,
  busyLabel,
  googleLabel,
  busyWith,
  onGoogle,
}: {
  label: string;
  busyLabel: string;
  googleLabel: string;
  busyWith: EntryWay | null;
  onGoogle: () => void;
}) {
  const isDisabled = !useIsHydrated() || busyWith !== null;
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        busy={busyWith === 'password'}
        busyLabel={busyLabel}
        disabled={isDisabled}
      >
        {label}
      </Button>
      <span className={styles.or}>or</span>
      <GoogleButton label={googleLabel} disabled={isDisabled} onClick={onGoogle} />
    </>
  );
}
