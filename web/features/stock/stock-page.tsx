import { parseTicker } from '#compute';
import type { StockColumnsResponse } from '#worker/contract';
import { lazy, useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { readRecentListings, rememberListing } from '../../shared/search/recent-listings.ts';
import { useAuth } from '../../shared/session/use-auth.ts';
import { isReducedData } from '../../shared/settings/is-reduced-data.ts';
import { useWritten } from '../../shared/settings/writing-key.ts';
import { browserStorage } from '../../shared/state/browser-storage.ts';
import { getDefaultStore, useAtomValue, useStore } from '../../shared/state/store.ts';
import { recordAnalysis } from '../../shared/stats/local-stats.ts';
import { useForecastLedger } from '../../shared/stats/use-forecast-ledger.ts';
import { Part } from '../../shared/ui/part.tsx';
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx';
import { StarButton } from '../../shared/watchlist/star-button.tsx';
import { useStars } from '../../shared/watchlist/use-watchlist.ts';
import { startAutoRefresh } from './auto-refresh.ts';
import { Freshness } from './freshness.tsx';
import { HeaderCard } from './header-card.tsx';
import { LoadBanner } from './load-banner.tsx';
import { LoadingSkeleton, ReportSkeleton } from './loading-skeleton.tsx';
import { SearchForm } from './search-form.tsx';
import { hasForecast } from './state.ts';
import { stockModel } from './stock-model.ts';
import styles from './stock-page.module.css';
import { SummaryTiles } from './summary-tiles.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useStockView } from './use-stock-view.ts';
import { parseView, type StockView } from './view-url.ts';

// The charts travel while the data does: they are needed only once it is there. Should they not arrive, `lazy` below
// meets the same rejection and the part shows it.
const report = import('./stock-report.tsx');
report.catch(() => undefined);
const StockReport = lazy(async () => ({ default: (await report).StockReport }));

/** For the few addresses that need it. */
const MisreadNote = lazy(async () => ({ default: (await import('./misread-note.tsx')).MisreadNote }));

/** Asks for what the address names, and starts the thread that reads the answer, while the visitor is still being checked. */
export function beginStockPage(): void {
  const { stock, compute } = stockModel(getDefaultStore());
  stock.begin(parseView(window.location.search));
  compute.warm();
}

/** The stock analysis page. The address says what is shown; the state does the rest. */
export function StockPage() {
  const store = useStore();
  const model = stockModel(store);
  const { stock, suggestions, compute } = model;
  const load = useAtomValue(stock.loadAtom);
  const { view, misread, show } = useStockView();
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const email = useAuth().user?.email ?? null;
  const stars = useStars();
  useForecastLedger(email, load.status === 'ready' && hasForecast(load.data) ? load.data : null);

  useEffect(() => {
    void stock.open(view);
  }, [stock, view]);

  useEffect(() => {
    // After the first paint: the thread starts while the answer is on its way.
    const warmUp = setTimeout(compute.warm);
    const stopRefresh = startAutoRefresh({
      refresh: () => void stock.refresh(),
      isWanted: () => !isReducedData(),
      isMarketOpen: () => store.get(stock.loadAtom).data?.response.market_state === 'open',
      receivedAtMs: () => store.get(stock.loadAtom).data?.receivedAtMs ?? null,
      nowMs: Date.now,
      document,
    });
    const onOnline = () => void stock.retry();
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('online', onOnline);
      clearTimeout(warmUp);
      stopRefresh();
      suggestions.close();
      stock.close();
    };
  }, [store, stock, suggestions, compute]);

  useEffect(() => {
    if (email === null) return;
    store.set(model.recentAtom, readRecentListings(browserStorage(), email));
    const record = (response: StockColumnsResponse) => {
      recordAnalysis({ storage: browserStorage(), email, ticker: response.ticker, random: Math.random });
      store.set(model.recentAtom, rememberListing(browserStorage(), email, response));
    };
    model.analysedListeners.add(record);
    return () => {
      model.analysedListeners.delete(record);
    };
  }, [store, model, email]);

  const setRange = useCallback((range: StockView['range']) => show({ range }), [show]);
  const focusSearch = useCallback(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  useShortcuts({ focusSearch, setRange });

  function analyse(text: string) {
    const ticker = parseTicker(text);
    // Another listing is another address; the same one, or a text that is no ticker, goes straight to the server.
    const isAnother = ticker.ok && ticker.value !== view.ticker;
    if (!isAnother) void stock.fetch(text, view);
    if (ticker.ok && (isAnother || misread !== null)) show({ ticker: ticker.value });
  }

  /** The banner goes as soon as something is loading, and would take the focus with it. */
  function fromBanner(begin: () => void) {
    heading.current?.focus({ preventScroll: true });
    begin();
  }

  // Price and signal answer a click in the frame after it; charts and tables follow in their own time.
  const reported = useDeferredValue(load.data);
  const isLoading = load.status === 'loading';
  const isBusy = (isLoading && !load.isBackground) || reported !== load.data;
  const { data } = load;
  const summary = useWritten(
    () =>
      data !== null && (
        <>
          <HeaderCard
            data={data}
            action={<StarButton ticker={data.response.ticker} name={data.response.company_name} />}
          />
          <SummaryTiles data={data} />
        </>
      ),
    [data],
  );
  return (
    <div className={styles.page}>
      <VisuallyHidden>
        <h1 ref={heading} tabIndex={-1}>
          Stock analysis
        </h1>
      </VisuallyHidden>
      <div className={styles.bar}>
        <search>
          <SearchForm
            model={model}
            inputRef={input}
            horizonDays={view.horizonDays}
            onHorizon={(horizonDays) => show({ horizonDays })}
            onAnalyse={analyse}
            isBusy={isLoading}
            stars={stars}
          />
        </search>
        {load.status === 'failed' && !load.isBackground && (
          <LoadBanner
            failure={load}
            onRetry={() => fromBanner(() => void stock.retry())}
            onChoose={(ticker) => fromBanner(() => analyse(ticker))}
          />
        )}
      </div>
      {misread !== null && (
        <Part>
          <MisreadNote text={misread} ticker={view.ticker} />
        </Part>
      )}
      {load.data !== null && (
        <div className={styles.report} aria-busy={isBusy}>
          {summary}
          {reported === null ? (
            <ReportSkeleton />
          ) : (
            <Part waiting={<ReportSkeleton />}>
              <StockReport data={reported} range={view.range} onRange={setRange} />
            </Part>
          )}
        </div>
      )}
      {load.data === null && load.status !== 'failed' && <LoadingSkeleton />}
      <Freshness load={load} />
    </div>
  );
}
