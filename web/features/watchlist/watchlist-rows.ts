/** The rows of the watchlist as they follow from the list, the quotes and what the reader chose. No React in here. */
import { AI_SIGNALS } from '#compute';
import type { QuoteReady } from '#worker/contract';
import { readyQuote, type QuoteRow, type QuoteRows } from '../../shared/api/quotes-query.ts';
import type { CsvCell } from '../../shared/export/download.ts';
import type { Exportable } from '../../shared/export/export-files.ts';
import type { WatchlistItem, WatchlistItems } from '../../shared/user-data/watchlist.ts';

/** One listing of the list and what is known of it; `undefined` until the first response. */
export interface WatchlistRow {
  readonly item: WatchlistItem;
  readonly row: QuoteRow | undefined;
}

export function inGroup(items: WatchlistItems, group: string | null): WatchlistItems {
  return group === null ? items : items.filter((item) => item.group === group);
}

/** What the table can be sorted by, in the order of its columns, with the direction that a first press gives. */
export const SORT_COLUMNS = [
  { key: 'ticker', label: 'Ticker', first: 'ascending' },
  { key: 'price', label: 'Price', first: 'descending' },
  { key: 'change', label: 'Day change', first: 'descending' },
  { key: 'rarity', label: 'How rare', first: 'ascending' },
  { key: 'signal', label: 'Signal', first: 'descending' },
  { key: 'chanceUp', label: 'Chance of +2%', first: 'descending' },
  { key: 'chanceDown', label: 'Chance of −2%', first: 'descending' },
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
    case 'rarity':
      return shareAsLarge(quote);
    case 'signal':
      return quote.ai_signal === null ? null : AI_SIGNALS.indexOf(quote.ai_signal);
    case 'chanceUp':
      return quote.probability_buy;
    case 'chanceDown':
      return quote.probability_sell;
    case 'age':
      return -Date.parse(quote.as_of);
  }
}

/** The share of past sessions that moved at least as far as this one, 0…1; `null` where there are too few. */
export function shareAsLarge({ move_rarity: rarity }: QuoteReady): number | null {
  return rarity && rarity.as_large / rarity.sessions;
}

const HEAD = [
  'ticker',
  'company',
  'currency',
  'price',
  'day change %',
  'share of sessions that moved as far',
  'signal',
  'signal before',
  'P(>= +2%)',
  'P(<= -2%)',
  'as of',
  'source',
  'last closes, oldest first',
  'group',
];

export function readyQuotes(items: WatchlistItems, rows: QuoteRows): readonly QuoteReady[] {
  return items.flatMap(({ ticker }) => readyQuote(rows, ticker) ?? []);
}

/** The table as a file: a row for each listing of the list, empty where nothing is known of it. */
export function watchlistExport(items: WatchlistItems, known: QuoteRows): Exportable {
  return {
    title: 'Watched listings',
    kind: 'estimate',
    rows: () => [
      HEAD,
      ...items.map(({ ticker, name, group = null }) => {
        const quote = known.get(ticker)?.quote;
        return quote?.status === 'ready'
          ? [...quoteRow(ticker, quote), group]
          : [ticker, name, ...HEAD.slice(3).map(() => null), group];
      }),
    ],
  };
}

function quoteRow(ticker: string, quote: QuoteReady): CsvCell[] {
  return [
    ticker,
    quote.company_name,
    quote.currency,
    quote.current_price,
    quote.day_change_percent,
    shareAsLarge(quote),
    quote.ai_signal,
    quote.signal_before,
    quote.probability_buy,
    quote.probability_sell,
    quote.as_of,
    quote.source,
    quote.closes.join(' '),
  ];
}

/** When the oldest row of a list came, epoch milliseconds; `null` while there is none. */
export function oldestMs(items: WatchlistItems, rows: QuoteRows): number | null {
  const times = items.flatMap(({ ticker }) => rows.get(ticker)?.receivedAtMs ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
