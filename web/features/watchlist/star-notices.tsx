import { useEffect } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { renameOf } from '../../shared/api/name-match.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { WatchedListing } from '../../shared/alerts/watched-quotes.tsx';
import { removedTickersAtom } from '../../shared/alerts/quote-watch.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { addListings } from '../../shared/user/watchlist.ts';
import { isSameCompany, renameListing, setName } from '../../shared/user/watchlist-edits.ts';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';

interface StarNoticesProps {
  readonly listings: readonly WatchedListing[];
  /** Tickers that the server does not know so far. */
  readonly pending: readonly string[];
}

export function StarNotices({ listings, pending }: StarNoticesProps) {
  const format = useFormat();
  const edit = useSetAtom(editAtom);
  const renames = pending.flatMap((ticker) => renameOf(ticker) ?? []);
  const changed = listings.flatMap(({ ticker, name, quote }) => {
    const company = quote?.company_name ?? '';
    return isSameCompany(name, company) ? [] : { ticker, name, company, rename: renameOf(ticker) };
  });
  useEffect(() => {
    // The company itself has a new name, unless its ticker has passed to another.
    for (const { ticker, company, rename } of changed) if (rename === null) edit(setName(ticker, company));
  });
  return (
    <>
      {pending.length > 0 && (
        <Banner
          tone="info"
          action={renames.map(({ from, to, date }) =>
            button(`${from} is ${to} since ${format.isoDate(date)}: use ${to}`, () =>
              edit(renameListing(from, to)),
            ),
          )}
        >
          Couldn’t find {pending.join(', ')}. A second check follows in a few minutes.
        </Banner>
      )}
      {changed.map(
        ({ ticker, name, company, rename }) =>
          rename && (
            <Banner
              key={ticker}
              tone="info"
              action={[
                button(`Use ${rename.to}`, () => edit(renameListing(ticker, rename.to))),
                button(`Keep ${ticker}`, () => edit(setName(ticker, company))),
              ]}
            >
              {ticker} now belongs to {company}. {name}, which you starred, is {rename.to} since{' '}
              {format.isoDate(rename.date)}.
            </Banner>
          ),
      )}
      <RemovedNotice />
    </>
  );
}

function RemovedNotice() {
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
    <Banner tone="info" action={[button('Undo', undo), button('Dismiss', dismiss)]}>
      Couldn’t find {removed.join(', ')} in two checks, so {removed.length === 1 ? 'it was' : 'they were'}{' '}
      removed from your watchlist.
    </Banner>
  );
}

function button(label: string, onClick: () => unknown) {
  return (
    <Button key={label} size="sm" onClick={onClick}>
      {label}
    </Button>
  );
}
