import { Fragment, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { ChartFigure } from '../../../shared/charts/chart-figure.tsx';
import type { ExportableChart } from '../../../shared/format/exportable.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { FORCED_COLORS } from '../../../shared/charts/chart-spec.ts';
import { useMediaQuery } from '../../../shared/browser/browser-state.ts';
import { useSetAtom } from '../../../store.ts';
import { PaneHandle } from '../controls/controls.tsx';
import type { ShownChart } from '../data/annotations.tsx';
import { useBarClock } from '../data/intraday-series.ts';
import { useDesk } from '../drawing/desk.ts';
import { DrawingPart } from '../drawing/drawing-part.tsx';
import {
  hasOwnPane,
  indicatorLabel,
  overlayColors,
  withChanged,
  type ChosenIndicator,
} from '../view/chosen-indicators.ts';
import { changeViewAtom } from '../view/undo.ts';
import { axisKey, LINK } from '../view/workbench-view.ts';
import { namedLines, priceColumns, priceSpec, type PriceSpec } from './chart-spec.ts';
import { useChartAnnotations, useReadout } from './chart-texts.ts';
import { IndicatorPane, type SharedAxis } from './indicators.tsx';
import styles from './workbench-chart.module.css';

const MIN_PRICE_PX = 220;
const MIN_PANE_PX = 72;
const HANDLE_PX = 8;

interface WorkbenchChartProps {
  readonly ref: Ref<ExportableChart>;
  readonly chart: ShownChart;
  readonly heightPx: number;
  readonly legend: ReactNode;
  readonly drawingTools: HTMLElement | null;
}

export function WorkbenchChart({ ref, chart, heightPx, legend, drawingTools }: WorkbenchChartProps) {
  const { listing, view, series } = chart;
  const { response } = listing;
  const { candles, dates, baseIndex } = series;
  const last = candles.time.length - 1;
  const format = useFormat();
  const price = (bar: number) => format.price(candles.close[bar] ?? Number.NaN, response);
  const root = useRef<HTMLDivElement>(null);
  const { layer } = useDesk();
  const clock = useBarClock(series, view.interval);
  const readout = useReadout(chart, clock);
  const texts = useChartAnnotations(chart, clock, layer);
  const plot = usePlot(chart);
  const [dragged, setDragged] = useState<DraggedPane | null>(null);
  const panes = panesOf(view.indicators, heightPx, dragged);
  const panesPx = panes.reduce((sum, { px }) => sum + px + HANDLE_PX, 0);
  const axis: SharedAxis = {
    dates,
    defaultBars: dates.length - baseIndex,
    resetKey: axisKey(listing.ticker, view),
    ownsPage: true,
    annotations: texts.paneAnnotations,
  };
  return (
    <div ref={root} className={styles.charts}>
      {drawingTools && <DrawingPart chart={chart} axis={axis} root={root} toolbar={drawingTools} />}
      <ChartFigure
        ref={ref}
        label="Workbench chart"
        summary={
          `${listing.ticker}, ${clock.short(baseIndex)} to ${clock.short(last)}: ` +
          `from ${price(baseIndex)} to ${price(last)}.`
        }
        {...axis}
        {...plot}
        link={LINK}
        annotations={texts.annotations}
        quoted={response}
        rowName={clock.rowName}
        heightPx={Math.max(heightPx - panesPx, Math.min(MIN_PRICE_PX, heightPx / 2))}
        formatAxis={texts.formatAxis}
        readout={readout}
        restIndex={last}
        room={series.intraday ? dates.length - candles.time.length : 0}
        isZoomable
        pricesKey={view.scale}
        legend={legend}
      >
        <IndicatorPanes chart={chart} axis={axis} panes={panes} totalPx={heightPx} onDrag={setDragged} />
      </ChartFigure>
    </div>
  );
}

/** Series and columns of the price chart. They keep their identity as long as possible, so that uPlot keeps its paths. */
function usePlot({ view, series }: ShownChart) {
  const { style, scale, indicators, range } = view;
  const { candles, intraday, forecast, dates, place, overlays, lines } = series;
  const specText = JSON.stringify({
    style,
    scale,
    hasFan: forecast !== null,
    overlays: overlayColors(indicators, overlays.length),
    indicators: indicators.flatMap((each) =>
      hasOwnPane(each) || each.isHidden ? [] : { kind: each.kind, color: each.color },
    ),
    isForced: useMediaQuery(FORCED_COLORS),
    // Keeps the previous close on the axis, since the day's change counts from it.
    contain: range === '1D' ? place(intraday?.response.previous_close ?? Number.NaN) : null,
  } satisfies PriceSpec);
  const spec = useMemo(() => priceSpec(JSON.parse(specText) as PriceSpec), [specText]);
  // Depends on the columns' sources, not on the series: another range has the same columns.
  const named = useMemo(
    () => priceColumns({ candles, dates, place, forecast, overlays, lines }, { indicators, scale }),
    [candles, dates, place, forecast, overlays, lines, indicators, scale],
  );
  const columns = useMemo(() => named.map(({ values }) => values), [named]);
  return {
    spec,
    columns,
    columnNames: named.map(({ name }) => name),
    moreColumns: namedLines(indicators, lines, true),
  };
}

/** The pane whose border is being dragged; the URL gets its height at the end. */
type DraggedPane = Pick<ChosenIndicator, 'height'> & { readonly at: number };

/** The indicators with panes of their own: index in the view, and height in percent of all charts and in pixels. */
function panesOf(indicators: readonly ChosenIndicator[], totalPx: number, dragged: DraggedPane | null) {
  return indicators.flatMap((indicator, at) => {
    if (!hasOwnPane(indicator)) return [];
    const height = dragged?.at === at ? dragged.height : indicator.height;
    return [{ indicator, at, height, px: Math.max(Math.round((totalPx * height) / 100), MIN_PANE_PX) }];
  });
}

interface IndicatorPanesProps {
  readonly chart: ShownChart;
  readonly axis: SharedAxis;
  readonly panes: ReturnType<typeof panesOf>;
  readonly totalPx: number;
  readonly onDrag: (dragged: DraggedPane | null) => void;
}

function IndicatorPanes({ chart, axis, panes, totalPx, onDrag }: IndicatorPanesProps) {
  const { indicators } = chart.view;
  const changeView = useSetAtom(changeViewAtom);
  return panes.map(({ indicator, at, height, px }, row) => (
    <Fragment key={at}>
      <PaneHandle
        label={indicatorLabel(indicator)}
        height={height}
        totalPx={totalPx}
        onHeight={(percent, isMoving) => {
          onDrag(isMoving ? { at, height: percent } : null);
          if (isMoving || percent === indicator.height) return;
          changeView({ indicators: withChanged(indicators, at, { height: percent }) }, false);
        }}
      />
      <IndicatorPane
        {...axis}
        indicator={indicator}
        at={at}
        chart={chart}
        hasDates={row === panes.length - 1}
        heightPx={px}
      />
    </Fragment>
  ));
}
