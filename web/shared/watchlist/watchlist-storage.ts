/** Where a user's watchlist is kept in this browser. */
import { parseTicker } from '#compute';
import { store } from '../state/browser-storage.ts';
import { isAlertRule, type Alert } from './alert-rule.ts';
import {
  MAX_ALERTS,
  parseGroup,
  withAdded,
  type WatchlistItem,
  type WatchlistItems,
} from './watchlist-items.ts';

/** What is stored is `{ version, items }`; before versions were counted it was a bare list of tickers. */
const VERSION = 1;

/** `owner` is the user's email, compared in lower case as the identity provider does, or another id of theirs. */
export function watchlistKey(owner: string): string {
  return `candor:watchlist:${owner.trim().toLowerCase()}`;
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
      alerts: Array.isArray(alerts) ? alerts.flatMap(parseAlert).slice(0, MAX_ALERTS) : [],
    },
  ];
}

function parseAlert(stored: unknown): Alert[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { rule, isMet } = stored as Record<string, unknown>;
  return isAlertRule(rule) ? [{ rule, isMet: isMet === true }] : [];
}
