import { INDICATORS, linearPlace } from '#compute';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useMemo, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { FORCED_COLORS, type ChartAnnotations } from '../../../shared/charts/chart-spec.ts';
import { LineSwatch } from '../../../shared/charts/sparkline.tsx';
import { UplotChart, type UplotChartHandle } from '../../../shared/charts/uplot-chart.tsx';
import { useLinkedPlot } from '../../../shared/charts/use-linked-plot.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useMediaQuery } from '../../../shared/browser/browser-state.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { DraftInput, INDICATOR_MENU_ID } from '../controls/controls.tsx';
import { onScale, type DrawnChart } from '../data/chart-series.ts';
import {
  INDICATOR_COLORS,
  indicatorLabel,
  indicatorWriter,
  withChanged,
  type ChosenIndicator,
} from '../view/chosen-indicators.ts';
import { changeViewAtom } from '../view/undo.ts';
import { LINK, viewAtom } from '../view/workbench-view.ts';
import { dashedStyle, paneSpec } from './chart-spec.ts';
import legends from './legends.module.css';
import styles from './workbench-chart.module.css';

export interface SharedAxis {
  readonly dates: Float64Array;
  readonly defaultBars: number;
  readonly resetKey: string;
  readonly annotations: ChartAnnotations;
}

interface PaneProps extends SharedAxis {
  readonly indicator: ChosenIndicator;
  readonly lines: readonly Float64Array[];
  readonly response: Listing['response'];
  readonly hasDates: boolean;
  readonly heightPx: number;
}

/** An indicator below the price. The price chart's keys, speech and table include its values. */
export function IndicatorPane({ indicator, lines, response, hasDates, heightPx, ...axis }: PaneProps) {
  const { dates } = axis;
  const format = useFormat();
  const chart = useRef<UplotChartHandle>(null);
  const { kind, color } = indicator;
  const { plot } = useLinkedPlot(
    chart,
    LINK,
    { total: dates.length, ...axis },
    {
      isZoomable: true,
      ownsPage: true,
      pricesKey: `${axis.resetKey} ${kind}`,
      ownsWheel: () => true,
    },
  );
  const spec = useMemo(() => paneSpec(kind, color), [kind, color]);
  const annotations = useMemo(
    () => ({ ...axis.annotations, hidesDates: !hasDates }),
    [axis.annotations, hasDates],
  );
  const columns = useMemo(
    () => lines.map((line) => onScale({ dates, place: linearPlace }, line)),
    [lines, dates],
  );
  const formatAxis = useMemo(() => indicatorWriter(format, kind, response), [format, kind, response]);
  return (
    <div className={styles.pane}>
      <span className={styles.paneName} aria-hidden="true">
        {indicatorLabel(indicator)}
      </span>
      <UplotChart
        ref={chart}
        spec={spec}
        dates={dates}
        columns={columns}
        heightPx={heightPx}
        annotations={annotations}
        formatAxis={formatAxis}
        {...plot}
      />
    </div>
  );
}

interface ChartProps {
  readonly chart: Pick<DrawnChart, 'listing' | 'series'>;
}

export function IndicatorLegend({ chart }: ChartProps) {
  const list = useRef<HTMLUListElement>(null);
  const { indicators } = useAtomValueRawSync(viewAtom);
  return (
    <ul ref={list} className={legends.legend} aria-label="Indicators">
      {indicators.map((indicator, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two indicators may be equal
        <li key={at} className={legends.row}>
          <IndicatorFields at={at} indicator={indicator} />
          <IndicatorValues at={at} indicator={indicator} chart={chart} />
          <IndicatorButtons at={at} indicator={indicator} list={list} />
        </li>
      ))}
    </ul>
  );
}

interface IndicatorProps {
  readonly indicator: ChosenIndicator;
  readonly at: number;
}

function IndicatorFields({ indicator, at }: IndicatorProps) {
  const { indicators } = useAtomValueRawSync(viewAtom);
  const changeView = useSetAtom(changeViewAtom);
  const isForced = useMediaQuery(FORCED_COLORS);
  const { name, parameters } = INDICATORS[indicator.kind];
  const line = dashedStyle(indicator.color);
  const change = (changed: Partial<ChosenIndicator>) =>
    changeView({ indicators: withChanged(indicators, at, changed) }, false);
  return (
    <>
      <IconButton
        label={`Change color of ${indicatorLabel(indicator)}`}
        onClick={() => change({ color: (indicator.color + 1) % INDICATOR_COLORS.length })}
      >
        <LineSwatch {...line} dash={isForced ? line.dash : []} />
      </IconButton>
      <span className={legends.name}>{name}</span>
      {parameters.map((parameter, i) => (
        <DraftInput
          // The key gives another indicator moved to this row its own input.
          key={`${indicator.kind} ${parameter.name}`}
          type="number"
          inputMode="decimal"
          className={legends.number}
          aria-label={`${name}: ${parameter.name}, ${parameter.min} to ${parameter.max}`}
          title={parameter.name}
          min={parameter.min}
          max={parameter.max}
          step={parameter.step}
          value={indicator.parameters[i] ?? parameter.initial}
          onValue={(value) => change({ parameters: indicator.parameters.with(i, Number(value)) })}
        />
      ))}
    </>
  );
}

function IndicatorValues({ indicator, at, chart: { listing, series } }: IndicatorProps & ChartProps) {
  const cursor = useAtomValueRawSync(LINK.cursorAtom);
  const write = indicatorWriter(useFormat(), indicator.kind, listing.response);
  const last = series.candles.time.length - 1;
  const names = INDICATORS[indicator.kind].lines;
  return (
    <span className={legends.values}>
      {series.lines[at]?.map((line, i) => {
        // For example the model's volatility, which only daily bars have.
        if (i > 0 && line.every(Number.isNaN)) return null;
        return (
          <span key={names[i]}>
            {names.length > 1 && <span className="caption">{names[i]} </span>}
            {write(line[Math.min(cursor ?? last, last)] ?? Number.NaN)}
          </span>
        );
      })}
    </span>
  );
}

interface IndicatorButtonsProps extends IndicatorProps {
  readonly list: RefObject<HTMLUListElement | null>;
}

/** Moves and removes an indicator. The focus follows it, or moves to the next row. */
function IndicatorButtons({ indicator, at, list }: IndicatorButtonsProps) {
  const { indicators } = useAtomValueRawSync(viewAtom);
  const changeView = useSetAtom(changeViewAtom);
  const label = indicatorLabel(indicator);
  const lastRow = indicators.length - 1;

  function showRows(next: readonly ChosenIndicator[], row: number, control: string) {
    flushSync(() => changeView({ indicators: next }));
    list.current?.children[row]?.querySelector<HTMLElement>(`[data-name="${control}"]`)?.focus();
  }

  const move = (by: 1 | -1) =>
    showRows(indicators.toSpliced(at, 1).toSpliced(at + by, 0, indicator), at + by, by === 1 ? 'down' : 'up');

  function remove() {
    if (lastRow === 0) document.getElementById(INDICATOR_MENU_ID)?.focus();
    showRows(indicators.toSpliced(at, 1), Math.min(at, lastRow - 1), 'remove');
  }

  return (
    <>
      {at > 0 && (
        <IconButton label={`Move ${label} up`} data-name="up" onClick={() => move(-1)} icon={ArrowUp} />
      )}
      {at < lastRow && (
        <IconButton label={`Move ${label} down`} data-name="down" onClick={() => move(1)} icon={ArrowDown} />
      )}
      <IconButton label={`Remove ${label}`} data-name="remove" onClick={remove} icon={X} />
    </>
  );
}
