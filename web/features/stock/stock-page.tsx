import { parseTicker } from '#compute';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useAuth } from '../../shared/session/use-auth.ts';
import { useAtomValue, useStore } from '../../shared/state/store.ts';
import { recordAnalysis } from '../../shared/stats/local-stats.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx';
import { startAutoRefresh } from './auto-refresh.ts';
import { Freshness } from './freshness.tsx';
import { HeaderCard } from './header-card.tsx';
import { LoadingSkeleton, ReportSkeleton } from './loading-skeleton.tsx';
import { SearchForm } from './search-form.tsx';
import { stockModel } from './stock-model.ts';
import styles from './stock-page.module.css';
import { SummaryTiles } from './summary-tiles.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { parseView, viewUrl, type StockView } from './view-url.ts';

// The charts travel while the data does: they are needed only once it is there. Should they not arrive, `lazy` below
// meets the same rejection and the page's error boundary shows it.
const report = import('./stock-report.tsx');
report.catch(() => undefined);
const StockReport = lazy(async () => ({ default: (await report).StockReport }));

/** The stock analysis page. The address says what is shown; the state does the rest. */
export function StockPage() {
  const store = useStore();
  const model = stockModel(store);
  const { stock, suggestions, compute } = model;
  const load = useAtomValue(stock.loadAtom);
  const [, navigate] = useLocation();
  const search = useSearch();
  const view = useMemo(() => parseView(search), [search]);
  const input = useRef<HTMLInputElement>(null);
  const email = useAuth().user?.email ?? null;

  useEffect(() => {
    void stock.open(view);
  }, [stock, view]);

  useEffect(() => {
    // After the first paint: the thread starts while the answer is on its way.
    const warmUp = setTimeout(compute.warm);
    const stopRefresh = startAutoRefresh({
      refresh: () => void stock.refresh(),
      isMarketOpen: () => store.get(stock.loadAtom).data?.response.market_state === 'open',
      receivedAtMs: () => store.get(stock.loadAtom).data?.receivedAtMs ?? null,
      nowMs: Date.now,
      document,
    });
    return () => {
      clearTimeout(warmUp);
      stopRefresh();
      suggestions.close();
      stock.close();
    };
  }, [store, stock, suggestions, compute]);

  useEffect(() => {
    if (email === null) return;
    const record = (ticker: string) =>
      recordAnalysis({ storage: localStorage, email, ticker, random: Math.random });
    model.analysedListeners.add(record);
    return () => {
      model.analysedListeners.delete(record);
    };
  }, [model, email]);

  const show = useCallback(
    (change: Partial<StockView>) => navigate(viewUrl({ ...view, ...change })),
    [navigate, view],
  );
  const setRange = useCallback((range: StockView['range']) => show({ range }), [show]);
  const focusSearch = useCallback(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  useShortcuts({ focusSearch, setRange });

  function analyse(text: string) {
    const ticker = parseTicker(text);
    // Another listing is another address; the same one, or a text that is no ticker, goes straight to the server.
    if (ticker.ok && ticker.value !== view.ticker) show({ ticker: ticker.value });
    else void stock.fetch(text, view);
  }

  const isLoading = load.status === 'loading';
  return (
    <div className={styles.page}>
      <VisuallyHidden>
        <h1 tabIndex={-1}>Stock analysis</h1>
      </VisuallyHidden>
      <search className={styles.search}>
        <SearchForm
          model={model}
          inputRef={input}
          horizonDays={view.horizonDays}
          onHorizon={(horizonDays) => show({ horizonDays })}
          onAnalyse={analyse}
          isBusy={isLoading}
        />
      </search>
      {load.status === 'failed' && !load.isBackground && (
        <Banner tone="error" title="Error">
          {load.message}
        </Banner>
      )}
      <Freshness load={load} />
      {load.data !== null && (
        <div className={styles.report} aria-busy={isLoading && !load.isBackground}>
          <HeaderCard data={load.data} />
          <SummaryTiles data={load.data} />
          <Suspense fallback={<ReportSkeleton />}>
            <StockReport data={load.data} range={view.range} onRange={setRange} />
          </Suspense>
        </div>
      )}
      {load.data === null && load.status !== 'failed' && <LoadingSkeleton />}
    </div>
  );
}
