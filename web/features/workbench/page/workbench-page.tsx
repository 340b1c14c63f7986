import type { Ticker } from '#compute';
import { memo, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { withQueries } from '../../../shared/api/query-client.tsx';
import type { ExportableChart } from '../../../shared/charts/chart-figure.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { withNameMatch } from '../../../shared/search/listing-form.tsx';
import { useNameMatch } from '../../../shared/search/ticker-text.tsx';
import { AccountNote } from '../../../shared/sign-in/account-note.tsx';
import { Delta } from '../../../shared/ui/badge.tsx';
import { LoadBanner } from '../../../shared/search/load-banner.tsx';
import { useMediaQuery, useTitle } from '../../../shared/browser/browser-state.ts';
import { classNames } from '../../../shared/ui/button.tsx';
import { listen } from '../../../shared/browser/listen.ts';
import { overlayAtom } from '../../../shared/ui/overlay.ts';
import { Skeleton, Spinner } from '../../../shared/ui/loading.tsx';
import { useWatchedQuotes } from '../../../shared/alerts/watched-quotes.tsx';
import { watchlistAtom } from '../../../shared/user/watchlist.ts';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { extendedText } from '../chart/chart-texts.ts';
import { alreadyOnChart, Legends } from '../chart/legends.tsx';
import { WorkbenchChart } from '../chart/workbench-chart.tsx';
import { useWorkbenchKeys } from '../controls/controls.tsx';
import type { DrawnChart } from '../data/chart-series.ts';
import { useShownChart, type ShownWorkbench } from '../data/shown-chart.ts';
import { ReplayBar } from '../replay/replay.tsx';
import { closeAtom, showAtom, viewAtom } from '../view/url-state.ts';
import { workbenchUrl, type WorkbenchView } from '../view/workbench-view.ts';
import { WorkbenchHead } from './workbench-head.tsx';
import { WorkbenchToolbar } from './workbench-toolbar.tsx';
import styles from './workbench-page.module.css';

// Memoized, so that writing the zoom into the URL does not render the page again.
export const WorkbenchPage = withQueries(memo(Workbench));

function Workbench() {
  const view = useAtomValueRawSync(viewAtom);
  const show = useSetAtom(showAtom);
  const shown = useShownChart(view);
  const { chart, listing, failure, isLoading } = shown;
  useMatchedName(view, shown.nameMatch);
  const isWide = useMediaQuery('(width >= 1440px)');
  const hasList = useAtomValueRawSync(watchlistAtom).length > 0 && isWide;
  const root = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const figure = useRef<ExportableChart>(null);
  const [drawingTools, setDrawingTools] = useState<HTMLElement | null>(null);
  const replayed = chart?.replayed ?? null;
  const heightPx = useHeightBelow(above, `${chart !== null} ${replayed !== null}`);
  useWorkbenchKeys();
  const close = useSetAtom(closeAtom);
  useEffect(() => listen(window, { pagehide: close }), [close]);
  useTitle(`${listing?.response.ticker ?? view.ticker} · Workbench · Candor`);

  return (
    <div ref={root} className={classNames(styles.page, hasList && styles.withList)}>
      <div ref={above} className={styles.above}>
        <WorkbenchHead shown={shown} root={root} figure={figure} />
        {failure && (
          <LoadBanner
            failure={failure}
            isRetrying={isLoading}
            listing={{ requested: view.ticker, shown: shown.ticker === view.ticker ? null : shown.ticker }}
            onRetry={shown.retry}
            onChoose={(ticker) => show({ ticker: ticker as Ticker })}
          />
        )}
        {/* Rendered together with the chart, so that nothing moves when the prices arrive. */}
        {(chart ?? failure) && <WorkbenchToolbar shown={shown} drawingTools={setDrawingTools} />}
        {chart && <AccountNote>drawings, saved layouts and alerts</AccountNote>}
        {listing && replayed && <ReplayBar listing={listing} replayed={replayed} />}
      </div>
      {chart && (
        <div className={styles.stage} aria-busy={isLoading}>
          <WorkbenchChart
            ref={figure}
            chart={chart}
            heightPx={heightPx}
            legend={<Legends chart={chart} errors={shown.errors} />}
            drawingTools={drawingTools}
          />
        </div>
      )}
      {chart === null && failure === null && (
        <div className={styles.waiting}>
          <Spinner label="Loading stock data..." />
          <Skeleton height={heightPx} />
        </div>
      )}
      {hasList && <WatchedList shown={chart} />}
    </div>
  );
}

/** Shows the listing that a text of the view named, in its place. */
function useMatchedName(view: WorkbenchView, nameMatch: ShownWorkbench['nameMatch']): void {
  const show = useSetAtom(showAtom);
  const setOverlay = useSetAtom(overlayAtom);
  useNameMatch(nameMatch, (match) => {
    const tickers = [view.ticker, ...view.overlays];
    if (tickers.includes(match.symbol)) setOverlay({ text: alreadyOnChart(match.symbol) });
    const [ticker = view.ticker, ...overlays] = withNameMatch(tickers, match);
    show({ ticker, overlays }, false);
  });
}

/** Least height of the charts, and height of strip, table line and page margin. */
const CHART_PX = { least: 300, around: 84 };
/** In a window as low as a phone in landscape, where the table line is below the window. */
const LOW_CHART_PX = { least: 240, around: 24 };
const LOW_WINDOW_PX = 500;

/** Pixels left in the window below an element, before the paint. Measured at once if its `parts` change, so that charts draw once. */
function useHeightBelow(above: RefObject<HTMLElement | null>, parts: string): number {
  const [heightPx, setHeight] = useState(480);
  useLayoutEffect(() => {
    const element = above.current;
    if (element === null) return;
    const measure = () => {
      const bottom = element.getBoundingClientRect().bottom + window.scrollY;
      const { least, around } = window.innerHeight < LOW_WINDOW_PX ? LOW_CHART_PX : CHART_PX;
      setHeight(Math.max(Math.floor(window.innerHeight - bottom - around), least));
    };
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    measure();
    const stops = [
      () => observer.disconnect(),
      listen(window, { resize: measure }),
      listen(document, { fullscreenchange: measure }),
    ];
    return () => stops.forEach((stop) => stop());
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other parts have another height
  }, [above, parts]);
  return heightPx;
}

export function WatchedList({ shown }: { readonly shown: DrawnChart | null }) {
  const view = useAtomValueRawSync(viewAtom);
  const format = useFormat();
  const { listings } = useWatchedQuotes();
  const extended = shown && extendedText(format, shown.series, shown.series.candles.time.length - 1);
  return (
    <nav className={styles.list} aria-label="Watchlist">
      {listings.map(({ ticker, name, quote, error }) => {
        const move = quote?.day_change_percent ?? Number.NaN;
        return (
          <Link
            key={ticker}
            href={workbenchUrl({ ...view, ticker: ticker as Ticker })}
            title={name}
            aria-current={ticker === view.ticker || undefined}
          >
            <strong>{ticker}</strong>
            <span>
              {(ticker === shown?.listing.ticker && extended) ||
                (quote ? format.price(quote.current_price, quote) : error === null ? '…' : 'N/A')}
            </span>
            <span className="caption">{quote?.stale && 'stale'}</span>
            {quote && <Delta value={move} text={format.percent(move, { signed: true })} />}
          </Link>
        );
      })}
    </nav>
  );
}
