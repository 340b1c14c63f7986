/**
 * The listings that a user watches, with their groups and alerts. Each star, each alert and the order are items of their own,
 * so that two devices' lists merge star by star; The newer of two orders wins; listings it does not name come last.
 * Every change returns a new list, or the same one where nothing changes.
 */
import { alertKey, parseTicker } from '#compute';
import type { ItemValue } from '#worker/contract';
import { isStored, memoized, readText, userKey, writeText } from './browser-storage.ts';
import { documentText, jsonFields, storedItems, type Items, type UserDocument } from './documents.ts';

/** Its prices are in the scale of its anchor. Reached counts: at or above, at or below. */
export type AlertRule = ItemValue<'alert'>['rule'];

/** A rule and, if known, the value of its metric when it was created. */
export type Alert = Pick<ItemValue<'alert'>, 'rule' | 'start'>;

export interface WatchlistItem {
  readonly ticker: string;
  /** The company's; empty until the first quote. */
  readonly name: string;
  /** The group that the user put it into, as {@link parseGroup} returns it; absent without one. */
  readonly group?: string;
  readonly alerts: readonly Alert[];
}

export type WatchlistItems = readonly WatchlistItem[];

/** As many as one call of the quotes endpoint takes. */
export const MAX_WATCHED = 50;

const MAX_GROUP_CHARACTERS = 40;

/** Words of letters with their marks, digits and a few signs: a name that a line of text can hold. */
const GROUP = /^[\p{L}\p{M}\p{N}&.+'’-]+(?: [\p{L}\p{M}\p{N}&.+'’-]+)*$/u;

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

export function groupsOf(items: WatchlistItems): readonly string[] {
  return [...new Set(items.flatMap(({ group }) => group ?? []))].toSorted((a, b) => a.localeCompare(b));
}

export function withGroup(items: WatchlistItems, ticker: string, group: string | null): WatchlistItems {
  return withChanged(items, ticker, (item) => {
    if ((item.group ?? null) === group) return item;
    const { group: _, ...ungrouped } = item;
    return group === null ? ungrouped : { ...ungrouped, group };
  });
}

export function withChanged(
  items: WatchlistItems,
  ticker: string,
  change: (item: WatchlistItem) => WatchlistItem,
): WatchlistItems {
  const next = items.map((item) => (item.ticker === ticker ? change(item) : item));
  return next.some((item, index) => item !== items[index]) ? next : items;
}

export const WATCHLIST = {
  kinds: ['star', 'order', 'alert'],
  storageKey: (owner) => userKey('watchlist', owner),
  /** An alert goes with its listing. */
  fit: ({ star = new Map(), alert = new Map(), ...others }) => ({
    ...others,
    star,
    alert: new Map([...alert].filter(([, { ticker }]) => star.has(ticker))),
  }),
} as const satisfies UserDocument;

const ORDER_KEY = 'watchlist';

/** The list of a stored text; empty where it is absent or damaged. */
export function parseWatchlist(text: string | null): WatchlistItems {
  const fields = jsonFields(text);
  const alerts = storedAlerts(fields);
  const items = [...storedItems(fields, 'star')].flatMap(([key, { name, group }]): WatchlistItem[] => {
    const ticker = parseTicker(key);
    if (!ticker.ok || typeof name !== 'string') return [];
    const own = alerts.filter((alert) => alert.ticker === ticker.value);
    return [
      {
        ticker: ticker.value,
        name,
        ...(typeof group === 'string' && { group }),
        alerts: own.map(({ alert }) => alert),
      },
    ];
  });
  const tickers = storedItems(fields, 'order').get(ORDER_KEY)?.['tickers'];
  const place = new Map(Array.isArray(tickers) ? tickers.map((ticker, index) => [ticker, index]) : []);
  const placeOf = ({ ticker }: WatchlistItem) => place.get(ticker) ?? place.size;
  return withAdded(
    [],
    items.toSorted((a, b) => placeOf(a) - placeOf(b)),
  );
}

function storedAlerts(fields: ReturnType<typeof jsonFields>) {
  return [...storedItems(fields, 'alert').values()].flatMap(({ ticker, rule, start }) => {
    if (!isRule(rule)) return [];
    const alert: Alert = start === undefined ? { rule } : { rule, start: start as Required<Alert>['start'] };
    return [{ ticker, alert }];
  });
}

/** Enough to be read: what is stored was checked by the form or by the sync. */
function isRule(value: unknown): value is AlertRule {
  const { on, value: limit, low } = (value ?? {}) as Record<string, unknown>;
  return on === 'signal' || Number.isFinite(on === 'range' ? low : limit);
}

export function watchlistText(items: WatchlistItems): string {
  const alerts = items.flatMap(({ ticker, alerts: own }) =>
    own.map((alert) => [alertKey(ticker, alert.rule), { ticker, ...alert }] as const),
  );
  const stored: Items = {
    star: new Map(
      items.map(({ ticker, name, group }) => [ticker, { name, ...(group !== undefined && { group }) }]),
    ),
    order: new Map([[ORDER_KEY, { tickers: items.map(({ ticker }) => ticker) }]]),
    alert: new Map(alerts),
  };
  return documentText(stored);
}

export type Watchlist = ReturnType<typeof openWatchlist>;

/** One user's list, in step with storage, other tabs and the sync. All actions may be called at any time and in any order. */
export function openWatchlist(owner: string) {
  const key = WATCHLIST.storageKey(owner);
  const parse = memoized(parseWatchlist);
  const items = () => parse(readText(key));

  function change(make: (items: WatchlistItems) => WatchlistItems) {
    const before = items();
    const after = make(before);
    if (after !== before) writeText(key, watchlistText(after));
  }

  return {
    owner,
    items,
    change,

    /** False once storage has refused a change: the list then lasts as long as the page. */
    isStored: () => isStored(key),

    /** Puts listings on the list. Returns how many of them are new there. */
    add(listings: WatchlistItems): number {
      const before = items().length;
      change((list) => withAdded(list, listings));
      return items().length - before;
    },

    /** Takes a listing off the list, or puts it there. False where the list is full and stays as it is. */
    toggle(ticker: string, name: string): boolean {
      const isOn = isWatched(items(), ticker);
      if (!isOn && items().length >= MAX_WATCHED) return false;
      change((list) => (isOn ? withRemoved(list, ticker) : withAdded(list, [{ ticker, name, alerts: [] }])));
      return true;
    },
  };
}
