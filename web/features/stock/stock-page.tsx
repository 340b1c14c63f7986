import { DEFAULT_TICKER, parseTicker, type Format } from '#compute';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useSearch } from 'wouter';
import { useStore, type Store } from '../../store.ts';
import { queryClientAtom, withQueries } from '../../shared/api/query-client.tsx';
import { spokenListing, useFormat } from '../../shared/format/use-format.ts';
import { nameMatchOf } from '../../shared/api/client.ts';
import { listingQuery } from '../../shared/api/listing-queries.ts';
import { useSuggestions } from '../../shared/search/listing-search.tsx';
import { InvalidTickerNote, NameMatchNote, useNameMatch } from '../../shared/search/ticker-text.tsx';
import { rememberListing } from '../../shared/user/recent-listings.ts';
import { whenSignedIn } from '../../shared/sign-in/auth.ts';
import { useForecastJournal } from '../../shared/user/use-forecast-journal.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/banner.tsx';
import { focusHeading } from '../../shared/ui/focus-heading.ts';
import { AsyncOverlay, lazyComponent } from '../../shared/ui/loading.tsx';
import { useTitle } from '../../shared/ui/browser-state.ts';
import { Announcement, VisuallyHidden, type ScreenReaderMessage } from '../../shared/ui/announcement.tsx';
import { StarButton } from '../../shared/user/star-button.tsx';
import { Freshness, LoadBanner, FirstScreen, LoadingNote } from './load-state.tsx';
import { HeaderCard } from './report/header-card.tsx';
import { SearchForm } from './search-form.tsx';
import { hasForecast, type ListingData } from './listing-data.ts';
import styles from './stock-page.module.css';
import { StockReport } from './report/stock-report.tsx';
import { SummaryTiles } from './report/summary-tiles.tsx';
import { usePainted, usePhone } from './use-screen.ts';
import { useFieldText, useShellField } from './shell-field.ts';
import { useListing, type LoadedListing, type ListingLoad } from './use-listing.ts';
import { parseView, useShortcuts, useStockView, type StockView } from './use-stock-view.ts';

// One file for both pages: the demo shows most of what the page does.
export { DemoReport } from './report/stock-report.tsx';

const AlertButton = lazyComponent(
  async () => (await import('../../shared/alerts/alert-button.tsx')).AlertButton,
);
const TriggeredAlertNote = lazyComponent(
  async () => (await import('../../shared/alerts/triggered-note.tsx')).TriggeredAlertNote,
);

/** A wait this long, followed by one render with the data, takes less time than rendering twice. */
const FIRST_RENDER_WAIT_MS = 150;

/** The wait if the document has already painted price and forecast. */
const PAINTED_WAIT_MS = 1500;

export function prepareStockPage(store: Store, search: string): Promise<void> {
  return prepareListing(store, parseView(search));
}

/** Loads a listing. Resolves once it has loaded or failed, or when the wait is over. */
export function prepareListing(
  store: Store,
  { ticker, horizonDays }: Pick<StockView, 'ticker' | 'horizonDays'>,
): Promise<void> {
  // A failure stays in the cache, where the page finds it.
  const loaded = store.get(queryClientAtom).query(listingQuery(ticker, horizonDays)).then(ignore, ignore);
  const waitMs = document.getElementById('first-screen') === null ? FIRST_RENDER_WAIT_MS : PAINTED_WAIT_MS;
  return Promise.race([loaded, new Promise<void>((resolve) => setTimeout(resolve, waitMs))]);
}

const ignore = () => undefined;

export const StockPage = withQueries(Analysis);

/** Moves the focus from the banner to the heading first: loading removes the banner, and the focus with it. */
function leaveBanner(load: () => void) {
  focusHeading({ preventScroll: true });
  load();
}

