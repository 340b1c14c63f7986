import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useMemo } from 'react';
import { searchQuery } from '../../shared/api/listing-queries.ts';
import { ListingForm, type ListingChoice } from '../../shared/search/listing-form.tsx';
import type { NameMatch } from '../../shared/search/look-up.ts';
import { namedTicker, renameOf } from '../../shared/search/name-match.ts';
import { useNameMatch } from '../../shared/search/ticker-text.tsx';
import { useSpeech } from '../../shared/ui/announcement.tsx';
import { Banner, EmptyState, RetryBanner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { WorkPage } from '../../shared/ui/page.tsx';
import { useWatchedQuotes, withWatchlist } from '../../shared/user/watched-quotes.tsx';
import { refusedTickersAtom, removedTickersAtom } from '../../shared/user/quote-watch.ts';
import { areItemsStoredAtom, editAtom } from '../../shared/user/user-items.ts';
import { addListings, isWatched, MAX_WATCHED, watchlistAtom } from '../../shared/user/watchlist.ts';
import { renameListing } from '../../shared/user/watchlist-edits.ts';
import { ImportCard } from './import-card.tsx';
import { WatchedListings } from './watched-listings.tsx';

export const WatchlistPage = withWatchlist(Page);

function Page() {
  const { items, rows, failure, isFetching, refresh: refreshQuotes } = useWatchedQuotes();
  const isStored = useAtomValueRawSync(areItemsStoredAtom);
  const edit = useSetAtom(editAtom);
  const { say, region } = useSpeech();
  const refusal = useRefusal();
  const { nameMatch, forget } = useNameMatch(refusal.nameMatch, ({ symbol, text }) => {
    edit(renameListing(text, symbol));
  });

  function add({ ticker, name }: ListingChoice): string | null {
    forget();
    if (isWatched(items, ticker)) return `${ticker} is already on your watchlist.`;
    if (items.length >= MAX_WATCHED)
      return `Your watchlist is full (${MAX_WATCHED} listings). Remove one first.`;
    edit(addListings([{ ticker, name }]));
    return null;
  }

  async function refresh() {
    if (await refreshQuotes()) say('Prices updated');
  }

  return (
    <WorkPage
      title="Watchlist"
      lead="No page shows this list to anyone else. Model signals and estimates, not advice."
      action={<ListingForm label="Add a ticker" action="Add" nameMatch={nameMatch} onEnter={add} />}
    >
      {!isStored && (
        <Banner tone="info" title="Not saved">
          This browser’s storage is full or blocked. Your changes will be lost when you close the page.
        </Banner>
      )}
      {failure && <RetryBanner failure={failure} isRetrying={isFetching} onRetry={() => void refresh()} />}
      {refusal.pending.length > 0 && (
        <Banner tone="info" action={<Renames tickers={refusal.pending} />}>
          Couldn’t find {refusal.pending.join(', ')}. A second check follows in a few minutes.
        </Banner>
      )}
      <RemovedBanner />
      {items.length === 0 ? (
        <EmptyState title="Your watchlist is empty" icon={<Star size={20} strokeWidth={1.75} aria-hidden />}>
          Add a ticker above, or star a listing on its analysis page.
        </EmptyState>
      ) : (
        <WatchedListings items={items} rows={rows} isFetching={isFetching} onRefresh={() => void refresh()} />
      )}
      <ImportCard />
      {region}
    </WorkPage>
  );
}

/** Stars that the server does not know so far, and the listing that a single one of them names. */
function useRefusal(): { pending: readonly string[]; nameMatch: NameMatch | null } {
  const items = useAtomValueRawSync(watchlistAtom);
  const known = useAtomValueRawSync(refusedTickersAtom);
  const refused = items.flatMap(({ ticker }) => (known.has(ticker) ? [ticker] : []));
  // Several unknown tickers were imported, so none of them is a name.
  const text = refused.length === 1 ? (refused[0] ?? '') : '';
  const { data } = useQuery({ ...searchQuery(text), enabled: text !== '' });
  const symbol = data === undefined || text === '' ? null : namedTicker(text, data);
  // The same object until it changes, because the page follows each new match once.
  const nameMatch = useMemo(() => (symbol === null ? null : { text, symbol }), [text, symbol]);
  if (nameMatch !== null) return { pending: [], nameMatch };
  return { pending: text !== '' && data === undefined ? [] : refused, nameMatch: null };
}

/** Offers the new tickers of renamed ones. */
function Renames({ tickers }: { tickers: readonly string[] }) {
  const format = useFormat();
  const edit = useSetAtom(editAtom);
  return tickers
    .flatMap((ticker) => renameOf(ticker) ?? [])
    .map(({ from, to, date }) => (
      <Button key={from} size="sm" onClick={() => edit(renameListing(from, to))}>
        {`${from} is ${to} since ${format.isoDate(date)}: use ${to}`}
      </Button>
    ));
}

/** Says which stars a second refusal has taken off the list. */
function RemovedBanner() {
  const removed = useAtomValueRawSync(removedTickersAtom);
  const setRemoved = useSetAtom(removedTickersAtom);
  const edit = useSetAtom(editAtom);
  if (removed.length === 0) return null;
  const dismiss = () => setRemoved(() => []);
  const undo = () => {
    // A star with a name stays.
    edit(addListings(removed.map((ticker) => ({ ticker, name: ticker }))));
    dismiss();
  };
  return (
    <Banner
      tone="info"
      action={
        <>
          <Button size="sm" onClick={undo}>
            Undo
          </Button>
          <Button size="sm" onClick={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      Couldn’t find {removed.join(', ')} in two checks, so {removed.length === 1 ? 'it was' : 'they were'}{' '}
      removed from your watchlist.
    </Banner>
  );
}
