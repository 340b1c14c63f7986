import { preconnect } from 'react-dom';
import { useAtomValueRawSync } from '../../store.ts';
import { useIsHydrated } from '../../shared/browser/browser-state.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { isReducedDataAtom } from '../../shared/user/settings.ts';
import type { useAttempt } from './auth-form.tsx';
import type { AuthOperation } from './auth-messages.ts';
import googleMark from './google-mark.svg';
import styles from './google-button.module.css';

interface GoogleButtonProps {
  readonly label: string;
  readonly operation: AuthOperation;
  readonly attempt: ReturnType<typeof useAttempt>;
}

/** Google's window needs a fresh press, so the button is disabled until hydration and says so. */
export function GoogleButton({ label, operation, attempt }: GoogleButtonProps) {
  const { signInWithGoogle } = useAuth();
  const isHydrated = useIsHydrated();
  const isReduced = useAtomValueRawSync(isReducedDataAtom);
  const preconnectGoogle = () => isReduced || preconnect(SCRIPT_ORIGIN);
  return (
    <>
      <span className={styles.or}>or</span>
      <button
        type="button"
        className={styles.google}
        disabled={!isHydrated || attempt.busyWith !== null}
        onClick={() => attempt.start(operation, signInWithGoogle)}
        onPointerEnter={preconnectGoogle}
        onFocus={preconnectGoogle}
      >
        <img src={googleMark} width={18} height={18} alt="" />
        {label}
        {!isHydrated && <span className={styles.notReady}>loading…</span>}
      </button>
    </>
  );
}

/** Origin of the popup's script. The click must open the window within seconds, or browsers block it. */
const SCRIPT_ORIGIN = 'https://apis.google.com';
