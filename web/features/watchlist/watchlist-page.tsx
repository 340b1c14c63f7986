import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { searchQuery } from '../../shared/api/listing-queries.ts';
import { ListingForm, type ListingChoice } from '../../shared/search/listing-form.tsx';
import type { NameMatch } from '../../shared/search/look-up.ts';
import { namedTicker } from '../../shared/search/name-match.ts';
import { tickersIn } from '../../shared/search/tickers-in.ts';
import { useNameMatch } from '../../shared/search/ticker-text.tsx';
import { useSpeech } from '../../shared/ui/announcement.tsx';
import { Banner, EmptyState, RetryBanner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { WorkPage } from '../../shared/ui/page.tsx';
import { useWatchedQuotes, withWatchlist } from '../../shared/user/watched-quotes.tsx';
import { rejectedTickersAtom, unknownTickersAtom } from '../../shared/user/quote-watch.ts';
import { areItemsStoredAtom, editAtom } from '../../shared/user/user-items.ts';
import { addListings, isWatched, MAX_WATCHED, watchlistAtom } from '../../shared/user/watchlist.ts';
import { WatchedListings } from './watched-listings.tsx';
import styles from './watchlist-page.module.css';

export const WatchlistPage = withWatchlist(Page);

function Page() {
  const { items, rows, failure, isFetching, refresh: refreshQuotes } = useWatchedQuotes();
  const rejected = useAtomValueRawSync(rejectedTickersAtom);
  const setRejected = useSetAtom(rejectedTickersAtom);
  const isStored = useAtomValueRawSync(areItemsStoredAtom);
  const edit = useSetAtom(editAtom);
  const { say, region } = useSpeech();
  const rejection = useRejection(rejected);
  const { nameMatch, forget } = useNameMatch(rejection.nameMatch, ({ symbol }) => {
    setRejected(() => []);
    edit(addListings([{ ticker: symbol, name: '' }]));
  });

  function add({ ticker, name }: ListingChoice): string | null {
    forget();
    if (isWatched(items, ticker)) return `${ticker} is already on your watchlist.`;
    if (items.length >= MAX_WATCHED)
      return `Your watchlist is full (${MAX_WATCHED} listings). Remove one first.`;
    setRejected(() => []);
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
      {rejection.isFinal && (
        <Banner
          tone="info"
          action={
            <Button size="sm" onClick={() => setRejected(() => [])}>
              Dismiss
            </Button>
          }
        >
          Couldn’t find {rejected.join(', ')}, so {rejected.length === 1 ? 'it wasn’t' : 'they weren’t'} added
          to your watchlist.
        </Banner>
      )}
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

/** What became of unknown tickers that were added: whether that is final, and the listing that a single text names. */
function useRejection(rejected: readonly string[]): { isFinal: boolean; nameMatch: NameMatch | null } {
  // Several unknown tickers were imported, so none of them is a name.
  const text = rejected.length === 1 ? (rejected[0] ?? '') : '';
  const { data, isPending } = useQuery({ ...searchQuery(text), enabled: text !== '' });
  const symbol = data === undefined || text === '' ? null : namedTicker(text, data);
  return {
    isFinal: rejected.length > 0 && symbol === null && !(text !== '' && isPending),
    nameMatch: symbol && { text, symbol },
  };
}

/** Unreadable words of an import that are shown at most. */
const SHOWN_WORDS = 5;

interface Import {
  readonly added: readonly string[];
  readonly alreadyWatched: number;
  /** Tickers for which the list had no room. */
  readonly overLimit: number;
  readonly unreadable: readonly string[];
}

function ImportCard() {
  const unknown = useAtomValueRawSync(unknownTickersAtom);
  const watchlist = useAtomValueRawSync(watchlistAtom);
  const edit = useSetAtom(editAtom);
  const [text, setText] = useState('');
  const [last, setLast] = useState<Import | null>(null);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { tickers, unreadable } = tickersIn(text);
    const fresh = tickers.filter((ticker) => !isWatched(watchlist, ticker));
    const edits = edit(addListings(fresh.map((ticker) => ({ ticker, name: '' }))));
    const added = edits.flatMap(({ kind, key }) => (kind === 'star' ? key : []));
    setLast({
      added,
      alreadyWatched: tickers.length - fresh.length,
      overLimit: fresh.length - added.length,
      unreadable,
    });
    if (unreadable.length === 0) setText('');
  }

  return (
    <Card title="Import">
      <form className={styles.transfer} onSubmit={onSubmit}>
        <label>
          Tickers, separated by spaces, commas or new lines
          <textarea
            rows={3}
            value={text}
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Button type="submit">Import</Button>
        <output className="note">{last && importText(last, unknown)}</output>
      </form>
    </Card>
  );
}

/** "26 added. 3 already on your watchlist. 2 not found. Not recognized: <bad>." */
function importText(
  { added, alreadyWatched, overLimit, unreadable }: Import,
  unknown: ReadonlySet<string>,
): string {
  // The server did not know them, and they were taken off the list again.
  const notFound = added.filter((ticker) => unknown.has(ticker)).length;
  const more = unreadable.length > SHOWN_WORDS ? ' …' : '';
  return [
    `${added.length - notFound} added.`,
    alreadyWatched > 0 && `${alreadyWatched} already on your watchlist.`,
    notFound > 0 && `${notFound} not found.`,
    overLimit > 0 && `${overLimit} not added: your watchlist is full (${MAX_WATCHED} listings).`,
    unreadable.length > 0 && `Not recognized: ${unreadable.slice(0, SHOWN_WORDS).join(' ')}${more}.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}
