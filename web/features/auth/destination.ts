import { parseTicker } from '#compute';

const DEFAULT_DESTINATION = '/prediction';

const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/login', '/register', '/forgot-password']);

/** Stands for this origin, so that pages can be prerendered. */
const ORIGIN = 'https://candor.invalid';

const PAGE_NAMES: Readonly<Record<string, string>> = {
  '/today': 'Today',
  '/watchlist': 'Your watchlist',
  '/profile': 'Your profile',
  '/change-password': 'Your password change',
};

/**
 * What a visitor wanted to see: the destination remembered in a history state, or /prediction. Accepts a path that a browser
 * resolves to this origin, but not the sign-in pages, which would send the visitor round in a circle.
 */
export function readRequest(historyState: unknown) {
  const { returnTo } = Object(historyState) as { returnTo?: unknown };
  const path = typeof returnTo === 'string' && returnTo.startsWith('/') ? returnTo : DEFAULT_DESTINATION;
  const url = URL.canParse(path, ORIGIN) ? new URL(path, ORIGIN) : null;
  const isOpen = url?.origin === ORIGIN && !SIGN_IN_PATHS.has(plainPath(url));
  const destination = isOpen ? url : new URL(DEFAULT_DESTINATION, ORIGIN);
  const { pathname, search, hash, searchParams } = destination;
  const href = `${pathname}${search}${hash}`;
  const ticker = searchParams.get('ticker');
  const listing = ticker !== null && parseTicker(ticker).ok ? ticker : null;
  return {
    href,
    /** Where a new account starts: always on /prediction, with the listing that was remembered. */
    signUpHref: plainPath(destination) === DEFAULT_DESTINATION ? href : DEFAULT_DESTINATION,
    /** `null` without a name. */
    name: listing ?? PAGE_NAMES[pathname] ?? null,
    /** Where the analysis is open without an account. */
    open: listing === null ? null : `/demo?${new URLSearchParams({ ticker: listing })}`,
  };
}

function plainPath({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').toLowerCase();
}

export function readDestination(historyState: unknown): string {
  return readRequest(historyState).href;
}
