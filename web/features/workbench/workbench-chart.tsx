import { Fragment, lazy, useCallback, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { createPortal } from 'react-dom';
import { ChartFigure } from '../../shared/charts/chart-figure.tsx';
import type { ChartLayer } from '../../shared/charts/chart-spec.ts';
import type { ChartLink } from '../../shared/charts/use-viewport.ts';
import type { ExportableChart } from '../../shared/export/export-files.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useUserText } from '../../shared/state/user-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Part } from '../../shared/ui/loading.tsx';
import { useBarClock } from './bar-clock.ts';
import type { ChartMarkSet } from './chart-marks.tsx';
import { hasOwnPane, indicatorLabel, lineLabels, type ChosenIndicator } from './chosen-indicators.ts';
import type { DrawingPartProps } from './drawing-part.tsx';
import { IndicatorPane, PaneHandle, type SharedAxis } from './indicator-pane.tsx';
import { DRAW_MENU_ID } from './tool-popover.tsx';
import { useReadouts, useWorkbenchMarks } from './use-chart-texts.ts';
import type { Listing } from './use-workbench-data.ts';
import { fanColumns, finite, onScale, type WorkbenchSeries } from './workbench-series.ts';
import { priceSpec } from './workbench-spec.ts';
import { axisKey, type WorkbenchView } from './workbench-url.ts';
import styles from './workbench.module.css';

const CHAR_PX = 7.5;
const AXIS_PAD_PX = 20;
const MIN_PRICE_PX = 220;
const MIN_PANE_PX = 72;
const HANDLE_PX = 8;

