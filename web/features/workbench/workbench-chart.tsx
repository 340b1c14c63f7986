import { Fragment, useCallback, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { ChartFigure } from '../../shared/charts/chart-figure.tsx';
import type { ChartLayer } from '../../shared/charts/chart-spec.ts';
import type { ChartLink } from '../../shared/charts/use-viewport.ts';
import type { ExportableChart } from '../../shared/export/export-content.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useBarClock } from './bar-clock.ts';
import { hasOwnPane, indicatorLabel, type ChosenIndicator } from './chosen-indicators.ts';
import { indicatorWriter, lineLabels } from './indicator-values.ts';
import { DrawingSlot } from './drawing-slot.tsx';
import { PaneHandle } from './pane-handle.tsx';
import { Pane, type SharedAxis } from './pane.tsx';
import type { ChartMarkSet } from './use-chart-marks.ts';
import { useReadouts } from './use-readouts.ts';
import { useWorkbenchMarks } from './use-workbench-marks.ts';
import type { Listing } from './use-workbench-data.ts';
import { fanColumns, onScale, type WorkbenchSeries } from './workbench-series.ts';
import { paneSpec, priceSpec } from './workbench-spec.ts';
import { axisKey, type WorkbenchView } from './workbench-url.ts';
import { joinCanvases } from './joined-canvas.ts';
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
  const { candles, withinDay, forecast, dates, overlays, lines } = series;
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
  // Each address is parsed into new objects; the same indicators must not build the chart anew.
  const specKey = JSON.stringify(above);
  const paneCount = panes.length;
  // The change of the day is seen from the close before it.
  const contain = view.range === '1D' ? series.place(withinDay?.response.previous_close ?? Number.NaN) : null;
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

  const columns = useMemo(() => {
    const { open, high, low, close, volume } = candles;
    return [
      ...[open, high, low, close].map((column) => onScale(series, column)),
      Array.from(dates, (_date, i) => volume[i] ?? null),
      ...fanColumns(series),
      ...overlays.map(({ percent }) => percent),
      ...indicators.flatMap((one, i) =>
        hasOwnPane(one) ? [] : (lines[i] ?? []).map((line) => onScale(series, line)),
      ),
    ];
  }, [candles, dates, series, overlays, indicators, lines]);

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
        {panes.map(({ one, at, height }, place) => (
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
              hasDates={place === panes.length - 1}
              heightPx={paneHeights[place] ?? MIN_PANE_PX}
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

function finite(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Volume is a number of shares in every scale. */
function percentName(name: string): string {
  return name === 'volume' || name.endsWith(' %') ? name : `${name} %`;
}

interface IndicatorPaneProps extends SharedAxis {
  readonly one: ChosenIndicator;
  readonly lines: readonly Float64Array[];
  readonly currency: string;
  readonly axisPx: number;
  readonly hasDates: boolean;
  readonly heightPx: number;
}

function IndicatorPane({ one, lines, currency, axisPx, hasDates, ...axis }: IndicatorPaneProps) {
  const format = useFormat();
  const { kind, color } = one;
  const { dates } = axis;
  const spec = useMemo(
    () => paneSpec({ kind, color, parameters: [], height: 0 }, { axisPx, hasDates }),
    [kind, color, axisPx, hasDates],
  );
  const columns = useMemo(
    () => lines.map((line) => Array.from(dates, (_date, i) => finite(line[i]))),
    [lines, dates],
  );
  const formatAxis = useMemo(() => {
    const write = indicatorWriter(format, one, currency);
    return (value: number, decimals: number) => write(value, decimals);
  }, [format, one, currency]);
  return <Pane {...axis} label={indicatorLabel(one)} spec={spec} columns={columns} formatAxis={formatAxis} />;
}
