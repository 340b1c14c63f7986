import { DEFAULT_TICKER, formatDays, parseTicker, type Format } from '#compute';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { getQueryClient, withQueries } from '../../shared/api/query-client.tsx';
import { spokenListing, useFormat } from '../../shared/format/use-format.ts';
import { nameMatchOf } from '../../shared/api/client.ts';
import { listingQuery } from '../../shared/api/listing-queries.ts';
import { useSuggestions } from '../../shared/search/listing-search.tsx';
import { takeHandoff } from '../../shared/search/look-up.ts';
import { InvalidTickerNote, NameMatchNote, useNameMatch } from '../../shared/search/ticker-text.tsx';
import { rememberListing } from '../../shared/user/recent-listings.ts';
import { recordAnalysis } from '../../shared/user/local-stats.ts';
import { useForecastJournal, useForUser, type ForUser } from '../../shared/user/use-forecast-journal.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/banner.tsx';
import { focusHeading } from '../../shared/ui/focus-heading.ts';
import { AsyncOverlay, lazyComponent } from '../../shared/ui/loading.tsx';
import { useTitle } from '../../shared/ui/browser-state.ts';
import { Announcement, VisuallyHidden, type ScreenReaderMessage } from '../../shared/ui/announcement.tsx';
import { StarButton, useStars } from '../../shared/user/use-watchlist.tsx';
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
const FiredNote = lazyComponent(
  async () => (await import('../../shared/alerts/fired-note.tsx')).TriggeredAlertNote,
);

/** Two renders, one without the data and one with it, take longer than this wait for a single one. */
const FIRST_RENDER_WAIT_MS = 150;

/** Price and forecast are on screen already. */
const PAINTED_WAIT_MS = 1500;

export function prepareStockPage(search: string): Promise<void> {
  return prepareListing(parseView(search));
}

/** Loads a listing. Ends when it is there, has failed, or takes too long to wait for. */
export function prepareListing({
  ticker,
  horizonDays,
}: Pick<StockView, 'ticker' | 'horizonDays'>): Promise<void> {
  // The page finds a failure in the cache.
  const loaded = getQueryClient().query(listingQuery(ticker, horizonDays)).then(ignore, ignore);
  const waitMs = document.getElementById('first-screen') === null ? FIRST_RENDER_WAIT_MS : PAINTED_WAIT_MS;
  return Promise.race([loaded, new Promise<void>((resolve) => setTimeout(resolve, waitMs))]);
}

const ignore = () => undefined;

export const StockPage = withQueries(Analysis);

/** The banner goes as soon as something is loading, and would take the focus with it. */
function fromBanner(begin: () => void) {
  focusHeading({ preventScroll: true });
  begin();
}

