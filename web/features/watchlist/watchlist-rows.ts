import { AI_SIGNALS } from '#compute';
import type { QuoteReady } from '#worker/contract';
import type { WatchedListing } from '../../shared/alerts/watched-quotes.tsx';
import type { CsvCell, Exportable } from '../../shared/format/exportable.ts';
import type { SortColumn } from '../../shared/ui/sort.ts';

export const COLUMNS: readonly SortColumn<WatchedListing>[] = [
  { key: 'ticker', label: 'Ticker', value: ({ ticker }) => ticker, first: 'ascending' },
  { key: 'price', label: 'Price', value: ofQuote((quote) => quote.current_price), area: 'price' },
  {
    key: 'change',
    label: 'Day change',
    value: ofQuote((quote) => quote.day_change_percent),
    area: 'change',
  },
  { key: 'rarity', label: 'How rare', value: ofQuote(shareAsLarge), first: 'ascending' },
  {
    key: 'signal',
    label: 'Signal',
    value: ofQuote(({ ai_signal: signal }) => signal && AI_SIGNALS.indexOf(signal)),
  },
  { key: 'chanceUp', label: 'Chance of +2%', value: ofQuote((quote) => quote.probability_buy) },
  { key: 'chanceDown', label: 'Chance of −2%', value: ofQuote((quote) => quote.probability_sell) },
  { key: 'trend', label: '30 sessions', area: 'trend' },
];

function ofQuote(read: (quote: QuoteReady) => number | null) {
  return ({ quote }: WatchedListing) => quote && read(quote);
}

/** Share of past sessions that moved at least as far as this one, 0…1; `null` if there are too few. */
function shareAsLarge({ move_rarity: rarity }: QuoteReady): number | null {
  return rarity && rarity.as_large / rarity.sessions;
}

const FILE_COLUMNS: Readonly<Record<string, (quote: QuoteReady) => CsvCell>> = {
  currency: ({ currency }) => currency,
  price: (quote) => ({ prices: [quote.current_price], quoted: quote }),
  'day change %': ({ day_change_percent: change }) => change,
  'share of sessions that moved at least as far': shareAsLarge,
  signal: ({ ai_signal: signal }) => signal,
  'previous signal': ({ signal_before: signal }) => signal,
  'P(>= +2%)': ({ probability_buy: share }) => share,
  'P(<= -2%)': ({ probability_sell: share }) => share,
  'as of': ({ as_of: asOf }) => asOf,
  source: ({ source }) => source,
  'last closes, oldest first': (quote) => ({ prices: quote.closes, quoted: quote }),
};

export function watchlistExport(listings: readonly WatchedListing[]): Exportable {
  return {
    title: 'Watchlist',
    kind: 'estimate',
    quoted: '',
    rows: () => [
      ['ticker', 'company', ...Object.keys(FILE_COLUMNS), 'group'],
      ...listings.map(({ ticker, name, group = null, quote }) => {
        const cells = Object.values(FILE_COLUMNS).map((cell) => quote && cell(quote));
        return [ticker, quote?.company_name ?? name, ...cells, group];
      }),
    ],
  };
}

/** Sources' delays differ by less. */
const SAME_TIME_MS = 30 * 60_000;

/** The time of most of a list's prices, epoch milliseconds; `NaN` without any. */
export function commonTimeMs(quotes: readonly QuoteReady[]): number {
  const times = quotes.map(({ as_of: asOf }) => Date.parse(asOf)).toSorted((a, b) => b - a);
  const groups = [...Map.groupBy(times, (ms) => Math.floor(ms / SAME_TIME_MS)).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? Number.NaN;
}

export function isOfTime({ as_of: asOf }: QuoteReady, timeMs: number): boolean {
  return Math.abs(Date.parse(asOf) - timeMs) < SAME_TIME_MS;
}
