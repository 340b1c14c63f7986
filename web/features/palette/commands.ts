/** The palette's commands and how a query finds them. No React and no DOM in here. */
import { DEFAULT_TICKER, HORIZON_OPTIONS_DAYS, RANGE_LABELS, formatDays, parseTicker } from '#compute';
import type { SearchResult } from '#worker/contract';
import { spelledTicker } from '../../shared/api/name-match.ts';
import type { Settings } from '../../shared/user/settings.ts';
import { CHOICES, chosenSetting, REGION_NAMES, THEME_NAMES } from '../../shared/user/change-settings.ts';
import type { Overlay } from '../../shared/ui/overlay.ts';
import type { Theme } from '../../shared/user/theme.tsx';
import PAGES from './pages.json' with { type: 'json' };

export type CommandAction =
  | { readonly do: 'go'; readonly href: string }
  | { readonly do: 'set'; readonly settings: Partial<Settings> }
  | { readonly do: 'theme'; readonly theme: Theme }
  | { readonly do: 'open'; readonly overlay: Overlay }
  | { readonly do: 'star'; readonly ticker: string; readonly name: string }
  | { readonly do: 'print' | 'sign-out' };

type CommandGroup =
  | 'Recent'
  | 'Watchlist'
  | 'Listing'
  | 'Pages'
  | 'Range'
  | 'Horizon'
  | 'Settings'
  | 'Tickers';

export interface Command {
  readonly group: CommandGroup;
  readonly label: string;
  readonly hint?: string | undefined;
  /** More words that a query can match. */
  readonly words: string;
  readonly action: CommandAction;
}

export interface PalettePlace {
  readonly pathname: string;
  readonly search: string;
  /** /prediction or, for a guest, /demo. */
  readonly analysisPath: string;
  readonly isSignedIn: boolean;
  readonly isAdmin: boolean;
  readonly hasShortcuts: boolean;
}

const STOCK_PATHS: ReadonlySet<string> = new Set(['/prediction', '/demo']);

/** Starred listings shown without a query: few, so that the pages stay within reach. */
const SHOWN_STARRED = 5;

function inGroup(group: CommandGroup, commands: readonly Omit<Command, 'group'>[]): Command[] {
  return commands.map((command) => Object.assign({ group }, command));
}

export function commandsFor(place: PalettePlace): Command[] {
  const { pathname, isSignedIn, isAdmin, hasShortcuts } = place;
  const readers = new Set(['everyone', isSignedIn ? 'user' : 'guest', ...(isAdmin ? ['admin'] : [])]);
  const pages = PAGES.filter(({ isFor }) => readers.has(isFor)).map(({ href, label, words }) => ({
    label,
    words,
    action: { do: 'go', href } as const,
  }));
  const signOut = { label: 'Sign out', words: 'log out leave', action: { do: 'sign-out' } } as const;
  return [
    ...inGroup('Pages', isSignedIn ? [...pages, signOut] : pages),
    ...(STOCK_PATHS.has(pathname) ? stockCommands(place) : []),
    ...inGroup('Settings', settingCommands(hasShortcuts)),
  ];
}

type Known = Pick<SearchResult, 'symbol' | 'name'>;

/** Recent and starred listings that match, each once. An empty query shows all recent and the first starred ones. */
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

/** Listings that a lookup found, and the query itself if it can be a ticker. Leaves out those in `offered`. */
export function tickerCommands(
  query: string,
  found: readonly Known[],
  place: PalettePlace,
  offered: readonly Command[] = [],
): Command[] {
  const listings = found
    .filter(({ symbol }) => offered.every(({ label }) => label !== symbol))
    .map((listing) => listingCommand('Tickers', listing, place));
  const typed = spelledTicker(query);
  if (typed === null || [...offered, ...listings].some(({ label }) => label === typed)) return listings;
  const asTyped = listingCommand('Tickers', { symbol: typed, name: '' }, place);
  return [...listings, { ...asTyped, label: `Analyze ${typed}` }];
}

/** What to do with the listing on screen, or with one that the query names beside a verb ("tsla workbench"). */
export function verbCommands(query: string, known: readonly Known[], place: PalettePlace): Command[] {
  const shown = shownTicker(place);
  const words = wordsOf(query);
  const verbsOfShown = shown === null ? [] : verbsFor(shown, shown, known, place);
  const ofShown = verbsOfShown.filter((command) => doesMatch(words, command.words));
  if (words.length !== 2) return ofShown;
  const ofNamed = words.flatMap((word, at) => {
    const [ticker, verb = ''] = [spelledTicker(word), words[1 - at]];
    // Not "star TICKER": company names begin with it, such as Star Bulk Carriers.
    if (ticker === null || verb === 'star') return [];
    return verbsFor(ticker, shown, known, place).filter((command) => command.words.split(' ').includes(verb));
  });
  return [...ofShown, ...ofNamed];
}