/** Names of the price chart's own columns in a file; the rest of a row is what the other columns are. */
const OWN_NAMES = ['open', 'high', 'low', 'close', 'volume'];
const FAN_NAMES = ['median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];

interface WorkbenchChartProps {
  readonly ref: Ref<ExportableChart>;
  readonly listing: Listing;
  readonly view: WorkbenchView;
  readonly series: WorkbenchSeries;
  readonly marked: ChartMarkSet;
  readonly link: ChartLink;
  /** Of the price and all panes together. */
  readonly heightPx: number;
  readonly onHeight: (at: number, percent: number) => void;
  /** Where the buttons for drawings go. */
  readonly drawingTools: HTMLElement | null;
}

/** The price with everything drawn over it, and the panes of the other indicators below. */
export function WorkbenchChart({
  ref,
  listing,
  view,
  series,
  marked,
  link,
  heightPx,
  onHeight,
  drawingTools,
}: WorkbenchChartProps) {
  const format = useFormat();
  const price = useRef<ExportableChart>(null);
  const root = useRef<HTMLDivElement>(null);
  const { style, scale, indicators } = view;
  const { currency } = listing.response;
  const { candles, withinDay, forecast, dates, place, overlays, lines } = series;
  const last = candles.time.length - 1;
  const clock = useBarClock(series);
  const { strip, readout } = useReadouts(series, indicators, currency, clock, marked);
  const { marks, paneMarks, formatAxis, write } = useWorkbenchMarks(series, view, currency, clock, marked);

  const [drawn, setDrawn] = useState<ChartLayer | null>(null);
  const allMarks = useMemo(
    () => (drawn === null ? marks : { ...marks, layers: [...(marks.layers ?? []), drawn] }),
    [marks, drawn],
  );

  const axisPx = useMemo(() => {
    const { high, low } = candles;
    const texts = [Math.max(...high), Math.min(...low)].map((value) => write(value));
    return Math.ceil(Math.max(...texts.map((text) => text.length), 7) * CHAR_PX) + AXIS_PAD_PX;
  }, [candles, write]);

  const above = useMemo(() => indicators.filter((one) => !hasOwnPane(one)), [indicators]);
  // The pane whose border is being dragged: the address gets its height at the end.
  const [dragged, setDragged] = useState<{ readonly at: number; readonly height: number } | null>(null);
  const panes = indicators.flatMap((one, at) =>
    hasOwnPane(one) ? [{ one, at, height: dragged?.at === at ? dragged.height : one.height }] : [],
  );
  const hasFan = forecast !== null;
  // The height of a pane makes another list, too; the same indicators must not build the chart anew.
  const specKey = JSON.stringify(above);
  const paneCount = panes.length;
  // The change of the day is seen from the close before it.
  const contain = view.range === '1D' ? place(withinDay?.response.previous_close ?? Number.NaN) : null;
  const spec = useMemo(
    () =>
      priceSpec({
        style,
        scale,
        hasFan,
        overlays: overlays.length,
        indicators: JSON.parse(specKey) as ChosenIndicator[],
        axisPx,
        hasDates: paneCount === 0,
        contain,
      }),
    [style, scale, hasFan, overlays.length, specKey, axisPx, paneCount, contain],
  );

  // Of what they are made of, not of the series: another range has the same columns.
  const columns = useMemo(() => {
    const { open, high, low, close, volume } = candles;
    const scaled = (column: Float64Array) => onScale({ dates, place }, column);
    return [
      ...[open, high, low, close].map(scaled),
      onScale({ dates, place: finite }, volume),
      ...fanColumns({ candles, forecast, dates, place }),
      ...overlays.map(({ percent }) => percent),
      ...indicators.flatMap((one, i) => (hasOwnPane(one) ? [] : (lines[i] ?? []).map(scaled))),
    ];
  }, [candles, dates, place, forecast, overlays, indicators, lines]);

  const axis: SharedAxis = {
    link,
    dates,
    defaultBars: series.shown,
    resetKey: axisKey(listing.ticker, view),
    marks: paneMarks,
  };

  // What the panes show is in the file, too: its columns are those of every chart, in the listing's own units.
  const exportable = useCallback(() => {
    const shown = price.current?.exportable();
    if (shown === undefined) throw new Error('The chart is not there.');
    const paneColumns = panes.flatMap(({ one, at }) =>
      lineLabels(one).map((name, line) => ({ name, values: lines[at]?.[line] })),
    );
    return {
      ...shown,
      rows: async () => {
        const [head = [], ...rows] = await shown.rows();
        const from = dates.findIndex((date) => clock.rowName(date) === rows[0]?.[0]);
        return [
          head.concat(paneColumns.map(({ name }) => name)),
          ...rows.map((row, i) => row.concat(paneColumns.map(({ values }) => finite(values?.[from + i])))),
        ];
      },
    };
  }, [panes, lines, dates, clock]);
  useImperativeHandle(ref, () => ({
    exportable,
    canvas: () => (root.current ? joinCanvases([...root.current.querySelectorAll('canvas')]) : null),
  }));

  const paneHeights = panes.map(({ height }) => Math.max(Math.round((heightPx * height) / 100), MIN_PANE_PX));
  const panesPx = paneHeights.reduce((sum, px) => sum + px + HANDLE_PX, 0);
  const names = [
    ...OWN_NAMES,
    ...(forecast ? FAN_NAMES : []),
    ...overlays.map(({ ticker }) => `${ticker} %`),
    ...above.flatMap(lineLabels),
  ];
  return (
    <div ref={root} className={styles.charts}>
      <ChartFigure
        ref={price}
        label="Workbench chart"
        summary={
          `${listing.ticker}, ${clock.short(series.baseIndex)} to ${clock.short(last)}: from ` +
          `${format.price(candles.close[series.baseIndex] ?? Number.NaN, currency)} to ` +
          `${format.price(candles.close[last] ?? Number.NaN, currency)}.`
        }
        spec={spec}
        dates={dates}
        columns={columns}
        marks={allMarks}
        columnNames={scale === 'percent' ? names.map(percentName) : names}
        rowName={clock.rowName}
        heightPx={Math.max(heightPx - panesPx, MIN_PRICE_PX)}
        formatAxis={formatAxis}
        defaultBars={axis.defaultBars}
        resetKey={axis.resetKey}
        readout={readout}
        strip={strip}
        restIndex={last}
        isZoomable
        link={link}
      >
        {panes.map(({ one, at, height }, row) => (
          <Fragment key={at}>
            <PaneHandle
              label={indicatorLabel(one)}
              height={height}
              totalPx={heightPx}
              onPreview={(percent) => setDragged(percent === null ? null : { at, height: percent })}
              onHeight={(percent) => onHeight(at, percent)}
            />
            <IndicatorPane
              {...axis}
              one={one}
              lines={lines[at] ?? []}
              currency={currency}
              axisPx={axisPx}
              hasDates={row === panes.length - 1}
              heightPx={paneHeights[row] ?? MIN_PANE_PX}
            />
          </Fragment>
        ))}
      </ChartFigure>
      {drawingTools && (
        <DrawingSlot
          ticker={listing.ticker}
          companyName={listing.response.company_name}
          currency={currency}
          lastPrice={listing.analysis.currentPrice}
          series={series}
          history={listing.candles.time}
          hours={listing.traded.listing}
          link={link}
          resetKey={axis.resetKey}
          root={root}
          toolbar={drawingTools}
          onLayer={setDrawn}
        />
      )}
    </div>
  );
}

/** Volume is a number of shares in every scale. */
function percentName(name: string): string {
  return name === 'volume' || name.endsWith(' %') ? name : `${name} %`;
}

/** One picture of several canvases of the same width, one below the other; `null` without any. */
function joinCanvases(parts: readonly HTMLCanvasElement[]): HTMLCanvasElement | null {
  const joined = document.createElement('canvas');
  joined.width = Math.max(0, ...parts.map(({ width }) => width));
  joined.height = parts.reduce((sum, { height }) => sum + height, 0);
  const ctx = joined.getContext('2d');
  if (parts.length === 0 || ctx === null) return null;
  let top = 0;
  for (const part of parts) {
    ctx.drawImage(part, 0, top);
    top += part.height;
  }
  return joined;
}

const DrawingPart = lazy(async () => ({ default: (await import('./drawing-part.tsx')).DrawingPart }));

/** Drawings and their tools. The code is loaded when the user has drawn something or wants to. */
function DrawingSlot(props: Omit<DrawingPartProps, 'opensAtOnce'>) {
  const [stored] = useUserText('drawings');
  const [isWanted, setWanted] = useState(false);
  const button = createPortal(
    <Button
      id={DRAW_MENU_ID}
      size="sm"
      aria-haspopup="dialog"
      busy={isWanted}
      onClick={() => setWanted(true)}
    >
      Draw
    </Button>,
    props.toolbar,
  );
  if (stored === null && !isWanted) return button;
  return (
    <Part waiting={button}>
      <DrawingPart {...props} opensAtOnce={isWanted} />
    </Part>
  );
}
