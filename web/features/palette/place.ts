import { DEFAULT_TICKER, parseTicker } from '#compute';
import type { SearchResult } from '#worker/contract';
import { atom } from '../../store.ts';
import { searchAtom } from '../../shared/browser/browser-state.ts';
import { analysisPathAtom } from '../../shared/sign-in/analysis-link.tsx';
import { authStateAtom } from '../../shared/sign-in/auth.ts';
import { recentListingsAtom } from '../../shared/user/recent-listings.ts';
import { areShortcutsOnAtom } from '../../shared/user/settings.ts';
import { watchlistAtom } from '../../shared/user/watchlist.ts';

/** A listing as a search result names it. */
export type Known = Pick<SearchResult, 'symbol' | 'name'>;

/** `found`: what the query's lookup found. */
export type PalettePlace = ReturnType<typeof placeAtom.read> & { readonly found: readonly Known[] };

/** Where the palette is opened, and by whom. */
export const placeAtom = atom((get) => {
  const { user, isAdmin } = get(authStateAtom);
  return {
    pathname: location.pathname,
    search: get(searchAtom),
    /** /prediction or, for a guest, /demo. */
    analysisPath: get(analysisPathAtom),
    isSignedIn: user !== null,
    isAdmin,
    hasShortcuts: get(areShortcutsOnAtom),
    recent: get(recentListingsAtom),
    starred: get(watchlistAtom).map(({ ticker, name }) => ({ symbol: ticker, name })),
  };
});

export const STOCK_PATHS: ReadonlySet<string> = new Set(['/prediction', '/demo']);

/** The listing on screen. */
export function shownTicker({ pathname, search }: PalettePlace): string | null {
  if (pathname !== '/workbench' && !STOCK_PATHS.has(pathname)) return null;
  const ticker = parseTicker(new URLSearchParams(search).get('ticker') ?? DEFAULT_TICKER);
  return ticker.ok ? ticker.value : null;
}

/** The analysis with some parameters changed; from itself, with the others kept. */
export function stockHref(place: PalettePlace, change: Readonly<Record<string, string>>): string {
  const isOpen = STOCK_PATHS.has(place.pathname);
  const params = new URLSearchParams(isOpen ? place.search : '');
  for (const [name, value] of Object.entries(change)) params.set(name, value);
  return `${isOpen ? place.pathname : place.analysisPath}?${params}`;
}