function shownTicker({ pathname, search }: PalettePlace): string | null {
  if (pathname !== '/workbench' && !STOCK_PATHS.has(pathname)) return null;
  const ticker = parseTicker(new URLSearchParams(search).get('ticker') ?? DEFAULT_TICKER);
  return ticker.ok ? ticker.value : null;
}

function verbsFor(
  ticker: string,
  shown: string | null,
  known: readonly Known[],
  { pathname, isSignedIn }: PalettePlace,
): Command[] {
  const compared = shown === null || shown === ticker ? [ticker] : [shown, ticker];
  const name = known.find(({ symbol }) => symbol === ticker)?.name ?? '';
  const forUsers = [
    {
      label: `Alerts for ${ticker}`,
      words: 'alert alerts bell',
      action: { do: 'open', overlay: { alertsFor: ticker } },
    },
    {
      label: `Star or unstar ${ticker}`,
      words: 'star unstar watchlist',
      action: { do: 'star', ticker, name },
    },
  ] as const;
  const forAll = [
    {
      label: `Compare ${compared.join(' with ')}`,
      words: 'compare versus',
      action: go('/compare', { tickers: compared.join(',') }),
    },
    { label: `${ticker} in the workbench`, words: 'workbench chart', action: go('/workbench', { ticker }) },
  ];
  const isOpen = pathname === '/workbench' && shown === ticker;
  return inGroup('Listing', [...(isSignedIn ? forUsers : []), ...(isOpen ? forAll.slice(0, 1) : forAll)]);
}

function go(path: string, query: Readonly<Record<string, string>>) {
  return { do: 'go', href: `${path}?${new URLSearchParams(query)}` } as const;
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

function listingCommand(group: CommandGroup, { symbol, name }: Known, place: PalettePlace): Command {
  const action = { do: 'go', href: stockHref(place, { ticker: symbol }) } as const;
  return { group, label: symbol, ...(name !== '' && { hint: name }), words: name, action };
}

/** Commands that match a query: each word of it begins a word of theirs. An empty query matches all. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const queryWords = wordsOf(query);
  return commands.filter(({ label, words, group }) => doesMatch(queryWords, `${group} ${label} ${words}`));
}

function doesMatch(queryWords: readonly string[], text: string): boolean {
  const offered = wordsOf(text);
  return queryWords.every((word) => offered.some((candidate) => candidate.startsWith(word)));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}^.=&-]+/gu) ?? [];
}

function stockCommands(place: PalettePlace): Command[] {
  return [
    ...RANGE_LABELS.map((range, index): Command => ({
      group: 'Range',
      label: `Range ${range}`,
      hint: place.hasShortcuts ? String(index + 1) : undefined,
      words: 'performance',
      action: { do: 'go', href: stockHref(place, { range }) },
    })),
    ...HORIZON_OPTIONS_DAYS.map((count): Command => ({
      group: 'Horizon',
      label: `Horizon ${formatDays(count)}`,
      words: 'forecast',
      action: { do: 'go', href: stockHref(place, { days: String(count) }) },
    })),
  ];
}

const chosen = (name: keyof Settings, value: string) =>
  ({ do: 'set', settings: chosenSetting(name, value) }) as const;

function settingCommands(hasShortcuts: boolean): readonly Omit<Command, 'group'>[] {
  return [
    { label: 'All settings', words: 'preferences clear data', action: { do: 'open', overlay: 'settings' } },
    {
      label: 'Keyboard shortcuts',
      hint: hasShortcuts ? '?' : undefined,
      words: 'keys help',
      action: { do: 'open', overlay: 'shortcuts' },
    },
    { label: 'Print this page', words: 'report pdf', action: { do: 'print' } },
    ...(Object.keys(THEME_NAMES) as Theme[]).map((theme) => ({
      label: `Theme: ${THEME_NAMES[theme]}`,
      words: 'appearance mode',
      action: { do: 'theme', theme } as const,
    })),
    ...CHOICES.flatMap(({ name, label, words, names }) =>
      Object.entries(names).map(([value, shown]) => ({
        label: `${label}: ${shown}`,
        words,
        action: chosen(name, value),
      })),
    ),
    ...Object.entries(REGION_NAMES).map(([region, label]) => ({
      label,
      words: 'numbers dates region format',
      action: chosen('region', region),
    })),
  ];
}

/** The analysis with some parameters changed; from itself, with the others kept. */
function stockHref(
  { pathname, search, analysisPath }: PalettePlace,
  change: Readonly<Record<string, string>>,
) {
  const isOpen = STOCK_PATHS.has(pathname);
  const params = new URLSearchParams(isOpen ? search : '');
  for (const [name, value] of Object.entries(change)) params.set(name, value);
  return `${isOpen ? pathname : analysisPath}?${params}`;
}
