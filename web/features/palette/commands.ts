/** The palette's commands and how a query finds them. */
import { DEFAULT_TICKER, HORIZON_OPTIONS_DAYS, RANGE_LABELS, formatDays, parseTicker } from '#compute';
import type { SearchResult } from '#worker/contract';
import { atom, type Store } from '../../store.ts';
import { searchAtom } from '../../shared/browser/browser-state.ts';
import { analysisPathAtom } from '../../shared/sign-in/analysis-link.tsx';
import { authStateAtom } from '../../shared/sign-in/auth.ts';
import { recentListingsAtom } from '../../shared/user/recent-listings.ts';
import { spelledTicker } from '../../shared/api/name-match.ts';
import { signInAtom } from '../../shared/sign-in/open-sign-in.ts';
import { areShortcutsOnAtom, type Settings } from '../../shared/user/settings.ts';
import { CHOICES, REGION_NAMES, THEME_NAMES, setSetting } from '../../shared/user/change-settings.ts';
import { matchesQuery, wordsOf } from '../../shared/ui/combobox.ts';
import { overlayAtom } from '../../shared/ui/overlay.ts';
import type { Theme } from '../../shared/user/theme.tsx';
import { editAtom } from '../../shared/user/user-items.ts';
import { isWatched, MAX_WATCHED, toggleStarAtom, watchlistAtom } from '../../shared/user/watchlist.ts';
import PAGES from './pages.json' with { type: 'json' };

type Known = Pick<SearchResult, 'symbol' | 'name'>;

/** Where the palette is opened, and by whom. `found`: what the query's lookup found. */
export interface PalettePlace extends ReturnType<typeof placeAtom.read> {
  readonly pathname: string;
  readonly found: readonly Known[];
}

