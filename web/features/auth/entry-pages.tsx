import { preconnect } from 'react-dom';
import { Link, Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useIsHydrated } from '../../shared/browser/browser-state.ts';
import { isReducedDataAtom } from '../../shared/user/settings.ts';
import { useAtomValueRawSync } from '../../store.ts';
import { ForecastIllustration } from '../../shared/illustration/forecast-illustration.tsx';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Field } from '../../shared/ui/field.tsx';
import {
  AuthPage,
  checkNewPassword,
  NewPasswordFields,
  PasswordField,
  useAttempt,
  type AuthOperation,
} from './auth-form.tsx';
import styles from './auth-form.module.css';
import { readDestination, readRequest } from './destination.ts';
import googleMark from './google-mark.svg';
import googleStyles from './google-button.module.css';

export function LoginPage() {
  const historyState = useHistoryState<unknown>();
  const { user, wasSignedOutByProvider, call } = useAuth();
  const attempt = useAttempt();
  if (user) return <Redirect to={readDestination(window.history.state)} replace />;
  const { name, open } = readRequest(historyState);
  return (
    <AuthPage
      title="Log in"
      lead={
        <>
          {name === null ? 'Keep a watchlist and alerts.' : `${name} is waiting.`}{' '}
          <Link href={open ?? '/demo'}>See {open === null ? 'an analysis' : name} without an account</Link>
        </>
      }
      attempt={attempt}
      picture={<ForecastIllustration />}
      operation="login"
      action="Sign In"
      busyLabel="Signing in..."
      act={(text) => call((client) => client.signIn(text('email').trim(), text('password')))}
      alternative={<GoogleButton label="Sign in with Google" operation="googleLogin" attempt={attempt} />}
      links={
        <p className="neutral">
          New to Candor?{' '}
          <Link href="/register" state={historyState}>
            Create an account
          </Link>
        </p>
      }
    >
      {wasSignedOutByProvider && attempt.error === null && (
        <Banner tone="info">You’ve been signed out. Sign in again.</Banner>
      )}
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <PasswordField label="Password" name="password" autoComplete="current-password" />
      <Link href="/forgot-password" state={historyState} className={styles.aside}>
        Forgot password?
      </Link>
    </AuthPage>
  );
}

export function RegisterPage() {
  const historyState = useHistoryState<unknown>();
  const { user, call } = useAuth();
  const attempt = useAttempt();
  if (user) return <Redirect to={readRequest(window.history.state).signUpHref} replace />;
  return (
    <AuthPage
      title="Sign up"
      lead="Free. Use your email address or your Google account."
      attempt={attempt}
      picture={<ForecastIllustration />}
      operation="registration"
      action="Create Account"
      busyLabel="Creating account..."
      act={(text) =>
        call((client) => client.signUp(text('name').trim(), text('email').trim(), text('password')))
      }
      check={(text) => checkNewPassword(text('password'), text('confirmPassword'))}
      alternative={<GoogleButton label="Sign up with Google" operation="googleSignUp" attempt={attempt} />}
      links={
        <>
          <p className="neutral">
            Already have an account?{' '}
            <Link href="/login" state={historyState}>
              Log in
            </Link>
          </p>
          <p className="neutral">
            <Link href="/terms">Terms</Link> · <Link href="/privacy">What we store about you</Link>
          </p>
        </>
      }
    >
      {/* The pattern requires a character that is not a space, so that a name cannot be blank. */}
      <Field
        label="Full Name"
        name="name"
        autoComplete="name"
        pattern=".*\S.*"
        title="Enter your name"
        required
      />
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <NewPasswordFields label="Password" fieldError={attempt.fieldError} />
    </AuthPage>
  );
}

interface GoogleButtonProps {
  readonly label: string;
  readonly operation: AuthOperation;
  readonly attempt: ReturnType<typeof useAttempt>;
}

/** Google's window needs a fresh press, so the button is disabled until hydration and says so. */
export function GoogleButton({ label, operation, attempt }: GoogleButtonProps) {
  const { call } = useAuth();
  const isHydrated = useIsHydrated();
  const isReduced = useAtomValueRawSync(isReducedDataAtom);
  const preconnectGoogle = () => isReduced || preconnect(SCRIPT_ORIGIN);
  return (
    <>
      <span className={googleStyles.or}>or</span>
      <button
        type="button"
        className={googleStyles.google}
        disabled={!isHydrated}
        aria-disabled={attempt.busyWith !== null}
        onClick={() => attempt.start(operation, () => call((client) => client.signInWithGoogle()))}
        onPointerEnter={preconnectGoogle}
        onFocus={preconnectGoogle}
      >
        <img src={googleMark} width={18} height={18} alt="" />
        {label}
        {!isHydrated && <span className={googleStyles.notReady}>loading…</span>}
      </button>
    </>
  );
}

/** Origin of the popup's script. The click must open the window within seconds, or browsers block it. */
const SCRIPT_ORIGIN = 'https://apis.google.com';
