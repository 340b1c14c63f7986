import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { AuthOutcome } from '../../shared/sign-in/auth.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useDeferredSubmit } from '../../shared/browser/browser-state.ts';
import { useFocusKept } from '../../shared/ui/focus.ts';
import styles from './auth-form.module.css';
import { authFailureText, type AuthOperation } from './auth-messages.ts';

export type FieldError = { field: string; message: string };

const EDITING = {
  busyWith: null as AuthOperation | null,
  isDone: false,
  fieldError: null as FieldError | null,
  /** The message for the last failed attempt; `null` if it did not fail. */
  error: null as string | null,
};

/** One attempt at a time. With a `fieldError`, `start` shows that instead of making an attempt. */
export function useAttempt() {
  const [attempt, setAttempt] = useState(EDITING);
  useFocusKept(attempt.busyWith !== null);
  async function start(
    operation: AuthOperation,
    act: () => Promise<AuthOutcome>,
    fieldError: FieldError | null = null,
  ) {
    if (fieldError) return setAttempt({ ...EDITING, fieldError });
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

type TextOf = (field: string) => string;

interface AuthPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly attempt: ReturnType<typeof useAttempt>;
  readonly operation: AuthOperation;
  readonly action: string;
  readonly busyLabel: string;
  readonly act: (text: TextOf) => Promise<AuthOutcome>;
  readonly check?: (text: TextOf) => FieldError | null;
  readonly noValidate?: boolean;
  readonly children: ReactNode;
  /** A way to sign in other than the form. */
  readonly alternative?: ReactNode;
  readonly links: ReactNode;
  readonly picture?: ReactNode;
}

/** Shows why its attempt failed. A field error moves the focus to its field, so that screen readers read both. */
export function AuthPage(props: AuthPageProps) {
  const { title, lead, attempt, operation, act, check, noValidate, links, picture } = props;
  const { busyWith, isDone, fieldError, error } = attempt;
  const { preload } = useAuth();
  const form = useRef<HTMLFormElement>(null);
  // The provider's code must have loaded before the click, or browsers block the Google window.
  useEffect(() => preload(), [preload]);
  useDeferredSubmit();
  useLayoutEffect(() => {
    const field = fieldError && form.current?.elements.namedItem(fieldError.field);
    if (field instanceof HTMLElement) field.focus();
  }, [fieldError]);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className="neutral">{lead}</p>
        </div>
        <noscript>Signing in requires JavaScript.</noscript>
        <form
          ref={form}
          method="post"
          className={styles.form}
          noValidate={noValidate}
          onSubmit={(event) => {
            event.preventDefault();
            const entries = new FormData(event.currentTarget);
            const text = (field: string) => String(entries.get(field));
            void attempt.start(operation, () => act(text), check?.(text));
          }}
        >
          {error !== null && <Banner tone="error">{error}</Banner>}
          {props.children}
          <Button
            type="submit"
            variant="primary"
            busy={busyWith === operation}
            busyLabel={props.busyLabel}
            // A mail may be sent again.
            disabled={busyWith !== null || (isDone && operation !== 'reset')}
          >
            {props.action}
          </Button>
          {props.alternative}
        </form>
        {links}
      </div>
      {picture && <div className={styles.picture}>{picture}</div>}
    </div>
  );
}
