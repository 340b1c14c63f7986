import { INDICATORS, linearPlace } from '#compute';
import { Eye, EyeOff, X } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { FORCED_COLORS, type ChartAnnotations } from '../../../shared/charts/chart-spec.ts';
import { useValueAtRest } from '../../../shared/charts/motion.ts';
import { LineSwatch } from '../../../shared/charts/sparkline.tsx';
import { UplotChart } from '../../../shared/charts/uplot-chart.tsx';
import { useLinkedPlot } from '../../../shared/charts/use-linked-plot.ts';
import { createChartLink, type Series } from '../../../shared/charts/use-viewport.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useMediaQuery } from '../../../shared/browser/browser-state.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { useAtomValueRawSync, useSetAtom, useStore } from '../../../store.ts';
import { DraftInput, INDICATOR_MENU_ID, ToolPopover } from '../controls/controls.tsx';
import { onScale, type DrawnChart, type IndicatorLines } from '../data/chart-series.ts';
import { changeViewAtom, indicatorLabel, withChanged } from '../view/changes.ts';
import { LINK, viewAtom } from '../view/url-state.ts';
import { hasOwnPane, INDICATOR_COLORS, type ChosenIndicator } from '../view/workbench-view.ts';
import { dashedStyle, paneSpec } from './chart-spec.ts';
import { indicatorWriter } from './chart-texts.ts';
import legends from './legends.module.css';
import styles from './workbench-chart.module.css';

export interface SharedAxis extends Series {
  readonly annotations: ChartAnnotations;
}

interface RowProps {
  readonly indicator: ChosenIndicator;
  /** Index in the view. */
  readonly at: number;
  readonly lines: IndicatorLines[number] | undefined;
  /** Index of the last bar. */
  readonly last: number;
  readonly response: Listing['response'];
}

/** What a row shows of a chart. It stays the same when only the range changes. */
export function rowFacts({ listing, series }: Pick<DrawnChart, 'listing' | 'series'>, at: number) {
  return { lines: series.lines[at], last: series.candles.time.length - 1, response: listing.response };
}

interface PaneProps extends SharedAxis, RowProps {
  readonly hasDates: boolean;
  readonly heightPx: number;
}

/** An indicator below the price. The price chart's keys, speech and table include its values. */
export const IndicatorPane = memo(({ hasDates, heightPx, ...props }: PaneProps) => {
  const { dates, lines, response } = props;
  const format = useFormat();
  const { kind, color, isHidden } = props.indicator;
  const [link] = useState(() => ({ ...LINK, pricesAtom: createChartLink().pricesAtom }));
  const { live } = useLinkedPlot(link, props, `${props.resetKey} ${kind}`);
  const spec = useMemo(() => paneSpec(kind, color, isHidden), [kind, color, isHidden]);
  const annotations = useMemo(
    () => ({ ...props.annotations, hidesDates: !hasDates }),
    [props.annotations, hasDates],
  );
  const columns = useMemo(
    () => (lines ?? []).map((line) => onScale({ dates, place: linearPlace }, line)),
    [lines, dates],
  );
  const formatAxis = useMemo(() => indicatorWriter(format, kind, response), [format, kind, response]);
  return (
    <div className={styles.pane}>
      <div className={styles.paneLegend}>
        <IndicatorRow
          indicator={props.indicator}
          at={props.at}
          lines={lines}
          last={props.last}
          response={response}
        />
      </div>
      <UplotChart
        spec={spec}
        dates={dates}
        columns={columns}
        heightPx={heightPx}
        annotations={annotations}
        formatAxis={formatAxis}
        {...live}
      />
    </div>
  );
});

type PlacedIndicator = Pick<RowProps, 'indicator' | 'at'>;

