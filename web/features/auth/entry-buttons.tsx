import { parseTicker } from '#compute';
import { preconnect } from 'react-dom';
import { Button } from '../../shared/ui/button.tsx';
import { useAtomValueRawSync } from '../../store.ts';
import { useIsHydrated } from '../../shared/browser/browser-state.ts';
import { isReducedDataAtom } from '../../shared/user/settings.ts';
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

/** The form's button and Google's. Google's window needs a fresh press, so that button is disabled until hydration and says so. */
export function EntryButtons({ label, busyLabel, googleLabel, busyWith, onGoogle }: EntryButtonsProps) {
  const isHydrated = useIsHydrated();
  const isReduced = useAtomValueRawSync(isReducedDataAtom);
  const preconnectGoogle = () => isReduced || preconnect(GOOGLE_SCRIPT_ORIGIN);
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
        onPointerEnter={preconnectGoogle}
        onFocus={preconnectGoogle}
      >
        <img src={googleMark} width={18} height={18} alt="" />
        {googleLabel}
        {!isHydrated && <span className={styles.notReady}>loading…</span>}
      </button>
    </>
  );
}

/** Origin of the popup's script. The click must open the window within seconds, or browsers block it. */
const GOOGLE_SCRIPT_ORIGIN = 'https://apis.google.com';

const DEFAULT_DESTINATION = '/prediction';

const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/login', '/register', '/forgot-password']);

/**
 * The destination remembered in a history state, or /prediction.
 * Accepts only paths on this origin: one leading slash, and no backslash or control character, which browsers may read as
 * another host. Rejects the sign-in pages, which would send the visitor round in a circle.
 */
export function readDestination(historyState: unknown): string {
  const path = (historyState as { returnTo?: unknown } | null | undefined)?.returnTo;
  if (typeof path !== 'string' || !isOwnPath(path)) return DEFAULT_DESTINATION;
  return SIGN_IN_PATHS.has(pathnameOf(path)) ? DEFAULT_DESTINATION : path;
}

const PAGE_NAMES: Readonly<Record<string, string>> = {
  '/today': 'Today',
  '/watchlist': 'Your watchlist',
  '/profile': 'Your profile',
};

/** Names what a visitor wanted to see, `null` without a name, and where an analysis is open without an account. */
export function readRequest(historyState: unknown) {
  const { pathname, searchParams } = new URL(readDestination(historyState), 'https://candor.invalid');
  const ticker = searchParams.get('ticker');
  const listing = ticker !== null && parseTicker(ticker).ok ? ticker : null;
  return {
    name: listing ?? PAGE_NAMES[pathname] ?? null,
    open: listing === null ? null : `/demo?${new URLSearchParams({ ticker: listing })}`,
  };
}

/** Where a new account starts: always on /prediction, with the listing that was remembered. */
export function readSignUpDestination(historyState: unknown): string {
  const path = readDestination(historyState);
  return pathnameOf(path) === DEFAULT_DESTINATION ? path : DEFAULT_DESTINATION;
}

function pathnameOf(path: string): string {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return pathname.replace(/\/+$/, '').toLowerCase();
}

function isOwnPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
  return /^\/(?!\/)[^\\\u0000-\u001f\u007f]*$/.test(path);
}
