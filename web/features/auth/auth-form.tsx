/** What the account pages share: their layout, their form, and the attempt that it makes. */
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ForecastIllustration } from '../../shared/illustration/forecast-illustration.tsx';
import type { AuthOutcome } from '../../shared/sign-in/auth.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { useDeferredSubmit } from '../../shared/ui/browser-state.ts';
import { useFocusKept } from '../../shared/ui/focus.ts';
import styles from './auth-form.module.css';
import { authFailureText, type AuthOperation } from './auth-messages.ts';

/** The form in one column, an illustration beside it where there is room. */
export function AuthLayout({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { preload } = useAuth();
  // The provider has to be there before the click, or browsers block the Google window.
  useEffect(() => preload(), [preload]);
  useDeferredSubmit();
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className="neutral">{lead}</p>
        </div>
        <noscript>Signing in requires JavaScript.</noscript>
        {children}
      </div>
      <div className={styles.picture}>
        <ForecastIllustration />
      </div>
    </div>
  );
}

/** A rule that a form breaks: the field to go to and the words to say. */
export type FieldError = { field: string; message: string };

interface Attempt {
  readonly busyWith: AuthOperation | null;
  readonly isDone: boolean;
  readonly fault: FieldError | null;
  /** What the last attempt failed with. */
  readonly error: string | null;
}

const EDITING: Attempt = { busyWith: null, isDone: false, fault: null, error: null };

/** An account page's attempt, one at a time. `start` makes none where the form breaks a rule. */
export function useAttempt() {
  const [attempt, setAttempt] = useState(EDITING);
  useFocusKept(attempt.busyWith !== null);
  async function start(
    operation: AuthOperation,
    act: () => Promise<AuthOutcome>,
    fault: FieldError | null = null,
  ) {
    if (fault) return setAttempt({ ...EDITING, fault });
    setAttempt({ ...EDITING, busyWith: operation });
    const outcome = await act();
    return setAttempt(
      outcome.ok
        ? { ...EDITING, isDone: true }
        : { ...EDITING, error: authFailureText(operation, outcome.error) },
    );
  }
  return { ...attempt, start };
}

interface AuthFormProps {
  readonly attempt: Attempt;
  /** Gets the text of a field by its name. */
  readonly onSubmit: (text: (name: string) => string) => void;
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

/** A form that says why its attempt failed. The focus goes to a broken rule's field, so that both are read together. */
export function AuthForm({ attempt: { fault, error }, onSubmit, noValidate, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const field = fault && form.current?.elements.namedItem(fault.field);
    if (field instanceof HTMLElement) field.focus();
  }, [fault]);
  return (
    <form
      ref={form}
      method="post"
      className={styles.form}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        const entries = new FormData(event.currentTarget);
        onSubmit((name) => String(entries.get(name)));
      }}
    >
      {error !== null && <Banner tone="error">{error}</Banner>}
      {children}
    </form>
  );
}
