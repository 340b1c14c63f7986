import { preconnect } from 'react-dom';
import { Button } from '../../shared/ui/button.tsx';
import { useIsHydrated } from '../../shared/ui/browser-state.ts';
import { isReducedData } from '../../shared/user/settings.ts';
import type { AuthOperation } from './auth-messages.ts';
import googleMark from './google-mark.svg';
import styles from './entry-buttons.module.css';

interface EntryButtonsProps {
  readonly label: string;
  readonly busyLabel: string;
  readonly googleLabel: string;
  readonly busyWith: AuthOperation | null;
  readonly onGoogle: () => void;
}

/** The two ways in. Google's window opens only upon a fresh press, so its button cannot wait for hydration and says so. */
export function EntryButtons({ label, busyLabel, googleLabel, busyWith, onGoogle }: EntryButtonsProps) {
  const isHydrated = useIsHydrated();
  const isBusy = busyWith !== null;
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        busy={busyWith === 'login' || busyWith === 'registration'}
        busyLabel={busyLabel}
        disabled={isBusy}
      >
        {label}
      </Button>
      <span className={styles.or}>or</span>
      <button
        type="button"
        className={styles.google}
        disabled={!isHydrated || isBusy}
        onClick={onGoogle}
        onPointerEnter={warmUp}
        onFocus={warmUp}
      >
        <img src={googleMark} width={18} height={18} alt="" />
        {googleLabel}
        {!isHydrated && <span className={styles.notReady}>loading…</span>}
      </button>
    </>
  );
}

/** Where the popup's script comes from. The click must open the window within seconds, or browsers block it. */
const GOOGLE_SCRIPT_ORIGIN = 'https://apis.google.com';
const warmUp = () => isReducedData() || preconnect(GOOGLE_SCRIPT_ORIGIN);

const DEFAULT_DESTINATION = '/prediction';

const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/login', '/register', '/forgot-password']);

/**
 * The remembered place from a history state, or /prediction.
 * Accepts only a path of this origin: one leading slash, no backslash or control character (browsers read both as
 * ways to another host), and not a sign-in page, which would send the visitor round in a circle.
 */
export function readDestination(historyState: unknown): string {
  const place =
    typeof historyState === 'object' && historyState !== null && 'returnTo' in historyState
      ? historyState.returnTo
      : null;
  if (typeof place !== 'string' || !isOwnPath(place)) return DEFAULT_DESTINATION;
  return SIGN_IN_PATHS.has(pathOf(place)) ? DEFAULT_DESTINATION : place;
}

/** Where a new account goes: always to /prediction, and there to the listing that was remembered. */
export function readSignUpDestination(historyState: unknown): string {
  const place = readDestination(historyState);
  return pathOf(place) === DEFAULT_DESTINATION ? place : DEFAULT_DESTINATION;
}

function pathOf(place: string): string {
  const [pathname = ''] = place.split(/[?#]/, 1);
  return pathname.replace(/\/+$/, '').toLowerCase();
}

function isOwnPath(place: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
  return /^\/(?!\/)[^\\\u0000-\u001f\u007f]*$/.test(place);
}
