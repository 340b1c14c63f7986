import type { QuoteReady } from '#worker/contract';
import type { CsvCell } from '../../shared/export/download.ts';
import type { Exportable } from '../../shared/export/export-content.ts';
import type { QuoteRows } from '../../shared/watchlist/quotes-query.ts';
import type { WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';

const HEAD = [
  'ticker',
  'company',
  'currency',
  'price',
  'day change %',
  'signal',
  'P(>= +2%)',
  'as of',
  'source',
  'last closes, oldest first',
  'group',
];

/** The list's known rows, in the user's order. */
export function readyQuotes(items: WatchlistItems, rows: QuoteRows): readonly QuoteReady[] {
  return items.flatMap(({ ticker }) => {
    const quote = rows.get(ticker)?.quote;
    return quote?.status === 'ready' ? [quote] : [];
  });
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
    quote.ai_signal,
    quote.probability_buy,
    quote.as_of,
    quote.source,
    quote.closes.join(' '),
  ];
}
