import {
  Fragment,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { ChartFigure } from '../../../shared/charts/chart-figure.tsx';
import type { ExportableChart } from '../../../shared/export/export-files.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { useBarClock } from './bar-clock.ts';
import { LINK } from './chart-link.ts';
import { hasOwnPane, indicatorLabel, overlayColors, withChanged } from '../view/chosen-indicators.ts';
import { drawingLayer } from '../drawing/paint.ts';
import { DrawingPart } from '../drawing/drawing-part.tsx';
import { IndicatorPane, PaneHandle, type SharedAxis } from './indicator-pane.tsx';
import { useReadouts, useChartAnnotations } from './chart-texts.ts';
import type { ShownChart } from '../data/annotations.tsx';
import type { Steps } from '../view/undo.ts';
import { namedLines, priceColumns, priceSpec, type PriceSpec } from './chart-spec.ts';
import { axisKey } from '../view/workbench-view.ts';
import styles from '../workbench.module.css';
import { listen } from '../../../shared/ui/listen.ts';

const MIN_PRICE_PX = 220;
const MIN_PANE_PX = 72;
const HANDLE_PX = 8;

interface WorkbenchChartProps extends ShownChart {
  readonly ref: Ref<ExportableChart>;
  /** Shown over the plot's top left. */
  readonly legend: ReactNode;
  /** The element above the chart; the chart fills the rest of the window. */
  readonly above: RefObject<HTMLElement | null>;
  readonly drawingTools: HTMLElement | null;
  readonly steps: Steps;
}

/** The price chart with everything drawn over it, and the indicator panes below. */
export function WorkbenchChart(props: WorkbenchChartProps) {
  const { ref, listing, view, series, above, steps, drawingTools } = props;
  const format = useFormat();
  const root = useRef<HTMLDivElement>(null);
  const heightPx = useHeightBelow(above, series);
  const { style, scale, indicators } = view;
  const { response } = listing;
  const { candles, intraday, forecast, dates, place, overlays, lines } = series;
  const last = candles.time.length - 1;
  const clock = useBarClock(series);
  const { strip, readout } = useReadouts(props, clock);
  const [drawings] = useState(drawingLayer);
  const texts = useChartAnnotations(props, clock, drawings);

  // The pane whose border is being dragged; the URL gets the height at the end.
  const [dragged, setDragged] = useState<{ readonly at: number; readonly height: number } | null>(null);
  const panes = indicators.flatMap((one, at) => {
    if (!hasOwnPane(one)) return [];
    const height = dragged?.at === at ? dragged.height : one.height;
    return [{ one, at, height, px: Math.max(Math.round((heightPx * height) / 100), MIN_PANE_PX) }];
  });
  const panesPx = panes.reduce((sum, { px }) => sum + px + HANDLE_PX, 0);

  const specText = JSON.stringify({
    style,
    scale,
    hasFan: forecast !== null,
    overlays: overlayColors(indicators, overlays.length),
    indicators: indicators.filter((one) => !hasOwnPane(one)).map(({ kind, color }) => ({ kind, color })),
    isForced: useMediaQuery('(forced-colors: active)'),
    // Keeps the previous close on the axis, since the day's change counts from it.
    contain: view.range === '1D' ? place(intraday?.response.previous_close ?? Number.NaN) : null,
  } satisfies PriceSpec);
  const spec = useMemo(() => priceSpec(JSON.parse(specText) as PriceSpec), [specText]);
  // Depends on the columns' sources, not on the series: another range has the same columns.
  const namedColumns = useMemo(
    () => priceColumns({ candles, dates, place, forecast, overlays, lines }, { indicators, scale }),
    [candles, dates, place, forecast, overlays, lines, indicators, scale],
  );
  const columns = useMemo(() => namedColumns.map(({ values }) => values), [namedColumns]);

  const axis: SharedAxis = {
    dates,
    defaultBars: dates.length - series.baseIndex,
    resetKey: axisKey(listing.ticker, view),
    annotations: texts.paneAnnotations,
  };

  return (
    <div ref={root} className={styles.charts}>
      <ChartFigure
        ref={ref}
        label="Workbench chart"
        summary={
          `${listing.ticker}, ${clock.short(series.baseIndex)} to ${clock.short(last)}: from ` +
          `${format.price(candles.close[series.baseIndex] ?? Number.NaN, response)} to ` +
          `${format.price(candles.close[last] ?? Number.NaN, response)}.`
        }
        {...axis}
        link={LINK}
        spec={spec}
        columns={columns}
        annotations={texts.annotations}
        columnNames={namedColumns.map(({ name }) => name)}
        moreColumns={namedLines(indicators, lines, true)}
        quoted={response}
        rowName={clock.rowName}
        heightPx={Math.max(heightPx - panesPx, Math.min(MIN_PRICE_PX, heightPx / 2))}
        formatAxis={texts.formatAxis}
        readout={readout}
        strip={strip}
        restIndex={last}
        room={intraday ? dates.length - candles.time.length : 0}
        isZoomable
        ownsPage
        pricesKey={scale}
        legend={props.legend}
      >
        {panes.map(({ one, at, height, px }, row) => (
          <Fragment key={at}>
            <PaneHandle
              label={indicatorLabel(one)}
              height={height}
              totalPx={heightPx}
              onHeight={(percent, isMoving) => {
                setDragged(isMoving ? { at, height: percent } : null);
                if (isMoving || percent === one.height) return;
                steps.show({ indicators: withChanged(indicators, at, { height: percent }) }, false);
              }}
            />
            <IndicatorPane
              {...axis}
              one={one}
              lines={lines[at] ?? []}
              response={response}
              hasDates={row === panes.length - 1}
              heightPx={px}
            />
          </Fragment>
        ))}
      </ChartFigure>
      {drawingTools && (
        <DrawingPart
          {...axis}
          listing={listing}
          series={series}
          steps={steps}
          root={root}
          toolbar={drawingTools}
          layer={drawings}
        />
      )}
    </div>
  );
}

const MIN_CHART_PX = 300;
/** Height of strip, table line and page margin. */
const AROUND_CHART_PX = 84;
/** For a window as low as a phone in landscape, where the strip is over the chart and the table line below the window. */
const LOW = { windowPx: 500, minChartPx: 240, aroundChartPx: 4 };

/**
 * Height left in the window for the charts below an element, in pixels. Measured again for new `content` before the browser paints,
 * so that the charts are drawn once.
 */
export function useHeightBelow(above: RefObject<HTMLElement | null>, content: object | null): number {
  const [heightPx, setHeight] = useState(480);
  useLayoutEffect(() => {
    const element = above.current;
    if (element === null) return;
    const measure = () => {
      const bottom = element.getBoundingClientRect().bottom + window.scrollY;
      const isLow = window.innerHeight < LOW.windowPx;
      const around = isLow ? LOW.aroundChartPx : AROUND_CHART_PX;
      const leastPx = isLow ? LOW.minChartPx : MIN_CHART_PX;
      setHeight(Math.max(Math.floor(window.innerHeight - bottom - around), leastPx));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    const stops = [
      () => observer.disconnect(),
      listen(window, { resize: measure }),
      listen(document, { fullscreenchange: measure }),
    ];
    return () => stops.forEach((stop) => stop());
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other content may have another height
  }, [above, content]);
  return heightPx;
}
