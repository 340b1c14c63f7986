import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Link, Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { readDestination } from '../../shared/session/return-to.ts';
import type { AuthOutcome } from '../../shared/session/session.ts';
import { useAuth } from '../../shared/session/use-auth.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import styles from './auth-layout.module.css';
import { authFailureText } from './auth-messages.ts';
import { GoogleButton } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';
import { useFocusKept } from './use-focus-kept.ts';

/**
 * Sign-in. A visitor who is signed in, by this form, another tab or earlier, goes where they wanted to go, in place of
 * this page in the history.
 */
export function LoginPage() {
  const place = useHistoryState<unknown>();
  const { user, signIn, signInWithGoogle } = useAuth();
  const [busyWith, setBusyWith] = useState<'password' | 'google' | null>(null);
  const [error, setError] = useState<string | null>(null);
  useFocusKept(busyWith !== null);

  if (user) return <Redirect to={readDestination(window.history.state)} replace />;

  async function enter(way: 'password' | 'google', attempt: Promise<AuthOutcome>) {
    setBusyWith(way);
    setError(null);
    const outcome = await attempt;
    if (outcome.ok) return;
    setBusyWith(null);
    setError(authFailureText(way === 'google' ? 'googleLogin' : 'login', outcome.error));
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void enter('password', signIn(String(form.get('email')).trim(), String(form.get('password'))));
  }

  return (
    <AuthLayout title="Log in" lead="Sign in to see forecasts and their record.">
      <form method="post" className={styles.form} onSubmit={submit}>
        {error !== null && <Banner tone="error">{error}</Banner>}
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Link href="/forgot-password" state={place} className={styles.aside}>
          Forgot password?
        </Link>
        <Button
          type="submit"
          variant="primary"
          busy={busyWith === 'password'}
          busyLabel="Signing in..."
          disabled={busyWith !== null}
        >
          Sign In
        </Button>
        <span className={styles.or}>or</span>
        <GoogleButton
          label="Sign in with Google"
          disabled={busyWith !== null}
          onClick={() => void enter('google', signInWithGoogle())}
        />
      </form>
      <p className={styles.foot}>
        New to Candor?{' '}
        <Link href="/register" state={place}>
          Create an account
        </Link>
      </p>
    </AuthLayout>
  );
}
