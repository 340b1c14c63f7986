import { parseTicker } from '#compute';

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
  '/change-password': 'Your password change',
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
