import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AuthPage, checkNewPassword, NewPasswordFields, useAttempt } from './auth-form.tsx';

const REDIRECT_DELAY_MS = 2000;
const NEXT_PAGE = '/prediction';
export const PASSWORD_UPDATED = 'Password updated successfully!';
export const RESET_SENT =
  'Password reset email sent. Check your inbox, spam, promotions, and other folders for the reset link.';
const EMAIL_MISSING = 'Please enter the email associated with your account.';

/** Sets a new password. On success it says so, and continues after 2 seconds or on a press. */
export function ChangePasswordPage() {
  const { user, call } = useAuth();
  const attempt = useAttempt();
  return (
    <AuthPage
      title="Change your password"
      lead="Your new password takes effect immediately."
      attempt={attempt}
      operation="passwordUpdate"
      action="Update Password"
      busyLabel="Updating..."
      act={(text) => call((client) => client.changePassword(text('password')))}
      check={(text) => checkNewPassword(text('password'), text('confirmPassword'))}
      links={
        <p className="neutral">
          Been signed in for a long time, or forgot your password?{' '}
          <Link href="/forgot-password">Send reset email</Link>
        </p>
      }
    >
      {attempt.isDone && <PasswordUpdated />}
      {/* Password managers store the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <NewPasswordFields label="New Password" fieldError={attempt.fieldError} />
    </AuthPage>
  );
}

function PasswordUpdated() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate(NEXT_PAGE), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  const next = (
    <ButtonLink href={NEXT_PAGE} size="sm">
      Continue now
    </ButtonLink>
  );
  return (
    <Banner tone="success" action={next}>
      {PASSWORD_UPDATED}
    </Banner>
  );
}

export function ForgotPasswordPage() {
  const historyState = useHistoryState<unknown>();
  const { user, call } = useAuth();
  const attempt = useAttempt();
  return (
    <AuthPage
      title="Reset your password"
      lead="We’ll email you a link to set a new password."
      attempt={attempt}
      // The specification has its own message for an empty field.
      noValidate
      operation="reset"
      action="Send Reset Email"
      busyLabel="Sending reset link..."
      act={(text) => call((client) => client.sendPasswordReset(text('email').trim()))}
      check={(text) => (text('email').trim() === '' ? { field: 'email', message: EMAIL_MISSING } : null)}
      links={
        <p className="neutral">
          <Link href="/login" state={historyState}>
            Back to login
          </Link>
        </p>
      }
    >
      {attempt.isDone && <Banner tone="success">{RESET_SENT}</Banner>}
      <Field
        label="Email address"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={user?.email ?? ''}
        error={attempt.fieldError?.message}
        aria-required
      />
    </AuthPage>
  );
}
