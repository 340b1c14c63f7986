import { AI_SIGNALS } from '#compute';
import type { QuoteRow, QuoteRows } from '../../shared/watchlist/quotes-query.ts';
import type { WatchlistItem, WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';

/** One listing of the list and what is known of it; `undefined` until the first answer. */
export interface WatchlistRow {
  readonly item: WatchlistItem;
  readonly row: QuoteRow | undefined;
}

/** What the table can be sorted by, in the order of its columns, with the direction that a first press gives. */
export const SORT_COLUMNS = [
  { key: 'ticker', label: 'Ticker', first: 'ascending' },
  { key: 'price', label: 'Price', first: 'descending' },
  { key: 'change', label: 'Day change', first: 'descending' },
  { key: 'signal', label: 'Signal', first: 'descending' },
  { key: 'probability', label: 'P(≥ +2%)', first: 'descending' },
  { key: 'age', label: 'Age', first: 'ascending' },
] as const;

export type SortKey = (typeof SORT_COLUMNS)[number]['key'];

/** How the table is sorted; `null` is the user's own order. */
export type Sort = { readonly key: SortKey; readonly direction: 'ascending' | 'descending' } | null;

/** What a press on a column's head does: its first direction, then the other one, then the user's own order. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  const first = SORT_COLUMNS.find((column) => column.key === key)?.first ?? 'ascending';
  if (sort?.key !== key) return { key, direction: first };
  if (sort.direction !== first) return null;
  return { key, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** The list's rows in a sort's order. Rows that lack the value come last in both directions; equal ones keep their order. */
export function sortedRows(items: WatchlistItems, known: QuoteRows, sort: Sort): readonly WatchlistRow[] {
  const rows = items.map((item) => ({ item, row: known.get(item.ticker) }));
  if (sort === null) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const valueA = sortValue(a, sort.key);
    const valueB = sortValue(b, sort.key);
    if (valueA === null || valueB === null) return Number(valueA === null) - Number(valueB === null);
    if (valueA === valueB) return 0;
    return valueA < valueB ? -sign : sign;
  });
}

function sortValue({ item, row }: WatchlistRow, key: SortKey): string | number | null {
  if (key === 'ticker') return item.ticker;
  const quote = row?.quote;
  if (quote?.status !== 'ready') return null;
  switch (key) {
    case 'price':
      return quote.current_price;
    case 'change':
      return quote.day_change_percent;
    case 'signal':
      return quote.ai_signal === null ? null : AI_SIGNALS.indexOf(quote.ai_signal);
    case 'probability':
      return quote.probability_buy;
    case 'age':
      return -Date.parse(quote.as_of);
  }
}
