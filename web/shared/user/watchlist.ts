/** Stars, alerts and order are separate items, so that two devices' lists merge; listings that the newer order lacks come last. */
import type { AlertRule, ItemValue } from '#worker/contract';
import { atom } from '../../store.ts';
import type { Edit } from './items.ts';
import { editAtom, undoableEditAtom, valueAtoms, type Change, type ReadValues } from './user-items.ts';

/** `start`: the metric's value when the rule was created, if known. `once`: absent triggers each time. */
export type Alert = Omit<ItemValue<'alert'>, 'ticker'>;

/** `name`: the company's; empty until the first quote. */
export interface WatchlistItem extends ItemValue<'star'> {
  readonly ticker: string;
  readonly alerts: readonly Alert[];
}

export type Watchlist = readonly WatchlistItem[];

/** The quotes endpoint takes no more in one call. */
export const MAX_WATCHED = 50;

const ORDER_KEY = 'watchlist';

/** Sorting order of alerts, so that every device lists them alike. */
const RULES: readonly AlertRule['on'][] = ['price', 'day_change', 'range', 'signal', 'odds'];

function levelOf(rule: AlertRule): number {
  return 'value' in rule ? rule.value : 0;
}

export function watchlistOf(values: ReadValues): Watchlist {
  const alerts = Map.groupBy(values('alert').values(), ({ ticker }) => ticker);
  const places = new Map(
    values('order')
      .get(ORDER_KEY)
      ?.tickers.map((ticker, place) => [ticker, place]),
  );
  const placeOf = ({ ticker }: WatchlistItem) => places.get(ticker) ?? places.size;
  return Array.from(values('star'), ([ticker, star]) => ({
    ticker,
    ...star,
    alerts: (alerts.get(ticker) ?? []).toSorted(
      ({ rule: a }, { rule: b }) => RULES.indexOf(a.on) - RULES.indexOf(b.on) || levelOf(a) - levelOf(b),
    ),
  }))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .slice(0, MAX_WATCHED);
}

/** Empty for a guest. */
export const watchlistAtom = atom((get): Watchlist => watchlistOf((kind) => get(valueAtoms[kind])));

export function isWatched(list: Watchlist, ticker: string): boolean {
  return list.some((item) => item.ticker === ticker);
}

export function orderOf(tickers: readonly string[]): Edit {
  return { kind: 'order', key: ORDER_KEY, value: { tickers: [...tickers] } };
}

export function starOf(ticker: string, star: ItemValue<'star'> | null): Edit {
  return { kind: 'star', key: ticker, value: star };
}

/** Appends listings that are not on the list, up to {@link MAX_WATCHED}. */
export function addListings(listings: readonly Pick<WatchlistItem, 'ticker' | 'name' | 'group'>[]): Change {
  return (values) => {
    const tickers = watchlistOf(values).map(({ ticker }) => ticker);
    const missing = new Map(listings.map((listing) => [listing.ticker, listing]));
    for (const ticker of tickers) missing.delete(ticker);
    const added = [...missing.values()].slice(0, MAX_WATCHED - tickers.length);
    if (added.length === 0) return [];
    const order = orderOf([...tickers, ...added.map(({ ticker }) => ticker)]);
    return [
      ...added.map(({ ticker, name, group }) =>
        starOf(ticker, { name, ...(group !== undefined && { group }) }),
      ),
      order,
    ];
  };
}

export function removeListings(tickers: ReadonlySet<string>): Change {
  return (values) => {
    const list = watchlistOf(values);
    const left = list.filter(({ ticker }) => !tickers.has(ticker));
    if (left.length === list.length) return [];
    const alerts = [...values('alert')].filter(([, { ticker }]) => tickers.has(ticker));
    return [
      ...Array.from(tickers, (ticker) => starOf(ticker, null)),
      ...alerts.map(([key]) => ({ kind: 'alert', key, value: null }) as const),
      orderOf(left.map(({ ticker }) => ticker)),
    ];
  };
}

/** Stars a listing, or removes its star and alerts, which can be undone. Returns the edits. */
export const toggleStarAtom = atom(null, (get, set, ticker: string, name: string): readonly Edit[] =>
  isWatched(get(watchlistAtom), ticker)
    ? set(undoableEditAtom, `${ticker} removed from your watchlist.`, removeListings(new Set([ticker])))
    : set(editAtom, addListings([{ ticker, name }])),
);
