/**
 * The listings that a user watches, with their groups and alerts. Each star, each alert and the order are items of their own,
 * so that two devices' lists merge star by star. The newer of two orders wins; listings it does not name come last.
 */
import { alertKey } from '#compute';
import type { ItemValue } from '#worker/contract';
import { atom } from '../../store.ts';
import type { Edit } from './items.ts';
import { valueAtoms, type Change, type ReadValues } from './user-items.ts';

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

export type Watchlist = readonly WatchlistItem[];

/** As many as one call of the quotes endpoint takes. */
export const MAX_WATCHED = 50;

const MAX_GROUP_CHARACTERS = 40;

/** Words of letters with their marks, digits and a few signs: a name that a line of text can hold. */
const GROUP = /^[\p{L}\p{M}\p{N}&.+'’-]+(?: [\p{L}\p{M}\p{N}&.+'’-]+)*$/u;

const ORDER_KEY = 'watchlist';

/** Alerts are listed by what they are about, then by level, so that every device lists them alike. */
const RULES: readonly AlertRule['on'][] = ['price', 'day_change', 'range', 'signal', 'odds'];

function placeOfRule({ on }: AlertRule): number {
  return RULES.indexOf(on);
}

function levelOf(rule: AlertRule): number {
  return 'value' in rule ? rule.value : 0;
}

/** The list that the items make. */
export function watchlistOf(values: ReadValues): Watchlist {
  const alerts = Map.groupBy(values('alert').values(), ({ ticker }) => ticker);
  const places = new Map(
    values('order')
      .get(ORDER_KEY)
      ?.tickers.map((ticker, place) => [ticker, place]),
  );
  const placeOf = ({ ticker }: WatchlistItem) => places.get(ticker) ?? places.size;
  return Array.from(values('star'), ([ticker, { name, group }]) => ({
    ticker,
    name,
    ...(group !== undefined && { group }),
    alerts: (alerts.get(ticker) ?? [])
      .map(({ rule, start }) => (start ? { rule, start } : { rule }))
      .toSorted((a, b) => placeOfRule(a.rule) - placeOfRule(b.rule) || levelOf(a.rule) - levelOf(b.rule)),
  }))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .slice(0, MAX_WATCHED);
}

/** The signed-in user's list; empty for a guest. */
export const watchlistAtom = atom((get): Watchlist => watchlistOf((kind) => get(valueAtoms[kind])));

export function isWatched(list: Watchlist, ticker: string): boolean {
  return list.some((item) => item.ticker === ticker);
}

function orderOf(tickers: readonly string[]): Edit {
  return { kind: 'order', key: ORDER_KEY, value: { tickers: [...tickers] } };
}

function starOf(ticker: string, star: ItemValue<'star'> | null): Edit {
  return { kind: 'star', key: ticker, value: star };
}

/** Puts listings at the end, each once; from {@link MAX_WATCHED} on there is no room. */
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

/** Takes listings off the list, with their alerts. */
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

/**
 * Puts another symbol in place of a star's, with its group and alerts: the server answers under one symbol per listing. If that is
 * on the list already, the two become one.
 */
export function renameListing(from: string, to: string): Change {
  return (values) => {
    const star = values('star').get(from);
    if (star === undefined || from === to) return [];
    const isKnown = values('star').has(to);
    const tickers = watchlistOf(values).map(({ ticker }) => ticker);
    const order = tickers.flatMap((ticker) => (ticker !== from ? ticker : isKnown ? [] : to));
    const alerts = [...values('alert')].filter(([, { ticker }]) => ticker === from);
    return [
      starOf(from, null),
      ...(isKnown ? [] : [starOf(to, star)]),
      ...alerts.flatMap(([key, { rule, start }]): Edit[] => [
        { kind: 'alert', key, value: null },
        alertEdit(to, rule, start ? { rule, start } : { rule }),
      ]),
      orderOf(order),
    ];
  };
}

/** Removes alerts without a listing: another device may have removed it. */
export const trimAlerts: Change = (values) =>
  [...values('alert')].flatMap(([key, { ticker }]) =>
    values('star').has(ticker) ? [] : { kind: 'alert', key, value: null },
  );

/** Takes a listing off the list, or puts it there unless the list is full. */
export function toggleStar(ticker: string, name: string): Change {
  return (values) =>
    (values('star').has(ticker) ? removeListings(new Set([ticker])) : addListings([{ ticker, name }]))(
      values,
    );
}

/** Moves a listing to a place in the list; a place beyond an end is that end. */
export function moveListing(ticker: string, toIndex: number): Change {
  return (values) => {
    const tickers = watchlistOf(values).map((item) => item.ticker);
    const from = tickers.indexOf(ticker);
    if (from === -1) return [];
    return [orderOf(tickers.toSpliced(from, 1).toSpliced(Math.max(toIndex, 0), 0, ticker))];
  };
}

/** A typed name of a group, its spaces made single and its accents composed; `null` if it cannot be one. */
export function parseGroup(text: string): string | null {
  const name = text.normalize().trim().replaceAll(/\s+/g, ' ');
  return name.length <= MAX_GROUP_CHARACTERS && GROUP.test(name) ? name : null;
}

export function groupsOf(list: Watchlist): readonly string[] {
  return [...new Set(list.flatMap(({ group }) => group ?? []))].toSorted((a, b) => a.localeCompare(b));
}

/** Puts a listing into a group; `null` takes it out of its group. */
export function setGroup(ticker: string, group: string | null): Change {
  return (values) => {
    const star = values('star').get(ticker);
    return star ? [starOf(ticker, { name: star.name, ...(group !== null && { group }) })] : [];
  };
}

export function setName(ticker: string, name: string): Change {
  return (values) => {
    const star = values('star').get(ticker);
    return star ? [starOf(ticker, { ...star, name })] : [];
  };
}

export function alertEdit(ticker: string, rule: AlertRule, alert: Alert | null): Edit {
  return { kind: 'alert', key: alertKey(ticker, rule), value: alert && { ticker, ...alert } };
}
