/** The palette's commands and how a query finds them. No React and no DOM in here. */
import { HORIZON_OPTIONS_DAYS, RANGE_LABELS, formatDays } from '#compute';
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
  | { readonly do: 'print' };

type CommandGroup = 'Recent' | 'Watchlist' | 'Pages' | 'Range' | 'Horizon' | 'Settings' | 'Tickers';

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
  readonly isSignedIn: boolean;
  readonly isAdmin: boolean;
  readonly hasShortcuts: boolean;
}

const STOCK_PATH = '/prediction';

/** Starred listings shown without a query: few, so that the pages stay within reach. */
const SHOWN_STARRED = 5;

export function commandsFor(place: PalettePlace): Command[] {
  const { pathname, search, isSignedIn, isAdmin, hasShortcuts } = place;
  const isOpen: Record<string, boolean> = {
    everyone: true,
    guest: !isSignedIn,
    user: isSignedIn,
    admin: isAdmin,
  };
  const pages = PAGES.filter(({ isFor }) => isOpen[isFor]).map(({ href, label, words }): Command => ({
    group: 'Pages',
    label,
    words,
    action: { do: 'go', href },
  }));
  const stock = pathname === STOCK_PATH ? stockCommands(search, hasShortcuts) : [];
  return [...pages, ...stock, ...settingCommands(hasShortcuts)];
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

/** Index of the command that Enter runs by default: the listing whose ticker is the query, else the first command. */
export function defaultCommandIndex(commands: readonly Command[], query: string): number {
  const typed = spelledTicker(query);
  const index = commands.findIndex(({ label }) => label === typed);
  return Math.max(index, 0);
}

function listingCommand(group: CommandGroup, { symbol, name }: Known, place: PalettePlace): Command {
  const search = place.pathname === STOCK_PATH ? place.search : '';
  const action = { do: 'go', href: stockHref(search, { ticker: symbol }) } as const;
  return { group, label: symbol, ...(name !== '' && { hint: name }), words: name, action };
}

/** Commands that match a query: each word of it begins a word of theirs. An empty query matches all. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const queryWords = wordsOf(query);
  return commands.filter(({ label, words, group }) => {
    const offered = wordsOf(`${group} ${label} ${words}`);
    return queryWords.every((word) => offered.some((candidate) => candidate.startsWith(word)));
  });
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}^.=&-]+/gu) ?? [];
}

function stockCommands(search: string, hasShortcuts: boolean): Command[] {
  return [
    ...RANGE_LABELS.map((range, index): Command => ({
      group: 'Range',
      label: `Range ${range}`,
      hint: hasShortcuts ? String(index + 1) : undefined,
      words: 'performance',
      action: { do: 'go', href: stockHref(search, { range }) },
    })),
    ...HORIZON_OPTIONS_DAYS.map((count): Command => ({
      group: 'Horizon',
      label: `Horizon ${formatDays(count)}`,
      words: 'forecast',
      action: { do: 'go', href: stockHref(search, { days: String(count) }) },
    })),
  ];
}

const set = (settings: Partial<Settings>) => ({ do: 'set', settings }) as const;

function settingCommands(hasShortcuts: boolean): Command[] {
  const commands: readonly Omit<Command, 'group'>[] = [
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
        action: set(chosenSetting(name, value)),
      })),
    ),
    ...Object.entries(REGION_NAMES).map(([region, label]) => ({
      label,
      words: 'numbers dates region format',
      action: set(chosenSetting('region', region)),
    })),
  ];
  return commands.map((command) => Object.assign({ group: 'Settings' as const }, command));
}

/** The stock page's address with some parameters changed and the others kept. */
function stockHref(search: string, change: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) params.set(name, value);
  return `${STOCK_PATH}?${params}`;
}
