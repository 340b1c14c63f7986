import type { SubmitEvent } from 'react';
import { Link, Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import styles from './auth-layout.module.css';
import { EntryButtons, readDestination, useEntry } from './entry-buttons.tsx';
import { PasswordField } from './password-field.tsx';

/**
 * Sign-in. A visitor who is or becomes signed in, here or in another tab, is redirected to the remembered place, which
 * replaces this page in the history.
 */
export function LoginPage() {
  const place = useHistoryState<unknown>();
  const { user, hasEnded, signIn, signInWithGoogle } = useAuth();
  const { busyWith, error, enter } = useEntry({ password: 'login', google: 'googleLogin' });

  if (user) return <Redirect to={readDestination(window.history.state)} replace />;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void enter('password', signIn(String(form.get('email')).trim(), String(form.get('password'))));
  }

  return (
    <AuthLayout title="Log in" lead="Sign in to see forecasts and their track record.">
      <form method="post" className={styles.form} onSubmit={submit}>
        {hasEnded && error === null && (
          <Banner tone="info">You have been signed out. Please log in again.</Banner>
        )}
        {error !== null && <Banner tone="error">{error}</Banner>}
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Link href="/forgot-password" state={place} className={styles.aside}>
          Forgot password?
        </Link>
        <EntryButtons
          label="Sign In"
          busyLabel="Signing in..."
          googleLabel="Sign in with Google"
          busyWith={busyWith}
          onGoogle={() => void enter('google', signInWithGoogle())}
        />
      </form>
      <p className="neutral">
        New to Candor?{' '}
        <Link href="/register" state={place}>
          Create an account
        </Link>
      </p>
    </AuthLayout>
  );
}