function Analysis() {
  const { view, invalidTicker, show } = useStockView();
  const load = useListing(view);
  const { requestedText, loaded, data, isLoading } = load;
  const format = useFormat();
  const suggestions = useSuggestions(requestedText);
  const input = useRef<HTMLInputElement>(null);
  useForecastJournal(loaded !== null && data !== null && hasForecast(data) ? data : null);
  useAnalysisCounter(data !== null && hasForecast(data) ? loaded : null);
  useRecentListing(data);

  useTitle(`${data?.response.ticker ?? requestedText} · Stock analysis · Candor`);

  useFieldText(suggestions, loaded?.response.ticker ?? requestedText);
  useShellField(suggestions, input);

  const setRange = useCallback((range: StockView['range']) => show({ range }), [show]);
  const focusSearch = useCallback(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  useShortcuts({ focusSearch, setRange });

  function open(text: string, isStep = true) {
    const ticker = parseTicker(text);
    // Only another ticker changes the URL; the server gets every text, also one that is not a ticker.
    const isAnother = ticker.ok && ticker.value !== view.ticker;
    load.fetch(ticker.ok ? ticker.value : text);
    if (ticker.ok && (isAnother || invalidTicker !== null)) show({ ticker: ticker.value }, isStep);
  }

  const found = useMemo(() => nameMatchOf(load.failure, requestedText), [load.failure, requestedText]);
  const { nameMatch, forget } = useNameMatch(
    found,
    // A company name in the URL is replaced, so that Back skips it.
    ({ symbol, text }) => open(symbol, text !== view.ticker),
  );
  const failure = found === null ? load.failure : null;

  function analyse(text: string) {
    forget();
    open(text);
  }

  // Price and signal respond in the next frame; charts and tables follow when React has time. At first all come together.
  const reportData = useDeferredValue(data) ?? data;
  const isBusy = isLoading || (!load.isCurrent && failure === null) || reportData !== data;
  const isPhone = usePhone();
  const isPainted = usePainted();
  const alertEventKey = new URLSearchParams(useSearch()).get('alert');
  const { range, horizonDays } = view;
  const summary = useMemo(
    () =>
      data !== null && (
        <>
          <HeaderCard
            data={data}
            action={
              <>
                <StarButton ticker={data.response.ticker} name={data.response.company_name} />
                <span className={styles.alert}>
                  {isPainted && (
                    <AsyncOverlay>
                      <AlertButton ticker={data.response.ticker} horizonDays={horizonDays} />
                    </AsyncOverlay>
                  )}
                </span>
              </>
            }
          />
          {!isPhone && <SummaryTiles data={data} />}
        </>
      ),
    [data, isPhone, horizonDays, isPainted],
  );
  const report = useMemo(
    () => reportData !== null && <StockReport data={reportData} range={range} onRange={setRange} />,
    [reportData, range, setRange],
  );
  return (
    <div className={styles.page}>
      <VisuallyHidden>
        <h1>Stock analysis</h1>
      </VisuallyHidden>
      <div className={styles.bar}>
        <search>
          <SearchForm
            suggestions={suggestions}
            onPrefetch={load.prefetch}
            inputRef={input}
            horizonDays={view.horizonDays}
            onHorizon={(chosen) => show({ horizonDays: chosen })}
            onAnalyse={analyse}
            isBusy={isLoading}
          />
        </search>
        {failure !== null && (
          <LoadBanner
            failure={failure}
            requested={requestedText}
            shown={data?.response.ticker ?? null}
            onRetry={() => leaveBanner(load.retry)}
            onChoose={(ticker) => leaveBanner(() => analyse(ticker))}
          />
        )}
        <NameMatchNote nameMatch={nameMatch?.symbol === requestedText ? nameMatch : null} />
        {data !== null && isLoading && <LoadingNote ticker={requestedText} />}
        <Announcement messages={announcementsOf(format, load)} />
      </div>
      {alertEventKey !== null && isPainted && (
        <AsyncOverlay>
          <TriggeredAlertNote eventKey={alertEventKey} />
        </AsyncOverlay>
      )}
      {invalidTicker !== null && <InvalidTickerNote text={invalidTicker} ticker={view.ticker} />}
      {data !== null && (
        <div className={styles.report} aria-busy={isBusy}>
          {summary}
          {report}
        </div>
      )}
      {data === null && failure === null && <FirstScreen />}
      {data === null && failure !== null && (
        <EmptyState
          title={`Couldn’t analyze ${requestedText}`}
          action={
            requestedText !== DEFAULT_TICKER && (
              <Button onClick={() => leaveBanner(() => analyse(DEFAULT_TICKER))}>
                Analyze {DEFAULT_TICKER}
              </Button>
            )
          }
        >
          Search for another ticker or company above.
        </EmptyState>
      )}
      <Freshness data={data} isLoading={load.isLoading} refresh={load.refresh} />
    </div>
  );
}

/** Counts each loaded listing once in the user's stats. */
function useAnalysisCounter(loaded: LoadedListing | null): void {
  const store = useStore();
  const counted = useRef<LoadedListing | null>(null);
  useEffect(() => {
    if (loaded === null || counted.current === loaded) return;
    counted.current = loaded;
    const { response } = loaded;
    whenSignedIn(store, () => {
      import('../../shared/user/local-stats.ts').then(
        ({ recordAnalysisAtom }) => store.set(recordAnalysisAtom, response.ticker, Math.random),
        ignore,
      );
    });
  }, [loaded, store]);
}

/** Adds the listing on screen to the user's recent ones, even while its prices are being refreshed. */
function useRecentListing(data: ListingData | null): void {
  const store = useStore();
  const response = data?.response;
  useEffect(() => {
    if (response) whenSignedIn(store, () => store.set(editAtom, rememberListing(response)));
  }, [response, store]);
}

/** The page's screen-reader announcements. The first load's skeleton and the error banner announce themselves; a refresh is silent. */
function announcementsOf(
  format: Format,
  { requestedText, data, loaded, isLoading, isCurrent, failure }: ListingLoad,
): readonly ScreenReaderMessage[] | null {
  if (failure !== null) return [];
  if (data === null) return null;
  if (isLoading) return [{ of: `loading ${requestedText}`, text: `Loading ${requestedText}` }];
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
