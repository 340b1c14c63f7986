import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AuthForm, AuthLayout, useAttempt } from './auth-form.tsx';
import { PASSWORD_UPDATED, RESET_SENT } from './auth-messages.ts';
import { checkNewPassword, checkResetEmail, NewPasswordFields } from './password-field.tsx';

const REDIRECT_DELAY_MS = 2000;
const NEXT_PAGE = '/prediction';

/** Sets a new password. On success it says so, and continues after 2 seconds or on a press. */
export function ChangePasswordPage() {
  const { user, changePassword } = useAuth();
  const [, navigate] = useLocation();
  const attempt = useAttempt();
  const { isDone } = attempt;

  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => navigate(NEXT_PAGE), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  return (
    <AuthLayout title="Change your password" lead="Your new password takes effect immediately.">
      <AuthForm
        attempt={attempt}
        onSubmit={(text) =>
          attempt.start(
            'passwordUpdate',
            () => changePassword(text('password')),
            checkNewPassword(text('password'), text('confirmPassword')),
          )
        }
      >
        {isDone && (
          <Banner
            tone="success"
            action={
              <ButtonLink href={NEXT_PAGE} size="sm">
                Continue now
              </ButtonLink>
            }
          >
            {PASSWORD_UPDATED}
          </Banner>
        )}
        {/* Password managers store the new password under this name. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.email ?? ''}
          readOnly
          hidden
        />
        <NewPasswordFields
          labels={['New Password', 'Confirm New Password']}
          fieldError={attempt.fieldError}
        />
        <Button
          type="submit"
          variant="primary"
          busy={attempt.busyWith !== null}
          busyLabel="Updating..."
          disabled={isDone}
        >
          Update Password
        </Button>
      </AuthForm>
      <p className="neutral">
        Been signed in for a long time, or forgot your password?{' '}
        <Link href="/forgot-password">Send reset email</Link>
      </p>
    </AuthLayout>
  );
}

export function ForgotPasswordPage() {
  const historyState = useHistoryState<unknown>();
  const { user, sendPasswordReset } = useAuth();
  const attempt = useAttempt();
  return (
    <AuthLayout title="Reset your password" lead="We’ll email you a link to set a new password.">
      {/* `noValidate`, because the specification has its own message for an empty field. */}
      <AuthForm
        attempt={attempt}
        noValidate
        onSubmit={(text) => {
          const email = text('email').trim();
          return attempt.start('reset', () => sendPasswordReset(email), checkResetEmail(email));
        }}
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
        <Button
          type="submit"
          variant="primary"
          busy={attempt.busyWith !== null}
          busyLabel="Sending reset link..."
        >
          Send Reset Email
        </Button>
      </AuthForm>
      <p className="neutral">
        <Link href="/login" state={historyState}>
          Back to login
        </Link>
      </p>
    </AuthLayout>
  );
}
