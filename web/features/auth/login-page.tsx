import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { readDestination } from '../../shared/session/return-to.ts';
import type { AuthOutcome } from '../../shared/session/session.ts';
import { useAuth } from '../../shared/session/use-auth.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import styles from './auth-layout.module.css';
import { AUTH_TEXTS } from './auth-messages.ts';
import { GoogleButton } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';

/** Sign-in. On success the visitor goes where they wanted to go, in place of this page in the history. */
export function LoginPage() {
  const { signIn, signInWithGoogle } = useAuth();
  const [, navigate] = useLocation();
  const [busyWith, setBusyWith] = useState<'password' | 'google' | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function enter(way: 'password' | 'google', attempt: Promise<AuthOutcome>, failureText: string) {
    setBusyWith(way);
    setError(null);
    const outcome = await attempt;
    if (outcome.ok) {
      navigate(readDestination(window.history.state), { replace: true });
      return;
    }
    setBusyWith(null);
    setError(failureText);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const attempt = signIn(String(form.get('email')).trim(), String(form.get('password')));
    void enter('password', attempt, AUTH_TEXTS.loginFailed);
  }

  return (
    <AuthLayout title="Log in" lead="Sign in to see forecasts and their record.">
      <form className={styles.form} onSubmit={submit}>
        {error !== null && <Banner tone="error">{error}</Banner>}
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Link href="/forgot-password" className={styles.aside}>
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
          onClick={() => void enter('google', signInWithGoogle(), AUTH_TEXTS.googleLoginFailed)}
        />
      </form>
      <p className={styles.foot}>
        New to Candor? <Link href="/register">Create an account</Link>
      </p>
    </AuthLayout>
  );
}
