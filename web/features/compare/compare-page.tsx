import { formatDays, type Format, type Ticker } from '#compute';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { LineSwatch } from '../../shared/charts/sparkline.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { spokenListing, useFormat } from '../../shared/format/use-format.ts';
import { ListingForm, withNameMatch, type ListingChoice } from '../../shared/search/listing-form.tsx';
import { UrlNote, Quoted, useNameMatch } from '../../shared/search/ticker-text.tsx';
import { AccountNote } from '../../shared/sign-in/account-note.tsx';
import { Announcement, type ScreenReaderMessage } from '../../shared/ui/announcement.tsx';
import { Button, ButtonLink, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/banner.tsx';
import { focusHeading } from '../../shared/ui/focus-heading.ts';
import { WorkPage } from '../../shared/ui/page.tsx';
import { watchlistAtom } from '../../shared/user/watchlist.ts';
import { useAtomValueRawSync } from '../../store.ts';
import { CompareOutcome } from './compare-outcome.tsx';
import styles from './compare-page.module.css';
import { DEFAULT_BENCHMARK, drawnTickers, MAX_COMPARED, seriesStyle } from './compare-view.ts';
import { useComparison, useCompareView, type ComparisonLoad } from './use-comparison.ts';

export const ComparePage = withQueries(Page);

function Page() {
  const { view, show } = useCompareView();
  const load = useComparison(view);
  const format = useFormat();

  const { nameMatch, forget } = useNameMatch(load.nameMatch, (by) =>
    show(
      {
        tickers: withNameMatch(view.tickers, by),
        benchmark: view.benchmark === by.text ? by.symbol : view.benchmark,
      },
      true,
    ),
  );

  function add({ ticker }: ListingChoice): string | null {
    forget();
    if (view.tickers.includes(ticker)) return `${ticker} is already in this comparison.`;
    if (view.tickers.length >= MAX_COMPARED)
      return `You can compare up to ${MAX_COMPARED} listings. Remove one first.`;
    show({ tickers: [...view.tickers, ticker] });
    return null;
  }

  return (
    <WorkPage
      title="Compare"
      lead={`Compare up to ${MAX_COMPARED} listings and a benchmark, all starting at 100 on their first common trading day.`}
      action={<ListingForm label="Add a ticker" action="Add" nameMatch={nameMatch} onEnter={add} />}
    >
      <UrlNote>
        {view.ignored.length > 0 && (
          <>
            Not included: <Quoted text={view.ignored.join(', ')} />. You can compare up to {MAX_COMPARED}{' '}
            valid tickers.
          </>
        )}
      </UrlNote>
      <AccountNote>a watchlist to compare, and alerts</AccountNote>
      <Announcement messages={view.tickers.length === 0 ? null : announcementsOf(format, load)} />
      <Members errors={load.errors} />
      {view.tickers.length === 0 ? <EmptyComparison /> : <CompareOutcome load={load} />}
    </WorkPage>
  );
}

function Members({ errors }: Pick<ComparisonLoad, 'errors'>) {
  const { view, show } = useCompareView();
  const list = useRef<HTMLUListElement>(null);
  const drawn = drawnTickers(view);
  if (drawn.length === 0) return null;
  const benchmark = drawn.length > view.tickers.length ? view.benchmark : null;

  function remove(ticker: Ticker) {
    // The button disappears, and the last one takes the list with it, so move the focus first.
    if (drawn.length > 1) list.current?.focus();
    else focusHeading();
    if (ticker === benchmark) show({ benchmark: null });
    else show({ tickers: view.tickers.filter((other) => other !== ticker) });
  }

  function addBenchmark() {
    list.current?.focus();
    show({ benchmark: DEFAULT_BENCHMARK });
  }

  return (
    <ul ref={list} tabIndex={-1} className={`${styles.members} cluster`} aria-label="Compared listings">
      {drawn.map((ticker) => (
        <li key={ticker} className={styles.member}>
          <LineSwatch {...seriesStyle(view, ticker)} />
          <strong>{ticker}</strong>
          {ticker === benchmark && <span className="note">benchmark</span>}
          {errors.has(ticker) && <span className={styles.fault}>{errors.get(ticker)}</span>}
          <IconButton label={`Remove ${ticker}`} onClick={() => remove(ticker)} icon={X} />
        </li>
      ))}
      {view.benchmark === null && (
        <li>
          <Button onClick={addBenchmark}>Add {DEFAULT_BENCHMARK} as benchmark</Button>
        </li>
      )}
    </ul>
  );
}

function EmptyComparison() {
  const watched = useAtomValueRawSync(watchlistAtom).slice(0, MAX_COMPARED);
  const tickers = watched.map(({ ticker }) => ticker).join(',');
  return (
    <EmptyState
      title="Nothing to compare yet"
      action={
        <span className={styles.starts}>
          {watched.length > 1 && (
            <ButtonLink href={`/compare?${new URLSearchParams({ tickers })}`}>
              Compare your watchlist
            </ButtonLink>
          )}
          <ButtonLink href="/compare?tickers=AAPL%2CMSFT">Compare AAPL and MSFT</ButtonLink>
        </span>
      }
    >
      Add two or more tickers above, or start with one of these.
    </EmptyState>
  );
}

function announcementsOf(
  format: Format,
  { tickers, errors, isLoading, compared }: ComparisonLoad,
): ScreenReaderMessage[] {
  const members = compared?.members ?? [];
  const missing = tickers.filter((ticker) => members.every((member) => member.ticker !== ticker));
  const loaded = members.map(({ ticker, response, analysis }) => ({
    of: ticker,
    text: spokenListing(format, response, 'signal' in analysis ? analysis.signal.level : null),
  }));
  const texts = [
    compared &&
      `Compared over ${compared.view.range}, with forecasts for ${formatDays(compared.view.horizonDays)}`,
    isLoading && missing.length > 0 && `Loading ${missing.join(', ')}`,
    ...[...errors].map(([ticker, message]) => !isLoading && `${ticker}: ${message}`),
  ];
  return [...loaded, ...texts.flatMap((text) => (text ? { of: text, text } : []))];
}
