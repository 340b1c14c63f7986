import { DEFAULT_TICKER, type Format } from '#compute';
import { useDeferredValue } from 'react';
import { useSearch } from 'wouter';
import { useSetAtom, type Store } from '../../store.ts';
import { queryClientAtom, withQueries } from '../../shared/api/query-client.tsx';
import { spokenListing, useFormat } from '../../shared/format/use-format.ts';
import { nameMatchOf, spellingOf } from '../../shared/api/client.ts';
import { hasForecast, listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import { NameMatchNote, useNameMatch } from '../../shared/search/ticker-text.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/banner.tsx';
import { focusHeading } from '../../shared/ui/focus-heading.ts';
import { lazyComponent } from '../../shared/ui/loading.tsx';
import { useTitle } from '../../shared/browser/browser-state.ts';
import { Announcement, VisuallyHidden, type ScreenReaderMessage } from '../../shared/ui/announcement.tsx';
import { LoadBanner, tickerOrQuote } from '../../shared/search/load-banner.tsx';
import { Freshness, FirstScreen, LoadingNote } from './load-state.tsx';
import { HeaderCard } from './report/header-card.tsx';
import { SearchForm, StockAccountNote } from './search-form.tsx';
import { useListing, type ListingLoad } from './use-listing.ts';
import styles from './stock-page.module.css';
import { StockReport } from './report/stock-report.tsx';
import { SummaryTiles } from './report/summary-tiles.tsx';
import { AfterFirstScreen, usePhone } from './use-screen.tsx';
import { parseView, showViewAtom, useStockView, viewQuery, type StockView } from './use-stock-view.ts';
import { useVisitRecords } from './visit-records.ts';

const TriggeredAlertNote = lazyComponent(
  () => import('../../shared/alerts/triggered-note.tsx'),
  'TriggeredAlertNote',
);

/** A wait this long, followed by one render with the data, takes less time than rendering twice. */
const FIRST_RENDER_WAIT_MS = 150;

/** The wait if the document has already painted price and forecast. */
const PAINTED_WAIT_MS = 1500;

/** Loads the URL's listing. Resolves once it has loaded or failed, or when the wait is over. */
export async function prepareStockPage(store: Store, search: string): Promise<void> {
  const { ticker, horizonDays } = parseView(search);
  // A failure stays in the cache, where the page finds it.
  const loaded = store.get(queryClientAtom).query(listingQuery(ticker, horizonDays));
  const waitMs = document.getElementById('first-screen') === null ? FIRST_RENDER_WAIT_MS : PAINTED_WAIT_MS;
  await Promise.race([loaded.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, waitMs))]);
}

export const StockPage = withQueries(Analysis);

function Analysis() {
  const view = useStockView();
  const load = useListing(view);
  const { data, isLoading } = load;
  const { ticker } = view;
  const { failure, nameMatch, analyse } = useNaming(view, load);
  const format = useFormat();
  useVisitRecords(load);
  useTitle(`${data?.response.ticker ?? tickerOrQuote(ticker)} · Stock analysis · Candor`);
  return (
    <div className={styles.page}>
      <VisuallyHidden>
        <h1>Stock analysis</h1>
      </VisuallyHidden>
      <div className={styles.bar}>
        <search>
          <SearchForm
            ticker={load.loaded?.response.ticker ?? ticker}
            onPrefetch={load.prefetch}
            onAnalyse={analyse}
            isBusy={isLoading}
          />
        </search>
        {failure !== null && (
          <LoadBanner
            failure={failure}
            listing={{ requested: ticker, shown: data?.response.ticker ?? null }}
            onRetry={() => leaveBanner(load.retry)}
            onChoose={(chosen) => leaveBanner(() => analyse(chosen))}
          />
        )}
        <NameMatchNote nameMatch={nameMatch} />
        {data !== null && isLoading && <LoadingNote ticker={ticker} />}
        <Announcement messages={announcementsOf(format, ticker, load)} />
      </div>
      {(data !== null || failure === null) && <StockAccountNote />}
      <OpenedAlert />
      {data !== null && <Report data={data} isBusy={isLoading || (!load.isCurrent && failure === null)} />}
      {data === null && (failure ? <NoListing ticker={ticker} onAnalyse={analyse} /> : <FirstScreen />)}
      <Freshness {...load} />
      <p className={styles.address}>Candor · {new URL(viewQuery(view), location.href).href}</p>
    </div>
  );
}

function OpenedAlert() {
  const eventKey = new URLSearchParams(useSearch()).get('alert');
  return (
    eventKey !== null && (
      <AfterFirstScreen>
        <TriggeredAlertNote eventKey={eventKey} />
      </AfterFirstScreen>
    )
  );
}

/** Puts the listing that a text turned out to mean in its place. `nameMatch` says so; `failure` is any other. */
function useNaming({ ticker }: StockView, load: ListingLoad) {
  const named = nameMatchOf(load.failure, ticker);
  const showView = useSetAtom(showViewAtom);
  const answered = load.isCurrent ? spellingOf(ticker, load.data?.response.ticker) : null;
  // A name or another spelling in the URL is replaced, so that Back skips it.
  const { nameMatch, forget } = useNameMatch(named ?? answered, ({ symbol }) =>
    showView({ ticker: symbol }, false),
  );
  return {
    failure: named === null ? load.failure : null,
    nameMatch: nameMatch?.symbol === ticker ? nameMatch : null,
    analyse(text: string) {
      forget();
      load.submit(text);
      showView({ ticker: text });
    },
  };
}

/** Price and signal respond in the next frame; charts and tables follow when React has time. At first all come together. */
function Report({ data, isBusy }: { data: Listing; isBusy: boolean }) {
  const reportData = useDeferredValue(data);
  const isPhone = usePhone();
  return (
    <div className={styles.report} aria-busy={isBusy || reportData !== data}>
      <HeaderCard data={data} />
      {!isPhone && <SummaryTiles data={data} />}
      <StockReport data={reportData} />
    </div>
  );
}

function NoListing({ ticker, onAnalyse }: { ticker: string; onAnalyse: (ticker: string) => void }) {
  return (
    <EmptyState
      title={`Couldn’t analyze ${tickerOrQuote(ticker)}`}
      action={
        ticker !== DEFAULT_TICKER && (
          <Button onClick={() => leaveBanner(() => onAnalyse(DEFAULT_TICKER))}>
            Analyze {DEFAULT_TICKER}
          </Button>
        )
      }
    >
      Search for another ticker or company above.
    </EmptyState>
  );
}

/** Moves the focus from the banner to the heading first: loading removes the banner, and the focus with it. */
function leaveBanner(load: () => void) {
  focusHeading({ preventScroll: true });
  load();
}

/** The page's screen-reader announcements. The first load's skeleton and the error banner announce themselves; a refresh is silent. */
function announcementsOf(
  format: Format,
  requested: string,
  { data, loaded, isLoading, isCurrent, failure }: ListingLoad,
): readonly ScreenReaderMessage[] | null {
  if (failure !== null) return [];
  if (data === null) return null;
  if (isLoading) return [{ of: `loading ${requested}`, text: `Loading ${requested}` }];
  if (loaded === null || !isCurrent) return null;
  const { ticker } = data.response;
  const { signal, forecast } = hasForecast(data) ? data.analysis : {};
  const text = spokenListing(format, data.response, signal?.level ?? null);
  return [
    {
      of: `${ticker} ${forecast?.horizonDays}`,
      text: forecast ? `${text}, ${forecast.horizonDays}-day forecast` : text,
    },
  ];
}
