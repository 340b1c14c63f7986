import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Link, Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { AuthOutcome } from '../../shared/session/session.ts';
import { DEFAULT_DESTINATION } from '../../shared/session/return-to.ts';
import { useAuth } from '../../shared/session/use-auth.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import styles from './auth-layout.module.css';
import { authFailureText } from './auth-messages.ts';
import { checkNewPassword } from './credentials.ts';
import { GoogleButton } from './google-button.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useFocusKept } from './use-focus-kept.ts';
import { useFormFault } from './use-form-fault.ts';

/** Sign-up. The new user, or one who is signed in already, goes to /prediction in place of this page in the history. */
export function RegisterPage() {
  const place = useHistoryState<unknown>();
  const { user, signUp, signInWithGoogle } = useAuth();
  const form = useRef<HTMLFormElement>(null);
  const { fault, report, clear } = useFormFault<'password' | 'confirmPassword'>(form);
  const [busyWith, setBusyWith] = useState<'password' | 'google' | null>(null);
  const [error, setError] = useState<string | null>(null);
  useFocusKept(busyWith !== null);

  if (user) return <Redirect to={DEFAULT_DESTINATION} replace />;

  async function enter(way: 'password' | 'google', attempt: Promise<AuthOutcome>) {
    setBusyWith(way);
    setError(null);
    const outcome = await attempt;
    if (outcome.ok) return;
    setBusyWith(null);
    setError(authFailureText(way === 'google' ? 'googleSignUp' : 'registration', outcome.error));
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const password = String(entries.get('password'));
    const broken = checkNewPassword(password, String(entries.get('confirmPassword')));
    if (broken) {
      setError(null);
      report(broken);
      return;
    }
    clear();
    const attempt = signUp(String(entries.get('name')).trim(), String(entries.get('email')).trim(), password);
    void enter('password', attempt);
  }

  return (
    <AuthLayout title="Sign up" lead="Free, and only an email is needed.">
      <form ref={form} method="post" className={styles.form} onSubmit={submit}>
        {error !== null && <Banner tone="error">{error}</Banner>}
        {/* The pattern asks for one character that is not a space: a blank name is no name. */}
        <Field
          label="Full Name"
          name="name"
          autoComplete="name"
          pattern=".*\S.*"
          title="Your name, not only spaces"
          required
        />
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <NewPasswordFields labels={['Password', 'Confirm Password']} fault={fault} />
        <Button
          type="submit"
          variant="primary"
          busy={busyWith === 'password'}
          busyLabel="Creating account..."
          disabled={busyWith !== null}
        >
          Create Account
        </Button>
        <span className={styles.or}>or</span>
        <GoogleButton
          label="Sign up with Google"
          disabled={busyWith !== null}
          onClick={() => void enter('google', signInWithGoogle())}
        />
      </form>
      <p className={styles.foot}>
        Already have an account?{' '}
        <Link href="/login" state={place}>
          Log in
        </Link>
      </p>
    </AuthLayout>
  );
}
