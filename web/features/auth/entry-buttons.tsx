import { preconnect } from 'react-dom';
import { Button } from '../../shared/ui/button.tsx';
import { useIsHydrated } from '../../shared/ui/browser-state.ts';
import { isReducedData } from '../../shared/user-data/settings.ts';
import type { AuthOperation } from './auth-messages.ts';
import styles from './entry-buttons.module.css';

interface EntryButtonsProps {
  readonly label: string;
  readonly busyLabel: string;
  readonly googleLabel: string;
  readonly busyWith: AuthOperation | null;
  readonly onGoogle: () => void;
}

/**
 * The two ways in at the foot of a form; while one is busy, neither can be chosen. A form that is sent before hydration waits for
 * it. Google's window opens only upon a fresh press, so its button, drawn as Google's branding guidelines ask, cannot wait and
 * says so.
 */
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
        <GoogleMark />
        {googleLabel}
        {!isHydrated && <span className={styles.notReady}>not ready yet</span>}
      </button>
    </>
  );
}

/** Where the popup's script comes from. The click must open the window within seconds, or browsers block it. */
const GOOGLE_SCRIPT_ORIGIN = 'https://apis.google.com';
const warmUp = () => isReducedData() || preconnect(GOOGLE_SCRIPT_ORIGIN);

/** Google's own mark: its colours are part of it, in every theme. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="18" height="18" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}

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
export function readFirstDestination(historyState: unknown): string {
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