function Analysis() {
  const { view, misread, show } = useStockView();
  const load = useListing(view);
  const { asked, data, isLoading } = load;
  const format = useFormat();
  const forUser = useForUser();
  const suggestions = useSuggestions(asked);
  const input = useRef<HTMLInputElement>(null);
  const stars = useStars();
  useForecastJournal(forUser, load.arrival !== null && data !== null && hasForecast(data) ? data : null);
  useAnalysisCounter(data !== null && hasForecast(data) ? load.arrival : null, forUser);
  useRecentListing(data, forUser);

  useTitle(`${data?.response.ticker ?? asked} · Stock analysis · Candor`);

  useFieldText(suggestions, load.arrival?.response.ticker ?? asked);
  useShellField(suggestions, input);

  const setRange = useCallback((range: StockView['range']) => show({ range }), [show]);
  const focusSearch = useCallback(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  useShortcuts({ focusSearch, setRange });

  function open(text: string, isStep = true) {
    const ticker = parseTicker(text);
    // Another listing is another address; the same one, or a text that is no ticker, goes straight to the server.
    const isAnother = ticker.ok && ticker.value !== view.ticker;
    load.fetch(ticker.ok ? ticker.value : text);
    if (ticker.ok && (isAnother || misread !== null)) show({ ticker: ticker.value }, isStep);
  }

  const [told] = useState(() => takeHandoff(view.ticker));
  const found = useMemo(() => nameMatchOf(load.failure, asked), [load.failure, asked]);
  const { named, forget } = useNameMatch(
    found,
    // A name that stands in the address is no place to come back to.
    ({ symbol, text }) => open(symbol, text !== view.ticker),
    told,
  );
  const failure = found === null ? load.failure : null;

  function analyse(text: string) {
    forget();
    open(text);
  }

  // Price and signal answer a click in the frame after it; charts and tables follow in their own time.
  // The first ones come together.
  const reported = useDeferredValue(data) ?? data;
  const isBusy = isLoading || (!load.isCurrent && failure === null) || reported !== data;
  const isPhone = usePhone();
  const isPainted = usePainted();
  const fired = new URLSearchParams(useSearch()).get('alert');
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
    () => reported !== null && <StockReport data={reported} range={range} onRange={setRange} />,
    [reported, range, setRange],
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
            onLikely={load.prefetch}
            inputRef={input}
            horizonDays={view.horizonDays}
            onHorizon={(chosen) => show({ horizonDays: chosen })}
            onAnalyse={analyse}
            isBusy={isLoading}
            stars={stars}
          />
        </search>
        {failure !== null && (
          <LoadBanner
            failure={failure}
            asked={asked}
            shown={data?.response.ticker ?? null}
            onRetry={() => fromBanner(load.retry)}
            onChoose={(ticker) => fromBanner(() => analyse(ticker))}
          />
        )}
        <NameMatchNote named={named?.symbol === asked ? named : null} />
        {data !== null && isLoading && <LoadingNote ticker={asked} />}
        <Announcement news={newsOf(format, load)} />
      </div>
      {fired !== null && isPainted && (
        <AsyncOverlay>
          <FiredNote eventKey={fired} />
        </AsyncOverlay>
      )}
      {misread !== null && <InvalidTickerNote text={misread} ticker={view.ticker} />}
      {data !== null && (
        <div className={styles.report} aria-busy={isBusy}>
          {summary}
          {report}
        </div>
      )}
      {data === null && failure === null && <FirstScreen />}
      {data === null && failure !== null && (
        <EmptyState
          title={`Couldn’t analyze ${asked}`}
          action={
            asked !== DEFAULT_TICKER && (
              <Button onClick={() => fromBanner(() => analyse(DEFAULT_TICKER))}>
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

function useAnalysisCounter(arrival: LoadedListing | null, forUser: ForUser): void {
  const counted = useRef<LoadedListing | null>(null);
  useEffect(() => {
    if (arrival === null || counted.current === arrival) return;
    counted.current = arrival;
    const { response } = arrival;
    forUser((email) => recordAnalysis(email, response.ticker, Math.random));
  }, [arrival, forUser]);
}

/** As soon as a listing is on screen: its prices may still be refreshed then. */
function useRecentListing(data: ListingData | null, forUser: ForUser): void {
  const response = data?.response;
  useEffect(() => {
    if (response) forUser((email) => rememberListing(email, response));
  }, [response, forUser]);
}

/** What a screen reader is told. The first load's spinner and a failure's banner speak for themselves; a refresh says nothing. */
function newsOf(
  format: Format,
  { asked, data, arrival, isLoading, isCurrent, failure }: ListingLoad,
): readonly ScreenReaderMessage[] | null {
  if (failure !== null) return [];
  if (data === null) return null;
  if (isLoading) return [{ of: `loading ${asked}`, text: `Loading ${asked}` }];
  if (arrival === null || !isCurrent) return null;
  const { ticker, current_price: price, currency } = data.response;
  const { signal, forecast } = hasForecast(data) ? data.analysis : {};
  const text = spokenListing(format, ticker, { price, currency, signal: signal?.level ?? null });
  return [
    {
      of: `${ticker} ${forecast?.horizonDays}`,
      text: forecast ? `${text}, ${formatDays(forecast.horizonDays)} forecast` : text,
    },
  ];
}
