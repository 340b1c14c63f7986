/** Watchlist changes that only some pages need: names, groups, order and alerts. */
import { type AlertRule, alertKey } from '#worker/contract';
import type { Edit } from './items.ts';
import type { Change } from './user-items.ts';
import { orderOf, starOf, watchlistOf, type Alert, type Watchlist } from './watchlist.ts';

/** Renames a star to the server's symbol, with its group and alerts. Merges it with a star of that symbol. */
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
      ...alerts.flatMap(([key, alert]): Edit[] => [
        { kind: 'alert', key, value: null },
        alertEdit(to, alert.rule, alert),
      ]),
      orderOf(order),
    ];
  };
}

/** Removes alerts whose listing another device has removed. */
export const trimAlerts: Change = (values) =>
  [...values('alert')].flatMap(([key, { ticker }]) =>
    values('star').has(ticker) ? [] : { kind: 'alert', key, value: null },
  );

export function moveListing(ticker: string, toIndex: number): Change {
  return (values) => {
    const tickers = watchlistOf(values).map((item) => item.ticker);
    const from = tickers.indexOf(ticker);
    if (from === -1) return [];
    return [orderOf(tickers.toSpliced(from, 1).toSpliced(Math.max(toIndex, 0), 0, ticker))];
  };
}

export function groupsOf(list: Watchlist): readonly string[] {
  return [...new Set(list.flatMap(({ group }) => group ?? []))].toSorted((a, b) => a.localeCompare(b));
}

/** `null` removes the listings from their groups. */
export function setGroup(tickers: ReadonlySet<string>, group: string | null): Change {
  return (values) =>
    [...values('star')].flatMap(([ticker, { name }]) =>
      tickers.has(ticker) ? starOf(ticker, { name, ...(group !== null && { group }) }) : [],
    );
}

export function setName(ticker: string, name: string): Change {
  return (values) => {
    const star = values('star').get(ticker);
    return star ? [starOf(ticker, { ...star, name })] : [];
  };
}

/** Whether two names may be one company's: both begin with the same word, or one is not known. */
export function isSameCompany(name: string, other: string): boolean {
  const [first, second] = [name, other].map(
    (text) => /[\p{L}\p{N}]+/u.exec(text.toLowerCase().replace(/^the /, ''))?.[0],
  );
  return first === undefined || second === undefined || first === second;
}

export function alertEdit(ticker: string, rule: AlertRule, alert: Alert | null): Edit {
  return { kind: 'alert', key: alertKey(ticker, rule), value: alert && { ...alert, ticker } };
}
