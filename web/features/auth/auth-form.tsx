import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { NOT_LOADED_CODE, type AuthOutcome } from '../../shared/sign-in/auth.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { useDeferredSubmit } from '../../shared/browser/browser-state.ts';
import { Field, type FieldProps } from '../../shared/ui/field.tsx';
import styles from './auth-form.module.css';
import CATALOGUE from './error-catalogue.json' with { type: 'json' };

/** The specification's texts by operation and error code. The SDK and the service each check the API key, so that error has two codes. */
export type AuthOperation = keyof typeof CATALOGUE;

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
  async function start(
    operation: AuthOperation,
    act: () => Promise<AuthOutcome>,
    fieldError: FieldError | null = null,
  ) {
    if (attempt.busyWith !== null) return undefined;
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

/** The network message if the provider's code did not load, else the error code's, else the error's own or the general one. */
export function authFailureText(operation: AuthOperation, error: unknown): string {
  const texts: Readonly<Record<string, string>> & { readonly other: string } = CATALOGUE[operation];
  if (typeof error !== 'object' || error === null) return texts['no object'] ?? texts.other;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === NOT_LOADED_CODE) return CATALOGUE.registration['auth/network-request-failed'];
  if (typeof code === 'string' && Object.hasOwn(texts, code)) return texts[code] ?? texts.other;
  // The specification has registration show an unknown error's own message.
  const isShown = operation === 'registration' && typeof message === 'string' && message !== '';
  return isShown ? message : texts.other;
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      required
      trailing={
        <IconButton
          className={styles.toggle}
          label={`Show ${String(props.label).toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          icon={isShown ? EyeOff : Eye}
        />
      }
    />
  );
}

const MIN_PASSWORD_LENGTH = 6;

export function NewPasswordFields({ label, fieldError }: { label: string; fieldError: FieldError | null }) {
  return (['password', 'confirmPassword'] as const).map((name, at) => (
    <PasswordField
      key={name}
      label={at === 0 ? label : `Confirm ${label}`}
      name={name}
      autoComplete="new-password"
      hint={at === 0 ? `At least ${MIN_PASSWORD_LENGTH} characters` : undefined}
      error={fieldError?.field === name ? fieldError.message : undefined}
    />
  ));
}

/** Checks the match before the length, which counts UTF-16 units, as the provider does. `null` if both rules are met. */
export function checkNewPassword(password: string, confirmPassword: string): FieldError | null {
  if (password !== confirmPassword) return { field: 'confirmPassword', message: 'Passwords do not match' };
  if (password.length < MIN_PASSWORD_LENGTH) {
    return { field: 'password', message: `Password must be at least ${MIN_PASSWORD_LENGTH} characters` };
  }
  return null;
}
