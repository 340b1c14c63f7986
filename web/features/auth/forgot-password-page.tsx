import { useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useFocusKept } from '../../shared/ui/focus.ts';
import { AuthLayout, useFormFault, type FormFault } from './auth-layout.tsx';
import styles from './auth-layout.module.css';
import { authFailureText, RESET_SENT } from './auth-messages.ts';

type Outcome = { tone: 'success' | 'error'; text: string };

export function ForgotPasswordPage() {
  const place = useHistoryState<unknown>();
  const { user, sendPasswordReset } = useAuth();
  const form = useRef<HTMLFormElement>(null);
  const { fault, isBroken } = useFormFault<'email'>(form);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useFocusKept(isBusy);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setOutcome(null);
    if (isBroken(checkResetEmail(email))) return;
    setBusy(true);
    const sent = await sendPasswordReset(email);
    setBusy(false);
    setOutcome(
      sent.ok
        ? { tone: 'success', text: RESET_SENT }
        : { tone: 'error', text: authFailureText('reset', sent.error) },
    );
  }

  return (
    <AuthLayout
      title="Reset your password"
      lead="We will email you a link to a page where you can set a new password."
    >
      {/* The empty field has its own words, so the browser's are switched off. */}
      <form
        ref={form}
        method="post"
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        {outcome !== null && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={user?.email ?? ''}
          error={fault?.message}
          aria-required
        />
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Sending reset link...">
          Send Reset Email
        </Button>
      </form>
      <p className="neutral">
        <Link href="/login" state={place}>
          Back to login
        </Link>
      </p>
    </AuthLayout>
  );
}

/** The reset form's one rule: an email after trimming. Null when it is met. */
export function checkResetEmail(email: string): FormFault<'email'> | null {
  return email.trim() === ''
    ? { field: 'email', message: 'Please enter the email associated with your account.' }
    : null;
}
