import { useRef, type SubmitEvent } from 'react';
import { Link, Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AuthLayout, useFormFault } from './auth-layout.tsx';
import styles from './auth-layout.module.css';
import { EntryButtons, readFirstDestination, useEntry } from './entry-buttons.tsx';
import { checkNewPassword, NewPasswordFields, type NewPasswordField } from './password-field.tsx';

/**
 * Sign-up. A signed-in visitor is redirected to /prediction, with the listing that was searched for; it replaces this page in the
 * history.
 */
export function RegisterPage() {
  const place = useHistoryState<unknown>();
  const { user, signUp, signInWithGoogle } = useAuth();
  const form = useRef<HTMLFormElement>(null);
  const { fault, isBroken } = useFormFault<NewPasswordField>(form);
  const { busyWith, error, clearError, enter } = useEntry({
    password: 'registration',
    google: 'googleSignUp',
  });

  if (user) return <Redirect to={readFirstDestination(window.history.state)} replace />;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const password = String(entries.get('password'));
    clearError();
    if (isBroken(checkNewPassword(password, String(entries.get('confirmPassword'))))) return;
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
        <EntryButtons
          label="Create Account"
          busyLabel="Creating account..."
          googleLabel="Sign up with Google"
          busyWith={busyWith}
          onGoogle={() => void enter('google', signInWithGoogle())}
        />
      </form>
      <p className="neutral">
        Already have an account?{' '}
        <Link href="/login" state={place}>
          Log in
        </Link>
      </p>
      <p className="neutral">
        <Link href="/terms">Terms</Link> · <Link href="/privacy">What is stored about you</Link>
      </p>
    </AuthLayout>
  );
}
