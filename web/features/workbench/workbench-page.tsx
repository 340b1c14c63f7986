import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useSearch } from 'wouter';
import { QueryProvider } from '../../shared/api/query-client.tsx';
import { createChartLink } from '../../shared/charts/use-viewport.ts';
import { ExportMenu, jointProvenance, ProvenanceProvider } from '../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../shared/export/export-files.ts';
import { MisreadNote, misreadTicker } from '../../shared/search/ticker-text.tsx';
import { Banner, RetryBanner } from '../../shared/ui/banner.tsx';
import { Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import { IndicatorLegend, OverlayLegend } from './chart-legends.tsx';
import { MarkMenu, useChartMarks } from './chart-marks.tsx';
import { withChanged } from './chosen-indicators.ts';
import { SoundButton } from './sound-button.tsx';
import { useWorkbenchKeys } from './tool-popover.tsx';
import { useIndicatorLines, useModelVolatility } from './use-indicator-lines.ts';
import { useIntraday, useWorkbenchData, type Listing } from './use-workbench-data.ts';
import { WorkbenchChart } from './workbench-chart.tsx';
import { FullScreenButton, SessionLegend, useFullScreen, WorkbenchHead } from './workbench-head.tsx';
import {
  barsOf,
  intradaySeries,
  minutesOf,
  withModel,
  workbenchSeries,
  type WorkbenchSeries,
} from './workbench-series.ts';
import { WorkbenchToolbar } from './workbench-toolbar.tsx';
import { axisKey, isWithinDay, useWorkbenchView, type WorkbenchView } from './workbench-url.ts';
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
  const { listing } = load;
  const intraday = useIntraday(view, listing);
  const root = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const chart = useRef<ExportableChart>(null);
  const [link] = useState(createChartLink);
  const [drawingTools, setDrawingTools] = useState<HTMLElement | null>(null);
  const full = useFullScreen(root);
  const heightPx = useChartHeight(above);
  useWorkbenchKeys({ setRange: (range) => show({ range }), toggleFull: full.toggle });
  useTitle(`${listing?.response.ticker ?? view.ticker} · Chart workbench · Candor`);

  const { interval, scale, indicators } = view;
  const areMinutes = isWithinDay(view.range);
  const forecast = listing !== null && 'forecast' in listing.analysis ? listing.analysis.forecast : null;
  const sources = useStable(load.others);
  const minutes =
    intraday.own && intraday.own.ticker === listing?.ticker
      ? minutesOf(intraday.own, Number(view.minutes))
      : null;
  const otherMinutes = useStable(intraday.others);
  const candles = areMinutes ? (minutes?.candles ?? null) : listing && barsOf(listing.candles, interval);
  const withinDay =
    listing && minutes ? { hours: listing.traded, intervalSeconds: minutes.response.interval_seconds } : null;
  const computed = useIndicatorLines(candles, indicators, areMinutes ? withinDay : null);
  const model = useModelVolatility(
    listing,
    !areMinutes && interval === 'day' && indicators.some(({ kind }) => kind === 'volatility'),
  );
  const isDaily = !areMinutes && interval === 'day';
  const lines = useMemo(
    () => computed && withModel(computed, indicators, isDaily ? model : null),
    [computed, indicators, isDaily, model],
  );
  const made = useMemo((): Shown | null => {
    if (listing === null || candles === null || lines === null) return null;
    if (!areMinutes) {
      return { listing, view, series: workbenchSeries({ candles, forecast, others: sources, lines }, view) };
    }
    if (minutes === null) return null;
    const within = { own: minutes, others: otherMinutes, lines };
    return { listing, view, series: intradaySeries(within, view) };
  }, [listing, view, candles, lines, areMinutes, minutes, otherMinutes, forecast, sources]);
  const failure = load.failure ?? (areMinutes ? intraday.failure : null);
  const isLoading = load.isLoading || (areMinutes && intraday.isLoading);
  // What was on screen stays there while something else is on its way.
  const kept = useLast(made);
  const shown = made ?? (failure === null ? kept : null);
  const marked = useChartMarks(shown, view.marks);
  const faults = areMinutes ? intraday.faults : load.faults;
  const provenance = useMemo(() => {
    const own = areMinutes ? minutes : listing;
    const others = areMinutes ? otherMinutes : sources;
    const drawn = own ? [own, ...(scale === 'percent' ? others : [])] : [];
    return drawn.length === 0
      ? null
      : jointProvenance(
          drawn.map(({ ticker }) => ticker).join(' '),
          drawn.map(({ response }) => response),
        );
  }, [areMinutes, listing, minutes, sources, otherMinutes, scale]);

  return (
    <ProvenanceProvider value={provenance}>
      <div ref={root} className={styles.page}>
        <div ref={above} className={styles.above}>
          <WorkbenchHead
            view={view}
            listing={shown?.listing ?? listing}
            intraday={areMinutes ? minutes : null}
            isRefreshFailing={areMinutes ? intraday.isRefreshFailing : load.isRefreshFailing}
            onListing={(ticker) =>
              show({ ticker, overlays: view.overlays.filter((other) => other !== ticker) })
            }
            actions={
              <>
                {shown && (
                  <>
                    <SoundButton
                      // Another chart is another sound.
                      key={axisKey(shown.listing.ticker, shown.view)}
                      series={shown.series}
                      currency={shown.listing.response.currency}
                      link={link}
                      resetKey={axisKey(shown.listing.ticker, shown.view)}
                    />
                    <ExportMenu title="Workbench chart" chart={chart} />
                  </>
                )}
                <FullScreenButton {...full} />
              </>
            }
          />
          {misread !== null && <MisreadNote text={misread} ticker={view.ticker} />}
          {failure !== null &&
            (failure.remedy.kind === 'retry' ? (
              <RetryBanner
                message={failure.message}
                isRetrying={isLoading}
                onRetry={load.failure === null ? intraday.retry : load.retry}
                focusNext={root}
              />
            ) : (
              <Banner tone="error" title="Error">
                {failure.message}
              </Banner>
            ))}
          {/* All at once, so that nothing moves when the prices arrive. */}
          {(shown ?? (failure !== null && listing)) && (
            <WorkbenchToolbar
              view={view}
              show={show}
              hasForecast={forecast !== null}
              drawingTools={setDrawingTools}
              marks={
                shown &&
                marked && (
                  <MarkMenu
                    marks={marked}
                    series={shown.series}
                    wanted={view.marks}
                    onChange={(marks) => show({ marks })}
                  />
                )
              }
            />
          )}
          {shown && marked && (
            <>
              {shown.series.withinDay && <SessionLegend withinDay={shown.series.withinDay} />}
              <OverlayLegend
                view={view}
                series={shown.series}
                link={link}
                faults={faults}
                onChange={(overlays) => show({ overlays })}
              />
              <IndicatorLegend
                indicators={indicators}
                series={shown.series}
                currency={shown.listing.response.currency}
                link={link}
                onChange={(changed, isStep) => show({ indicators: changed }, isStep)}
              />
            </>
          )}
        </div>
        {shown && marked && (
          <div className={styles.stage} aria-busy={isLoading}>
            <WorkbenchChart
              ref={chart}
              listing={shown.listing}
              view={shown.view}
              series={shown.series}
              marked={marked}
              link={link}
              heightPx={heightPx}
              drawingTools={drawingTools}
              onHeight={(at, percent) =>
                show({ indicators: withChanged(indicators, at, { height: percent }) }, false)
              }
            />
          </div>
        )}
        {shown === null && failure === null && (
          <div className={styles.waiting}>
            <Spinner label="Loading stock data..." />
            <Skeleton height={heightPx} />
          </div>
        )}
      </div>
    </ProvenanceProvider>
  );
}

