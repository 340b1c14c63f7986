/** What the palette offers and how a query finds it. No React and no DOM in here. */
import { parseTicker } from '#compute';
import type { SearchResult } from '#worker/contract';
import type { Overlay } from '../../shared/ui/overlay.ts';

/** What a command does; the palette itself carries it out. */
export type CommandAction =
  | { readonly do: 'go'; readonly href: string }
  | { readonly do: 'open'; readonly overlay: Overlay }
  | { readonly do: 'print' };

export type CommandGroup = 'Recent' | 'Watchlist' | 'Pages' | 'More' | 'Tickers';

export interface Command {
  readonly group: CommandGroup;
  /** Unique among all commands. */
  readonly label: string;
  /** Beside the label: a key, a company. */
  readonly hint?: string | undefined;
  /** Found by these words too. */
  readonly words: string;
  readonly action: CommandAction;
}

export interface PalettePlace {
  readonly pathname: string;
  /** Query string of the address. */
  readonly search: string;
  readonly isSignedIn: boolean;
  readonly isAdmin: boolean;
  readonly hasShortcuts: boolean;
}

const STOCK_PATH = '/prediction';

type Visitor = 'guest' | 'user' | 'admin';

/** As many as recent listings, so that the pages stay within reach. */
const SHOWN_STARRED = 5;

const PAGES: readonly { href: string; label: string; words: string; isFor?: Visitor }[] = [
  { href: '/', label: 'Home', words: 'start' },
  { href: STOCK_PATH, label: 'Stock analysis', words: 'start predicting forecast' },
  { href: '/today', label: 'Today', words: 'alerts fired moves', isFor: 'user' },
  { href: '/watchlist', label: 'Watchlist', words: 'stars alerts', isFor: 'user' },
  { href: '/compare', label: 'Compare', words: 'rebased benchmark', isFor: 'user' },
  { href: '/workbench', label: 'Chart workbench', words: 'indicators candles full screen', isFor: 'user' },
  { href: '/forecasts', label: 'Today’s forecasts', words: 'list screener ranges odds signals' },
  { href: '/track-record', label: 'Track record', words: 'public scores forecasts verify' },
  { href: '/demo', label: 'Demo', words: 'sample' },
  { href: '/about', label: 'About', words: 'claims' },
  { href: '/method', label: 'Method', words: 'model record how' },
  { href: '/data', label: 'Data', words: 'sources' },
  { href: '/privacy', label: 'Privacy', words: 'stored data account delete' },
  { href: '/terms', label: 'Terms', words: 'conditions advice' },
  { href: '/profile', label: 'Profile', words: 'account stats sign out', isFor: 'user' },
  { href: '/change-password', label: 'Change password', words: 'security', isFor: 'user' },
  { href: '/admin', label: 'Operation', words: 'admin providers database', isFor: 'admin' },
  { href: '/login', label: 'Log in', words: 'sign', isFor: 'guest' },
  { href: '/register', label: 'Sign up', words: 'register account', isFor: 'guest' },
];

/** Every command but the tickers, in the order in which they are offered. */
export function commandsFor(place: PalettePlace): Command[] {
  const { isSignedIn, isAdmin, hasShortcuts } = place;
  const visitor: readonly Visitor[] = isSignedIn ? (isAdmin ? ['user', 'admin'] : ['user']) : ['guest'];
  const pages = PAGES.filter(({ isFor }) => isFor === undefined || visitor.includes(isFor)).map(
    ({ href, label, words }): Command => ({ group: 'Pages', label, words, action: { do: 'go', href } }),
  );
  return [
    ...pages,
    {
      group: 'More',
      label: 'Settings',
      words: 'preferences theme palette clear data',
      action: { do: 'open', overlay: 'settings' },
    },
    {
      group: 'More',
      label: 'Keyboard shortcuts',
      hint: hasShortcuts ? '?' : undefined,
      words: 'keys help',
      action: { do: 'open', overlay: 'shortcuts' },
    },
    { group: 'More', label: 'Print this page', words: 'report pdf', action: { do: 'print' } },
  ];
}

type Known = Pick<SearchResult, 'symbol' | 'name'>;

/**
 * The listings that a user looked at last and those on their watchlist, each once: with an empty query the first of the
 * starred ones, with another those that match.
 */
export function ownCommands(
  query: string,
  recent: readonly Known[],
  starred: readonly Known[],
  place: PalettePlace,
): Command[] {
  const others = starred.filter(({ symbol }) => recent.every((listing) => listing.symbol !== symbol));
  const shown = query.trim() === '' ? others.slice(0, SHOWN_STARRED) : others;
  return matching(
    [
      ...recent.map((listing) => listingCommand('Recent', listing, place)),
      ...shown.map((listing) => listingCommand('Watchlist', listing, place)),
    ],
    query,
  );
}

/**
 * Listings that a lookup found, and the query itself where it may be a ticker that the lookup does not know; without those
 * in `offered`.
 */
export function tickerCommands(
  query: string,
  found: readonly Known[],
  place: PalettePlace,
  offered: readonly Command[] = [],
): Command[] {
  const labels = new Set(offered.map(({ label }) => label));
  const listings = found
    .filter(({ symbol }) => !labels.has(symbol))
    .map((listing) => listingCommand('Tickers', listing, place));
  const typed = parseTicker(query);
  if (!typed.ok) return listings;
  const isTyped = ({ label }: Command) => label === typed.value;
  if (offered.some(isTyped) || listings.some(isTyped)) return listings;
  const asTyped = listingCommand('Tickers', { symbol: typed.value, name: '' }, place);
  return [...listings, { ...asTyped, label: `Analyze ${typed.value}` }];
}

/** What Enter does before the reader moves: the listing whose ticker is the query, wherever it is in the list, else the first. */
export function firstChoice(commands: readonly Command[], query: string): number {
  const typed = parseTicker(query);
  return typed.ok
    ? Math.max(
        0,
        commands.findIndex(({ label }) => label === typed.value),
      )
    : 0;
}

/** Opens a listing, on the horizon and range that are on screen. */
function listingCommand(
  group: CommandGroup,
  { symbol, name }: Known,
  { pathname, search }: PalettePlace,
): Command {
  const params = new URLSearchParams(pathname === STOCK_PATH ? search : '');
  params.set('ticker', symbol);
  return {
    group,
    label: symbol,
    ...(name !== '' && { hint: name }),
    words: name,
    action: { do: 'go', href: `${STOCK_PATH}?${params}` },
  };
}

/** The commands of which every word of the query begins some word. An empty query finds all. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const queryWords = wordsOf(query);
  return commands.filter(({ label, words, group }) => {
    const offered = wordsOf(`${group} ${label} ${words}`);
    return queryWords.every((word) => offered.some((candidate) => candidate.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}^.=&-]+/u)
    .filter(Boolean);
}
