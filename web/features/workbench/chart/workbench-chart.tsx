import { numberInput } from '#compute';
import { Fragment, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import type uPlot from 'uplot';
import { ChartFigure, type ExportableChart } from '../../../shared/charts/chart-figure.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { userAtom } from '../../../shared/sign-in/auth.ts';
import { MenuItems } from '../../../shared/ui/action-menu.tsx';
import { overlayAtom } from '../../../shared/ui/overlay.ts';
import { listenForMenu, PointPopover, type WindowPoint } from '../../../shared/ui/point-popover.tsx';
import type { DrawnPoint } from '../../../shared/user/drawings.ts';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { PaneHandle } from '../controls/controls.tsx';
import { marksAt, type ShownChart } from '../data/annotations.tsx';
import { useBarClock } from '../data/intraday-series.ts';
import { useDesk } from '../drawing/desk.ts';
import { DrawingPart } from '../drawing/drawing-part.tsx';
import { pixelAt, pointAt, reachPx } from '../drawing/state.ts';
import { changeViewAtom, indicatorLabel, withChanged } from '../view/changes.ts';
import { LINK } from '../view/url-state.ts';
import { axisKey, hasOwnPane, type ChosenIndicator } from '../view/workbench-view.ts';
import { usePlot } from './chart-spec.ts';
import { useChartAnnotations, useReadout } from './chart-texts.ts';
import { IndicatorPane, rowFacts, type SharedAxis } from './indicators.tsx';
import styles from './workbench-chart.module.css';

const MIN_PRICE_PX = 220;
const MIN_PANE_PX = 72;
const HANDLE_PX = 8;

interface WorkbenchChartProps {
  readonly ref: RefObject<ExportableChart | null>;
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
  const panes = panesOf(view.indicators, heightPx);
  const panesPx = panes.reduce((sum, { px }) => sum + px + HANDLE_PX, 0);
  const axis: SharedAxis = {
    dates,
    defaultBars: dates.length - baseIndex,
    resetKey: axisKey(view, listing.ticker),
    isZoomable: true,
    ownsPage: true,
    annotations: texts.paneAnnotations,
  };
  return (
    <div ref={root} className={styles.charts}>
      {drawingTools && <DrawingPart chart={chart} root={root} toolbar={drawingTools} />}
      <ChartMenu chart={chart} root={root} figure={ref} dateOf={clock.short} />
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
        pricesKey={view.scale}
        legend={legend}
      >
        <IndicatorPanes chart={chart} axis={axis} panes={panes} totalPx={heightPx} />
      </ChartFigure>
    </div>
  );
}

interface ChartMenuProps {
  readonly chart: ShownChart;
  readonly root: RefObject<HTMLElement | null>;
  readonly figure: RefObject<ExportableChart | null>;
  readonly dateOf: (bar: number) => string;
}

interface OpenedPopover {
  readonly at: WindowPoint;
  /** Where a menu was opened; `null` for the marks under a press. */
  readonly point: DrawnPoint | null;
  readonly marks: readonly string[];
}

/** The menu of a right click, a long press or the menu key on the prices, and what a pressed mark is. */
function ChartMenu({ chart, root, figure, dateOf }: ChartMenuProps) {
  const { listing, series } = chart;
  const desk = useDesk();
  const format = useFormat();
  const isUser = useAtomValueRawSync(userAtom) !== null;
  const setOverlay = useSetAtom(overlayAtom);
  const [opened, setOpened] = useState<OpenedPopover | null>(null);

  const onMenu = useEffectEvent((pressed: WindowPoint | null) => {
    const plot = desk.layer.chart;
    if (plot === null) return;
    const at = pressed ?? crosshairPoint(plot, series.place(series.candles.close.at(-1) ?? Number.NaN));
    setOpened({ at, point: pointAt(series, pixelAt(at, plot), plot, -1), marks: [] });
  });
  const onPress = useEffectEvent((at: WindowPoint, isTouch: boolean) => {
    const plot = desk.layer.chart;
    const reach = reachPx(isTouch ? 'touch' : 'mouse').press;
    if (plot === null || desk.state.placing !== null) return;
    const pixel = pixelAt(at, plot);
    if (desk.layer.hit(pixel, reach)) return;
    const marks = marksAt(chart, plot, pixel, reach, dateOf);
    if (marks.length > 0) setOpened({ at, point: null, marks });
  });
  useEffect(() => {
    const surface = root.current?.querySelector<HTMLElement>('[role="application"]');
    return surface ? listenForMenu(surface, { onMenu, onPress }) : undefined;
  }, [root]);

  if (opened === null) return null;
  const { at, point, marks } = opened;
  const close = () => setOpened(null);
  if (point === null)
    return (
      <PointPopover role="dialog" label="Marks" at={at} onClose={close}>
        {marks.map((mark) => (
          <p key={mark}>{mark}</p>
        ))}
      </PointPopover>
    );
  const text = format.level(point.price, listing.response);
  const actions = [
    { name: `Add alert at ${text}`, isForUser: true, press: () => desk.addAlert(point.price) },
    { name: `Draw level at ${text}`, isForUser: true, press: () => desk.addLevel(point) },
    {
      name: `Copy ${text}`,
      press: () =>
        void navigator.clipboard.writeText(numberInput(format.region, point.price)).then(
          () => setOverlay({ text: `Copied ${text}.` }),
          () => setOverlay({ text: 'Couldn’t copy the price.' }),
        ),
    },
    { name: 'Reset view', press: () => figure.current?.resetView() },
  ];
  return (
    <PointPopover role="menu" label={`Chart at ${text}`} at={at} onClose={close}>
      <MenuItems actions={actions.filter(({ isForUser = false }) => isUser || !isForUser)} />
    </PointPopover>
  );
}

/** Where the crosshair is; without one, in the middle at a price. */
function crosshairPoint({ cursor, over, valToPos }: uPlot, price: number | null): WindowPoint {
  const { left, top, width } = over.getBoundingClientRect();
  const { left: x = -1, top: y = -1 } = cursor;
  return x >= 0 && y >= 0
    ? { clientX: left + x, clientY: top + y }
    : { clientX: left + width / 2, clientY: top + valToPos(price ?? 0, 'price') };
}

/** The indicators with panes of their own: index in the view, and height in pixels. */
function panesOf(indicators: readonly ChosenIndicator[], totalPx: number) {
  return indicators.flatMap((indicator, at) =>
    hasOwnPane(indicator)
      ? { indicator, at, px: Math.max(Math.round((totalPx * indicator.height) / 100), MIN_PANE_PX) }
      : [],
  );
}

interface IndicatorPanesProps {
  readonly chart: ShownChart;
  readonly axis: SharedAxis;
  readonly panes: ReturnType<typeof panesOf>;
  readonly totalPx: number;
}

function IndicatorPanes({ chart, axis, panes, totalPx }: IndicatorPanesProps) {
  const { indicators } = chart.view;
  const changeView = useSetAtom(changeViewAtom);
  return panes.map(({ indicator, at, px }, row) => (
    <Fragment key={at}>
      <PaneHandle
        label={indicatorLabel(indicator)}
        height={indicator.height}
        totalPx={totalPx}
        onHeight={(height) => changeView({ indicators: withChanged(indicators, at, { height }) }, false)}
      />
      <IndicatorPane
        {...axis}
        {...rowFacts(chart, at)}
        indicator={indicator}
        at={at}
        hasDates={row === panes.length - 1}
        heightPx={px}
      />
    </Fragment>
  ));
}
