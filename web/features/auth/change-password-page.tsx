import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { useFocusKept } from '../../shared/ui/focus.ts';
import { AuthLayout, useFormFault } from './auth-layout.tsx';
import styles from './auth-layout.module.css';
import { authFailureText, PASSWORD_UPDATED } from './auth-messages.ts';
import { checkNewPassword, NewPasswordFields, type NewPasswordField } from './password-field.tsx';

const REDIRECT_DELAY_MS = 2000;
const NEXT_PAGE = '/prediction';

/** Sets a new password. On success it says so and moves on after two seconds, or at once when asked. */
export function ChangePasswordPage() {
  const { user, changePassword } = useAuth();
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const { fault, isBroken } = useFormFault<NewPasswordField>(form);
  const [state, setState] = useState<'editing' | 'busy' | 'done'>('editing');
  const [error, setError] = useState<string | null>(null);
  useFocusKept(state === 'busy');

  useEffect(() => {
    if (state !== 'done') return undefined;
    const timer = setTimeout(() => navigate(NEXT_PAGE), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const password = String(entries.get('password'));
    setError(null);
    if (isBroken(checkNewPassword(password, String(entries.get('confirmPassword'))))) return;
    setState('busy');
    const changed = await changePassword(password);
    setState(changed.ok ? 'done' : 'editing');
    if (!changed.ok) setError(authFailureText('passwordUpdate', changed.error));
  }

  return (
    <AuthLayout title="Change your password" lead="The new password works immediately.">
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        {error !== null && <Banner tone="error">{error}</Banner>}
        {state === 'done' && (
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
        {/* Password managers file the new password under this name. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.email ?? ''}
          readOnly
          hidden
        />
        <NewPasswordFields labels={['New Password', 'Confirm New Password']} fault={fault} />
        <Button
          type="submit"
          variant="primary"
          busy={state === 'busy'}
          busyLabel="Updating..."
          disabled={state === 'done'}
        >
          Update Password
        </Button>
      </form>
      <p className="neutral">
        Signed in a long time ago, or forgot your old password?{' '}
        <Link href="/forgot-password">Send reset email</Link>
      </p>
    </AuthLayout>
  );
}
