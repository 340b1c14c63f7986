import { useMemo, useRef, useState } from 'react';
import { QueryProvider } from '../../shared/api/query-client.tsx';
import { createChartLink } from '../../shared/charts/use-viewport.ts';
import { ExportMenu, jointProvenance, ProvenanceProvider } from '../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../shared/export/export-content.ts';
import { MisreadNote } from '../../shared/search/address-note.tsx';
import { misreadTicker } from '../../shared/search/ticker-text.ts';
import { Banner, RetryBanner } from '../../shared/ui/banner.tsx';
import { Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import { useSearch } from 'wouter';
import { withChanged } from './chosen-indicators.ts';
import { IndicatorLegend } from './indicator-legend.tsx';
import { OverlayLegend } from './overlay-legend.tsx';
import { useChartHeight, useFullScreen, useTitle } from './use-full-screen.ts';
import { useWorkbenchData } from './use-workbench-data.ts';
import { useWorkbenchKeys } from './use-workbench-keys.ts';
import { useWorkbenchView } from './use-workbench-view.ts';
import { WorkbenchChart } from './workbench-chart.tsx';
import { WorkbenchHead } from './workbench-head.tsx';
import { workbenchSeries } from './workbench-series.ts';
import { WorkbenchToolbar } from './workbench-toolbar.tsx';
import styles from './workbench.module.css';

/** One large chart of a listing with many indicators. */
export function WorkbenchPage() {
  return (
    <QueryProvider>
      <Workbench />
    </QueryProvider>
  );
}

/** The address says what is shown; the cache has it or gets it. */
function Workbench() {
  const { view, show } = useWorkbenchView();
  const misread = misreadTicker(useSearch(), 'ticker');
  const load = useWorkbenchData(view);
  const { listing, others, failure } = load;
  const root = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const chart = useRef<ExportableChart>(null);
  const [link] = useState(createChartLink);
  const [drawingTools, setDrawingTools] = useState<HTMLElement | null>(null);
  const { isFull, toggle } = useFullScreen(root);
  const heightPx = useChartHeight(above);
  useWorkbenchKeys({ setRange: (range) => show({ range }), toggleFull: toggle });
  useTitle(`${listing?.response.ticker ?? view.ticker} · Chart workbench · Candor`);

  const { range, interval, scale, hasFan, indicators } = view;
  const forecast = listing !== null && 'forecast' in listing.analysis ? listing.analysis.forecast : null;
  const candles = listing?.candles ?? null;
  const sources = useStable(others);
  const series = useMemo(
    () =>
      candles &&
      workbenchSeries({ candles, forecast, others: sources }, { range, interval, scale, hasFan }, indicators),
    [candles, forecast, sources, range, interval, scale, hasFan, indicators],
  );
  const provenance = useMemo(() => {
    const drawn = listing ? [listing, ...(scale === 'percent' ? sources : [])] : [];
    return drawn.length === 0
      ? null
      : jointProvenance(
          drawn.map(({ ticker }) => ticker).join(' '),
          drawn.map(({ response }) => response),
        );
  }, [listing, sources, scale]);

  return (
    <ProvenanceProvider value={provenance}>
      <div ref={root} className={styles.page}>
        <div ref={above} className={styles.above}>
          <WorkbenchHead
            view={view}
            listing={listing}
            isRefreshFailing={load.isRefreshFailing}
            onListing={(ticker) =>
              show({ ticker, overlays: view.overlays.filter((other) => other !== ticker) })
            }
          />
          {misread !== null && <MisreadNote text={misread} ticker={view.ticker} />}
          {failure !== null &&
            (failure.remedy.kind === 'retry' ? (
              <RetryBanner
                message={failure.message}
                isRetrying={load.isLoading}
                onRetry={load.retry}
                focusNext={root}
              />
            ) : (
              <Banner tone="error" title="Error">
                {failure.message}
              </Banner>
            ))}
          {/* All at once, so that nothing moves when the prices arrive. */}
          {listing && series && (
            <>
              <WorkbenchToolbar
                view={view}
                show={show}
                hasForecast={forecast !== null}
                isFull={isFull}
                onFull={toggle}
                drawingTools={setDrawingTools}
                menu={<ExportMenu title="Workbench chart" chart={chart} />}
              />
              <OverlayLegend
                view={view}
                series={series}
                link={link}
                faults={load.faults}
                onChange={(overlays) => show({ overlays })}
              />
              <IndicatorLegend
                indicators={indicators}
                series={series}
                currency={listing.response.currency}
                link={link}
                onChange={(changed, isStep) => show({ indicators: changed }, isStep)}
              />
            </>
          )}
        </div>
        {listing && series && (
          <div className={styles.stage} aria-busy={load.isLoading}>
            <WorkbenchChart
              ref={chart}
              listing={listing}
              view={view}
              series={series}
              link={link}
              heightPx={heightPx}
              drawingTools={drawingTools}
              onHeight={(at, percent) =>
                show({ indicators: withChanged(indicators, at, { height: percent }) }, false)
              }
            />
          </div>
        )}
        {listing === null && failure === null && (
          <div className={styles.waiting}>
            <Spinner label="Loading stock data..." />
            <Skeleton height={heightPx} />
          </div>
        )}
      </div>
    </ProvenanceProvider>
  );
}

/** The same list for as long as its listings are of the same snapshots. */
function useStable<T extends { readonly candles: object }>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  const isSame = list.length === kept.length && list.every(({ candles }, i) => candles === kept[i]?.candles);
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}