function useIndicatorChanges({ indicator, at }: PlacedIndicator) {
  const store = useStore();
  const changeView = useSetAtom(changeViewAtom);
  const list = () => store.get(viewAtom).indicators;

  /** Shows other indicators, and moves the focus to the one at `row`, if there is one. */
  function replace(next: readonly ChosenIndicator[], row: number) {
    // The settings only: on a small screen the legend is a panel too.
    document.querySelector<HTMLElement>('[data-indicator] :popover-open')?.hidePopover();
    const focus = () => {
      const opener = document.querySelector<HTMLElement>(`[data-indicator="${row}"] [popovertarget]`);
      (opener ?? document.getElementById(INDICATOR_MENU_ID))?.focus();
    };
    // Most rows stay in place. Removing an element with the focus costs a layout of the page.
    focus();
    flushSync(() => changeView({ indicators: next }));
    if (document.activeElement === document.body) focus();
  }

  const change = (changed: Partial<ChosenIndicator>) =>
    changeView({ indicators: withChanged(list(), at, changed) }, false);
  return {
    replace,
    change,
    toggle: () => change({ isHidden: !indicator.isHidden }),
    remove: () => replace(list().toSpliced(at, 1), Math.min(at, list().length - 2)),
  };
}

/** An indicator in its pane's legend. Eye and cross show on hover and focus; the settings have them too, for a finger. */
export const IndicatorRow = memo((props: RowProps) => {
  const { indicator, at } = props;
  const { change, toggle, remove } = useIndicatorChanges(props);
  const isForced = useMediaQuery(FORCED_COLORS);
  const label = indicatorLabel(indicator);
  const { color, isHidden } = indicator;
  const line = dashedStyle(color);
  return (
    <div className={legends.row} data-indicator={at} data-hidden={isHidden || undefined}>
      <IconButton
        label={`Change color of ${label}`}
        onClick={() => change({ color: (color + 1) % INDICATOR_COLORS.length })}
      >
        <LineSwatch {...line} dash={isForced ? line.dash : []} />
      </IconButton>
      <ToolPopover label={label} title={`${label}: settings`}>
        <IndicatorSettings indicator={indicator} at={at} />
      </ToolPopover>
      {!isHidden && <IndicatorValues {...props} />}
      <span className={legends.actions}>
        <IconButton
          label={`${isHidden ? 'Show' : 'Hide'} ${label}`}
          onClick={toggle}
          icon={isHidden ? EyeOff : Eye}
        />
        <IconButton label={`Remove ${label}`} onClick={remove} icon={X} />
      </span>
    </div>
  );
});

/** An indicator moves among those of the same place. */
function IndicatorSettings({ indicator, at }: PlacedIndicator) {
  const { replace, change, toggle, remove } = useIndicatorChanges({ indicator, at });
  const { name, parameters } = INDICATORS[indicator.kind];
  const { indicators } = useAtomValueRawSync(viewAtom);
  const beside = indicators.flatMap((each, i) => (hasOwnPane(each) === hasOwnPane(indicator) ? i : []));
  const rank = beside.indexOf(at);

  function move(by: 1 | -1) {
    const other = beside[rank + by] ?? at;
    replace(indicators.with(at, indicators[other] ?? indicator).with(other, indicator), other);
  }

  return (
    <div className={legends.settings}>
      {parameters.map((parameter, i) => (
        // The key gives another indicator moved to this row its own input.
        <label key={`${indicator.kind} ${parameter.name}`} className={legends.field}>
          {parameter.name}
          <DraftInput
            type="number"
            inputMode="decimal"
            aria-label={`${name}: ${parameter.name}, ${parameter.min} to ${parameter.max}`}
            min={parameter.min}
            max={parameter.max}
            step={parameter.step}
            value={indicator.parameters[i] ?? parameter.initial}
            onValue={(value) => change({ parameters: indicator.parameters.with(i, Number(value)) })}
          />
        </label>
      ))}
      <Button size="sm" aria-pressed={indicator.isHidden} onClick={toggle}>
        Hide
      </Button>
      <Button size="sm" disabled={rank === 0} onClick={() => move(-1)}>
        Move up
      </Button>
      <Button size="sm" disabled={rank === beside.length - 1} onClick={() => move(1)}>
        Move down
      </Button>
      <Button size="sm" onClick={remove}>
        Remove
      </Button>
    </div>
  );
}

function IndicatorValues({ indicator, lines, last, response }: RowProps) {
  const cursor = useValueAtRest(LINK.cursorAtom);
  const write = indicatorWriter(useFormat(), indicator.kind, response);
  const names = INDICATORS[indicator.kind].lines;
  return (
    <span className={legends.values}>
      {lines?.map((line, i) => {
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
