/** A watchlist as a value, and as it is stored. Every change returns a new list, or the same one where nothing changes. */
import { AI_SIGNALS, parseTicker } from '#compute';
import type { ItemValue } from '#worker/contract';
import { store, userKey } from './browser-storage.ts';

/**
 * When a user wants to be told. Prices in the listing's currency and in the scale of the anchor, changes of the day in percent
 * (2 means 2 %). Reached counts: at or above, at or below.
 */
export type AlertRule = ItemValue<'alert'>['rule'];

/** A rule and whether it held at the last check. It tells when it begins to hold, and again only after it has ceased to. */
export interface Alert {
  readonly rule: AlertRule;
  readonly isMet: boolean;
}

/** One watched listing, in the user's order. */
export interface WatchlistItem {
  /** As `parseTicker` returns it. */
  readonly ticker: string;
  /** The company's; empty until a quote has told it. */
  readonly name: string;
  /** The group that the user put it into, as {@link parseGroup} returns it; absent without one. */
  readonly group?: string;
  readonly alerts: readonly Alert[];
}

export type WatchlistItems = readonly WatchlistItem[];

/** As many as one call of the quotes endpoint answers. */
export const MAX_WATCHED = 50;

const MAX_GROUP_CHARACTERS = 40;

/** Words of letters with their marks, digits and a few signs: a name that a line of text can hold. */
const GROUP = /^[\p{L}\p{M}\p{N}&.+'’-]+(?: [\p{L}\p{M}\p{N}&.+'’-]+)*$/u;

/** Whether a ticker, as it is spelt in the list, is on it. */
export function isWatched(items: WatchlistItems, ticker: string): boolean {
  return items.some((item) => item.ticker === ticker);
}

/** Puts listings at the end, each once; from {@link MAX_WATCHED} on there is no room. */
export function withAdded(items: WatchlistItems, added: WatchlistItems): WatchlistItems {
  const known = new Set(items.map(({ ticker }) => ticker));
  const missing = added.filter(({ ticker }) => !known.has(ticker) && known.add(ticker));
  return missing.length === 0 ? items : [...items, ...missing].slice(0, MAX_WATCHED);
}

/** The list without a ticker and its alerts; one that is not on it changes nothing. */
export function withRemoved(items: WatchlistItems, ticker: string): WatchlistItems {
  return isWatched(items, ticker) ? items.filter((item) => item.ticker !== ticker) : items;
}

/** Moves a listing to a place in the list; a place beyond an end is that end. */
export function withMoved(items: WatchlistItems, ticker: string, toIndex: number): WatchlistItems {
  const from = items.findIndex((item) => item.ticker === ticker);
  const to = Math.min(Math.max(toIndex, 0), items.length - 1);
  const item = items[from];
  if (item === undefined || from === to) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** A typed name of a group, its blanks made single and its accents composed; `null` where it cannot be one. */
export function parseGroup(text: string): string | null {
  const name = text.normalize().trim().replaceAll(/\s+/g, ' ');
  return name.length <= MAX_GROUP_CHARACTERS && GROUP.test(name) ? name : null;
}

/** The names of the list's groups, in alphabetical order. */
export function groupsOf(items: WatchlistItems): readonly string[] {
  return [...new Set(items.flatMap(({ group }) => group ?? []))].toSorted((a, b) => a.localeCompare(b));
}

/** Puts a listing into a group, or with `null` into none. */
export function withGroup(items: WatchlistItems, ticker: string, group: string | null): WatchlistItems {
  return withChanged(items, ticker, (item) => {
    if ((item.group ?? null) === group) return item;
    const { group: _, ...ungrouped } = item;
    return group === null ? ungrouped : { ...ungrouped, group };
  });
}

/** The list with another item in place of that of a ticker. */
export function withChanged(
  items: WatchlistItems,
  ticker: string,
  change: (item: WatchlistItem) => WatchlistItem,
): WatchlistItems {
  const next = items.map((item) => (item.ticker === ticker ? change(item) : item));
  return next.some((item, index) => item !== items[index]) ? next : items;
}

/** What is stored is `{ version, items }`; before versions were counted it was a bare list of tickers. */
const VERSION = 1;

/** Where a user's list is stored. `owner` is their email, or their id where they have none. */
export function watchlistKey(owner: string): string {
  return userKey('watchlist', owner);
}

/** Where this browser keeps that the user no longer wants to be shown how to begin a list. */
export function watchlistBegunKey(owner: string): string {
  return userKey('watchlist-begun', owner);
}

/**
 * A stored text as a list. Absent and corrupt read as empty; a bad item or alert is left out; an older version is
 * migrated, a newer one as far as it is understood. Never throws.
 */
export function parseWatchlist(text: string | null): WatchlistItems {
  return storedWatchlist(text) ?? [];
}

/** The same; `null` where there is no list in it. */
export function storedWatchlist(text: string | null): WatchlistItems | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    const items = Array.isArray(stored) ? stored : (stored as { items?: unknown } | null)?.items;
    return Array.isArray(items) ? withAdded([], items.flatMap(parseItem)) : null;
  } catch {
    return null;
  }
}

/** The stored form of a list. */
export function watchlistText(items: WatchlistItems): string {
  return JSON.stringify({ version: VERSION, items });
}

/** A user's list; storage that refuses reads as empty. */
export function readWatchlist(storage: Storage, owner: string): WatchlistItems {
  try {
    return parseWatchlist(storage.getItem(watchlistKey(owner)));
  } catch {
    return [];
  }
}

/** Stores a list. False where storage is full or refuses: the list then lives as long as the page. */
export function writeWatchlist(storage: Storage, owner: string, items: WatchlistItems): boolean {
  try {
    store(storage, watchlistKey(owner), watchlistText(items));
    return true;
  } catch {
    return false;
  }
}

function parseItem(stored: unknown): WatchlistItem[] {
  const fields = typeof stored === 'string' ? { ticker: stored } : stored;
  if (typeof fields !== 'object' || fields === null) return [];
  const { ticker, name, group, alerts } = fields as Record<string, unknown>;
  const parsed = parseTicker(typeof ticker === 'string' ? ticker : '');
  if (!parsed.ok) return [];
  const knownGroup = typeof group === 'string' ? parseGroup(group) : null;
  return [
    {
      ticker: parsed.value,
      name: typeof name === 'string' ? name : '',
      ...(knownGroup !== null && { group: knownGroup }),
      alerts: Array.isArray(alerts) ? alerts.flatMap(parseAlert) : [],
    },
  ];
}

function parseAlert(stored: unknown): Alert[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { rule, isMet: wasMet } = stored as Record<string, unknown>;
  return isAlertRule(rule) ? [{ rule, isMet: wasMet === true }] : [];
}

/**
 * Whether something stored or typed is a rule: a finite number, a price above 0, a known signal. It is what the account's
 * schema takes, without its library: the list is read before the first screen.
 */
export function isAlertRule(value: unknown): value is AlertRule {
  if (typeof value !== 'object' || value === null) return false;
  const { on, direction, value: limit, signal, anchor } = value as Record<string, unknown>;
  if (on === 'signal') return AI_SIGNALS.some((level) => level === signal);
  return (
    (on === 'price' || on === 'day_change') &&
    (direction === 'above' || direction === 'below') &&
    Number.isFinite(limit) &&
    (on === 'day_change' || ((limit as number) > 0 && (anchor === undefined || isAnchor(anchor))))
  );
}

function isAnchor(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { source, date, close } = value as Record<string, unknown>;
  return (
    typeof source === 'string' && typeof date === 'string' && Number.isFinite(close) && (close as number) > 0
  );
}
