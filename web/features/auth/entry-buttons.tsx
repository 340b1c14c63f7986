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

/** Stands for this origin, so that pages can be prerendered. */
const ORIGIN = 'https://candor.invalid';

/**
 * The destination remembered in a history state, or /prediction. Accepts a path that a browser resolves to this origin, but not
 * the sign-in pages, which would send the visitor round in a circle.
 */
function destinationOf(historyState: unknown): URL {
  const { returnTo } = Object(historyState) as { returnTo?: unknown };
  const path = typeof returnTo === 'string' && returnTo.startsWith('/') ? returnTo : DEFAULT_DESTINATION;
  const url = URL.canParse(path, ORIGIN) ? new URL(path, ORIGIN) : null;
  const isOpen = url?.origin === ORIGIN && !SIGN_IN_PATHS.has(plainPath(url));
  return isOpen ? url : new URL(DEFAULT_DESTINATION, ORIGIN);
}

function plainPath({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').toLowerCase();
}

export function readDestination(historyState: unknown): string {
  const { pathname, search, hash } = destinationOf(historyState);
  return `${pathname}${search}${hash}`;
}

const PAGE_NAMES: Readonly<Record<string, string>> = {
  '/today': 'Today',
  '/watchlist': 'Your watchlist',
  '/profile': 'Your profile',
};

/** Names what a visitor wanted to see, `null` without a name, and where an analysis is open without an account. */
export function readRequest(historyState: unknown) {
  const { pathname, searchParams } = destinationOf(historyState);
  const ticker = searchParams.get('ticker');
  const listing = ticker !== null && parseTicker(ticker).ok ? ticker : null;
  return {
    name: listing ?? PAGE_NAMES[pathname] ?? null,
    open: listing === null ? null : `/demo?${new URLSearchParams({ ticker: listing })}`,
  };
}

/** Where a new account starts: always on /prediction, with the listing that was remembered. */
export function readSignUpDestination(historyState: unknown): string {
  const isListing = plainPath(destinationOf(historyState)) === DEFAULT_DESTINATION;
  return isListing ? readDestination(historyState) : DEFAULT_DESTINATION;
}
