import type { Format } from '#compute';
import { useRef, useState, type RefObject } from 'react';
import { useSearch } from 'wouter';
import { withQueries } from '../../../shared/api/query-client.tsx';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { ExportMenu } from '../../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../../shared/export/export-files.ts';
import { absenceText } from '../../../shared/format/absence-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { withNameMatch } from '../../../shared/search/listing-form.tsx';
import {
  InvalidTickerNote,
  invalidTickerParam,
  NameMatchNote,
  useNameMatch,
} from '../../../shared/search/ticker-text.tsx';
import { RetryBanner } from '../../../shared/ui/banner.tsx';
import { useMediaQuery, useTitle } from '../../../shared/ui/browser-state.ts';
import { classNames } from '../../../shared/ui/button.tsx';
import { Skeleton, Spinner } from '../../../shared/ui/loading.tsx';
import { Legends } from '../chart/legends.tsx';
import { AnnotationMenu } from '../data/annotations.tsx';
import { useWorkbenchKeys } from '../controls/tool-popover.tsx';
import { forecastOf, useShownChart } from '../data/shown-chart.ts';
import { useHeightBelow, WorkbenchChart } from '../chart/workbench-chart.tsx';
import { ReplayBar, useReplayPlayer } from '../replay/replay.tsx';
import { FullScreenButton, UndoButtons, WorkbenchHead } from './workbench-head.tsx';
import { useAtomValueRawSync } from '../../../store.ts';
import { watchlistAtom } from '../../../shared/user/watchlist.ts';
import { WatchedList } from './watched-list.tsx';
import { WorkbenchToolbar } from './workbench-toolbar.tsx';
import { useChartHistory } from '../view/undo.ts';
import { isDaily, isIntraday, show, viewAtom, type WorkbenchView } from '../view/workbench-view.ts';
import styles from '../workbench.module.css';

export const WorkbenchPage = withQueries(Workbench);

function Workbench() {
  const format = useFormat();
  const view = useAtomValueRawSync(viewAtom);
  const invalidTicker = invalidTickerParam(useSearch(), 'ticker');
  const { chart, listing, minutes, provenance, failure, ...load } = useShownChart(view);
  const steps = useChartHistory(chart?.listing.ticker ?? view.ticker, view);
  const { nameMatch, forget } = useNameMatch(load.nameMatch, (by) => {
    const [ticker = view.ticker, ...overlays] = withNameMatch([view.ticker, ...view.overlays], by);
    show({ ticker, overlays }, false);
  });
  const isWide = useMediaQuery('(width >= 1440px)');
  const hasList = useAtomValueRawSync(watchlistAtom).length > 0 && isWide;
  const root = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const figure = useRef<ExportableChart>(null);
  const [drawingTools, setDrawingTools] = useState<HTMLElement | null>(null);
  const replayed = chart?.replayed ?? null;
  const player = useReplayPlayer(listing, replayed?.day ?? null);
  useWorkbenchKeys();
  useTitle(`${listing?.response.ticker ?? view.ticker} · Workbench · Candor`);

  return (
    <div ref={root} className={classNames(styles.page, hasList && styles.withList)}>
      <div ref={above} className={styles.above}>
        <WorkbenchHead
          view={view}
          note={<NameMatchNote nameMatch={nameMatch} />}
          listing={chart?.listing ?? listing}
          series={chart?.series ?? null}
          intraday={minutes}
          replayDay={replayed?.day ?? null}
          refresh={load.refresh}
          onListing={(ticker) => {
            forget();
            show({ ticker });
          }}
          actions={
            <>
              {chart && <UndoButtons steps={steps} />}
              {chart && <ExportMenu title="Workbench chart" chart={figure} provenance={provenance} />}
              <FullScreenButton element={root} />
            </>
          }
        />
        {invalidTicker !== null && <InvalidTickerNote text={invalidTicker} ticker={view.ticker} />}
        {failure && <RetryBanner failure={failure} isRetrying={load.isLoading} onRetry={load.retry} />}
        {/* Rendered together with the chart, so that nothing moves when the prices arrive. */}
        {(chart ?? failure) && (
          <WorkbenchToolbar
            view={view}
            show={(change, isStep) => {
              if (change.overlays) forget();
              steps.show(change, isStep);
            }}
            onReplay={player.toggle}
            whyNoForecast={whyNoForecast(format, listing, chart?.view ?? view)}
            hasExtended={load.hasExtended}
            drawingTools={setDrawingTools}
            annotations={chart && <AnnotationMenu {...chart} view={view} />}
          />
        )}
        {replayed && view.replay && <ReplayBar player={player} replayed={replayed} />}
      </div>
      {chart && (
        <div className={styles.stage} aria-busy={load.isLoading}>
          <WorkbenchChart
            ref={figure}
            {...chart}
            above={above}
            legend={<Legends chart={chart} view={view} show={steps.show} errors={load.errors} />}
            drawingTools={drawingTools}
            steps={steps}
          />
        </div>
      )}
      {chart === null && failure === null && <Waiting above={above} />}
      {hasList && <WatchedList />}
    </div>
  );
}

/** Why a view cannot have a forecast; `null` if it can. */
function whyNoForecast(format: Format, listing: Listing | null, view: WorkbenchView): string | null {
  if (isIntraday(view.range)) return 'Forecasts need daily bars. Choose 1W or longer.';
  if (!isDaily(view)) return 'Forecasts need daily bars. Set the interval to Day.';
  const hasNone = listing !== null && forecastOf(listing) === null;
  return hasNone ? `No forecast. ${absenceText(format, listing)}` : null;
}

/** Shown until the first chart is there, at the same height. */
function Waiting({ above }: { readonly above: RefObject<HTMLElement | null> }) {
  return (
    <div className={styles.waiting}>
      <Spinner label="Loading stock data..." />
      <Skeleton height={useHeightBelow(above, null)} />
    </div>
  );
}
