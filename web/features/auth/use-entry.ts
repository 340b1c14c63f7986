import { useEffect, useState } from 'react';
import type { AuthOutcome } from '../../shared/session/session.ts';
import { authFailureText, type AuthOperation } from './auth-messages.ts';

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

/** Gives a button its focus back, which it loses by being disabled for as long as its form is busy. */
export function useFocusKept(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const focused = document.activeElement;
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && focused instanceof HTMLButtonElement) focused.focus();
    };
  }, [isBusy]);
}