/** A listing and what is drawn of it, and the view that asked for that. */
interface Shown {
  readonly listing: Listing;
  readonly view: WorkbenchView;
  readonly series: WorkbenchSeries;
}

/** The latest value that was not `null`. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  // Set while rendering, as React has it for state that follows from other state.
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

/** The same list for as long as its listings are of the same snapshots. */
function useStable<T extends { readonly candles: object }>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  const isSame = list.length === kept.length && list.every(({ candles }, i) => candles === kept[i]?.candles);
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}

const MIN_CHART_PX = 300;
/** Strip, table line and the page's edge. */
const AROUND_CHART_PX = 84;

/** Height that is left in the window for the charts below `above`. */
function useChartHeight(above: RefObject<HTMLElement | null>): number {
  const [heightPx, setHeight] = useState(480);
  useLayoutEffect(() => {
    const element = above.current;
    if (element === null) return;
    const measure = () => {
      const bottom = element.getBoundingClientRect().bottom + window.scrollY;
      setHeight(Math.max(Math.floor(window.innerHeight - bottom - AROUND_CHART_PX), MIN_CHART_PX));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    addEventListener('resize', measure);
    document.addEventListener('fullscreenchange', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
      document.removeEventListener('fullscreenchange', measure);
    };
  }, [above]);
  return heightPx;
}

/** Sets the title of the document. */
function useTitle(text: string): void {
  useEffect(() => {
    document.title = text;
  }, [text]);
}