export const placeAtom = atom((get) => {
  const { user, isAdmin } = get(authStateAtom);
  return {
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

const STOCK_PATHS: ReadonlySet<string> = new Set(['/prediction', '/demo']);

export interface Command {
  /** The heading above it. */
  readonly group: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** More words that a query can match. */
  readonly words: string;
  /** The page that it opens, or what it does. */
  readonly action: string | ((store: Store, setTheme: (theme: Theme) => void) => unknown);
}

/** Starred listings shown without a query: few, so that the pages stay within reach. */
const SHOWN_STARRED = 5;

function inGroup(group: string, commands: readonly Omit<Command, 'group'>[]): Command[] {
  return commands.map((command) => Object.assign({ group }, command));
}

/** The commands that match a query, in the order of the list. */
export function commandsFor(query: string, place: PalettePlace): readonly Command[] {
  const own = matching(ownCommands(query, place), query);
  return [
    ...own,
    ...verbCommands(query, place),
    ...matching([...pageCommands(place), ...stockCommands(place), ...settingCommands(place)], query),
    ...tickerCommands(query, place, own),
  ];
}

function pageCommands({ isSignedIn, isAdmin }: PalettePlace): Command[] {
  const readers = new Set(['everyone', isSignedIn ? 'user' : 'guest', ...(isAdmin ? ['admin'] : [])]);
  const pages: readonly Omit<Command, 'group'>[] = PAGES.filter(({ isFor }) => readers.has(isFor));
  const signOut = {
    label: 'Sign out',
    words: 'log out leave',
    action: (store: Store) => store.get(signInAtom)?.signOut(),
  };
  return inGroup('Pages', isSignedIn ? [...pages, signOut] : pages);
}

/** Recent and starred listings, each once. An empty query shows only the first starred ones. */
function ownCommands(query: string, place: PalettePlace): Command[] {
  const { recent, starred } = place;
  const others = starred.filter(({ symbol }) => recent.every((listing) => listing.symbol !== symbol));
  const shown = query.trim() === '' ? others.slice(0, SHOWN_STARRED) : others;
  return [
    ...recent.map((listing) => listingCommand('Recent', listing, place)),
    ...shown.map((listing) => listingCommand('Watchlist', listing, place)),
  ];
}

/** Listings that a lookup found, and the query itself if it can be a ticker. Leaves out those in `offered`. */
function tickerCommands(query: string, place: PalettePlace, offered: readonly Command[]): Command[] {
  const listings = place.found
    .filter(({ symbol }) => offered.every(({ label }) => label !== symbol))
    .map((listing) => listingCommand('Tickers', listing, place));
  const typed = spelledTicker(query);
  if (typed === null || [...offered, ...listings].some(({ label }) => label === typed)) return listings;
  const asTyped = listingCommand('Tickers', { symbol: typed, name: '' }, place);
  return [...listings, { ...asTyped, label: `Analyze ${typed}` }];
}

/** What to do with the listing on screen, or with one that the query names beside a verb ("tsla workbench"). */
function verbCommands(query: string, place: PalettePlace): Command[] {
  const shown = shownTicker(place);
  const words = wordsOf(query);
  const verbsOfShown = shown === null ? [] : verbsFor(shown, place);
  const ofShown = verbsOfShown.filter((command) => matchesQuery(query, command.words));
  if (words.length !== 2) return ofShown;
  const ofNamed = words.flatMap((word, at) => {
    const [ticker, verb = ''] = [spelledTicker(word), words[1 - at]];
    // Not "star TICKER": company names begin with it, such as Star Bulk Carriers.
    if (ticker === null || verb === 'star') return [];
    return verbsFor(ticker, place).filter((command) => command.words.split(' ').includes(verb));
  });
  return [...ofShown, ...ofNamed];
}

function verbsFor(ticker: string, place: PalettePlace): Command[] {
  const { pathname, isSignedIn, recent, starred } = place;
  const shown = shownTicker(place);
  const compared = shown === null || shown === ticker ? [ticker] : [shown, ticker];
  const name = [...recent, ...starred].find(({ symbol }) => symbol === ticker)?.name ?? '';
  const forUsers = [
    {
      label: `Alerts for ${ticker}`,
      words: 'alert alerts bell',
      action: (store: Store) => store.set(overlayAtom, { alertsFor: ticker }),
    },
    {
      label: `Star or unstar ${ticker}`,
      words: 'star unstar watchlist',
      action: (store: Store) => toggleStar(store, ticker, name),
    },
  ];
  const forAll = [
    {
      label: `Compare ${compared.join(' with ')}`,
      words: 'compare versus',
      action: `/compare?${new URLSearchParams({ tickers: compared.join(',') })}`,
    },
    {
      label: `${ticker} in the workbench`,
      words: 'workbench chart',
      action: `/workbench?${new URLSearchParams({ ticker })}`,
    },
  ];
  const isOpen = pathname === '/workbench' && shown === ticker;
  return inGroup('Listing', [...(isSignedIn ? forUsers : []), ...(isOpen ? forAll.slice(0, 1) : forAll)]);
}

/** A removal shows its own notice. */
function toggleStar(store: Store, ticker: string, name: string): void {
  const wasWatched = isWatched(store.get(watchlistAtom), ticker);
  const isFull = store.set(toggleStarAtom, ticker, name).length === 0;
  if (isFull)
    store.set(overlayAtom, { text: `Your watchlist is full (${MAX_WATCHED} listings). Remove one first.` });
  else if (!wasWatched) store.set(overlayAtom, { text: `${ticker} added to your watchlist.` });
}

/** Index of the command that Enter runs by default: the query's listing or verb, else the first command. */
export function defaultCommandIndex(commands: readonly Command[], query: string): number {
  const typed = spelledTicker(query);
  const verb = query.trim().toLowerCase();
  const index = commands.findIndex(
    ({ group, label, words }) => label === typed || (group === 'Listing' && words.startsWith(`${verb} `)),
  );
  return Math.max(index, 0);
}

function listingCommand(group: string, { symbol, name }: Known, place: PalettePlace): Command {
  const action = stockHref(place, { ticker: symbol });
  return { group, label: symbol, ...(name !== '' && { hint: name }), words: name, action };
}

function matching(commands: readonly Command[], query: string): Command[] {
  return commands.filter(({ group, label, words }) => matchesQuery(query, `${group} ${label} ${words}`));
}

function stockCommands(place: PalettePlace): Command[] {
  if (!STOCK_PATHS.has(place.pathname)) return [];
  const ranges = RANGE_LABELS.map((range, index) => ({
    label: `Range ${range}`,
    hint: place.hasShortcuts ? String(index + 1) : undefined,
    words: 'performance',
    action: stockHref(place, { range }),
  }));
  const horizons = HORIZON_OPTIONS_DAYS.map((count) => ({
    label: `Horizon ${formatDays(count)}`,
    words: 'forecast',
    action: stockHref(place, { days: String(count) }),
  }));
  return [...inGroup('Range', ranges), ...inGroup('Horizon', horizons)];
}

const choose = (name: keyof Settings, value: string) => (store: Store) =>
  store.set(editAtom, setSetting(name, value));

function settingCommands({ hasShortcuts }: PalettePlace): Command[] {
  return inGroup('Settings', [
    {
      label: 'All settings',
      words: 'preferences clear data',
      action: (store) => store.set(overlayAtom, 'settings'),
    },
    {
      label: 'Keyboard shortcuts',
      hint: hasShortcuts ? '?' : undefined,
      words: 'keys help',
      action: (store) => store.set(overlayAtom, 'shortcuts'),
    },
    // Waits until the dialog has closed, so that it is not printed.
    { label: 'Print this page', words: 'report pdf', action: () => setTimeout(() => print()) },
    ...(Object.keys(THEME_NAMES) as Theme[]).map((theme) => ({
      label: `Theme: ${THEME_NAMES[theme]}`,
      words: 'appearance mode',
      action: (_: Store, setTheme: (chosen: Theme) => void) => setTheme(theme),
    })),
    ...CHOICES.flatMap(({ name, label, words, names }) =>
      Object.entries(names).map(([value, shown]) => ({
        label: `${label}: ${shown}`,
        words,
        action: choose(name, value),
      })),
    ),
    ...Object.entries(REGION_NAMES).map(([region, label]) => ({
      label,
      words: 'numbers dates region format',
      action: choose('region', region),
    })),
  ]);
}

/** The listing on screen. */
function shownTicker({ pathname, search }: PalettePlace): string | null {
  if (pathname !== '/workbench' && !STOCK_PATHS.has(pathname)) return null;
  const ticker = parseTicker(new URLSearchParams(search).get('ticker') ?? DEFAULT_TICKER);
  return ticker.ok ? ticker.value : null;
}

/** The analysis with some parameters changed; from itself, with the others kept. */
function stockHref(place: PalettePlace, change: Readonly<Record<string, string>>): string {
  const isOpen = STOCK_PATHS.has(place.pathname);
  const params = new URLSearchParams(isOpen ? place.search : '');
  for (const [name, value] of Object.entries(change)) params.set(name, value);
  return `${isOpen ? place.pathname : place.analysisPath}?${params}`;
}
