import { INDICATORS, parseHorizon, RANGE_LABELS, type IndicatorKind } from '#compute';
import { memo, useId, useState, type Ref } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { userAtom } from '../../../shared/sign-in/auth.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { matchesQuery } from '../../../shared/ui/combobox.ts';
import { Field, HORIZON_CHOICES, optionsOf, Segmented, Select } from '../../../shared/ui/field.tsx';
import { Listbox, Option, useOptions } from '../../../shared/ui/listbox.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { CompareMenu } from '../chart/legends.tsx';
import { closeTool, INDICATOR_MENU_ID, ToolPopover } from '../controls/controls.tsx';
import controls from '../controls/controls.module.css';
import { MarksMenu } from '../data/annotations.tsx';
import { forecastAbsence, type ShownWorkbench } from '../data/shown-chart.ts';
import { LayoutMenu } from '../layouts/layout-menu.tsx';
import { toggleReplayAtom } from '../replay/replay.tsx';
import { changeViewAtom, withAdded } from '../view/changes.ts';
import { isZoomedAtom, LINK, showAtom, viewAtom } from '../view/url-state.ts';
import {
  BAR_MINUTES,
  INDICATOR_KINDS,
  INTERVALS,
  isIntraday,
  MAX_INDICATORS,
  RANGES,
  SCALES,
  STYLES,
  type WorkbenchRange,
  type WorkbenchView,
} from '../view/workbench-view.ts';
import styles from './workbench-toolbar.module.css';

/** In place of a range that the chart no longer shows. */
const ZOOMED = 'Zoomed';
type RangeOption = WorkbenchRange | typeof ZOOMED;
const RANGE_OPTIONS = RANGES.map((value, i) => ({
  value: value as RangeOption,
  label: value,
  // As on the stock page, whose ranges come first.
  shortcut: String(((i + RANGE_LABELS.length) % RANGES.length) + 1),
}));
const ZOOMED_OPTIONS = [...RANGE_OPTIONS, { value: ZOOMED, label: ZOOMED } as const];

interface ToolbarProps {
  readonly shown: ShownWorkbench;
  readonly drawingTools: Ref<HTMLElement>;
}

/** Its parts render only when what they show changes: it stands above a chart that changes with every press. */
export function WorkbenchToolbar({ shown, drawingTools }: ToolbarProps) {
  const view = useAtomValueRawSync(viewAtom);
  const show = useSetAtom(showAtom);
  const absence = forecastAbsence(useFormat(), shown.listing, shown.chart?.view ?? view);
  const isUser = useAtomValueRawSync(userAtom) !== null;
  const toggleReplay = useSetAtom(toggleReplayAtom);
  const id = useId();
  return (
    <div className={styles.toolbar}>
      <RangeChoice range={view.range} />
      {/* A row if it fits; otherwise a panel. */}
      <span className={`${controls.popover} ${styles.tools}`}>
        <Button size="sm" className={`${controls.opener} ${styles.toolsOpener}`} popoverTarget={id}>
          Tools
        </Button>
        <div
          id={id}
          popover="auto"
          role="group"
          aria-label="Tools"
          className={`${controls.panel} ${styles.toolbox}`}
        >
          {isIntraday(view.range) ? (
            <MinuteChoice range={view.range} minutes={view.minutes} />
          ) : (
            <Choice part="interval" value={view.interval} />
          )}
          <Choice part="style" value={view.style} />
          <Choice part="scale" value={view.scale} />
          {/* They share one place: only intraday bars have extended hours, only daily bars a forecast. */}
          {isIntraday(view.range) && shown.hasExtended ? (
            <Button
              size="sm"
              title="Pre-market and after-hours trading"
              aria-pressed={view.hasExtended}
              onClick={() => show({ hasExtended: !view.hasExtended })}
            >
              Extended hours
            </Button>
          ) : (
            <ForecastChoice absence={absence} hasFan={view.hasFan} horizonDays={view.horizonDays} />
          )}
          <IndicatorMenu />
          <CompareMenu />
          {shown.chart && <MarksMenu annotations={shown.chart.annotations} />}
          <Button
            size="sm"
            aria-pressed={view.replay !== null}
            aria-keyshortcuts="r"
            onClick={() => toggleReplay(shown.listing)}
          >
            Replay
          </Button>
          {isUser && <LayoutMenu />}
        </div>
      </span>
      {isUser && <span ref={drawingTools} className={styles.drawing} />}
    </div>
  );
}

const RangeChoice = memo(({ range }: Pick<WorkbenchView, 'range'>) => {
  const isZoomed = useAtomValueRawSync(isZoomedAtom);
  const setZoom = useSetAtom(LINK.viewAtom);
  const show = useSetAtom(showAtom);
  const choice = {
    value: isZoomed ? ZOOMED : (range as RangeOption),
    onChange(chosen: RangeOption) {
      if (chosen === ZOOMED) return;
      setZoom(null);
      show({ range: chosen });
    },
  };
  return (
    <>
      <Segmented label="Range" options={RANGE_OPTIONS} {...choice} />
      {/* Replaces the buttons on a phone in landscape. */}
      <div className={styles.shortRange}>
        <Select label="Range" hideLabel options={isZoomed ? ZOOMED_OPTIONS : RANGE_OPTIONS} {...choice} />
      </div>
    </>
  );
});

const CHOICES = {
  interval: { label: 'Interval', options: optionsOf(INTERVALS) },
  style: { label: 'Chart', options: optionsOf(STYLES) },
  scale: { label: 'Scale', options: optionsOf(SCALES) },
} as const;

const Choice = memo(({ part, value }: { readonly part: keyof typeof CHOICES; readonly value: string }) => {
  const show = useSetAtom(showAtom);
  return (
    <Select hideLabel {...CHOICES[part]} value={value} onChange={(chosen) => show({ [part]: chosen })} />
  );
});

const MinuteChoice = memo(({ range, minutes }: Pick<WorkbenchView, 'range' | 'minutes'>) => {
  const show = useSetAtom(showAtom);
  const shortest = range === '5D' ? '5' : '1';
  const options = optionsOf(BAR_MINUTES).filter(({ value }) => Number(value) >= Number(shortest));
  return (
    <Select
      label="Interval"
      hideLabel
      options={options}
      value={options.find(({ value }) => value === minutes)?.value ?? shortest}
      onChange={(length) => show({ minutes: length })}
    />
  );
});

const NO_FORECAST = { value: 'off', label: 'No forecast' } as const;
const FORECAST_OPTIONS = [
  NO_FORECAST,
  ...HORIZON_CHOICES.map(({ value, label }) => ({ value, label: `Forecast ${label}` })),
];

type ForecastChoiceProps = Pick<WorkbenchView, 'hasFan' | 'horizonDays'> & {
  readonly absence: string | null;
};

/** `absence`: why the view has no forecast; `null` if it can have one. */
const ForecastChoice = memo(({ absence, hasFan, horizonDays }: ForecastChoiceProps) => {
  const show = useSetAtom(showAtom);
  const isShown = hasFan && absence === null;
  return (
    <Select
      label="Forecast"
      hideLabel
      title={absence ?? undefined}
      options={absence === null ? FORECAST_OPTIONS : [NO_FORECAST]}
      value={isShown ? (`${horizonDays}` as const) : 'off'}
      onChange={(chosen) =>
        show(chosen === 'off' ? { hasFan: false } : { hasFan: true, horizonDays: parseHorizon(chosen) })
      }
    />
  );
});

const IndicatorMenu = memo(() => (
  <ToolPopover label="Indicators" title="Add an indicator" id={INDICATOR_MENU_ID} shortcut="i">
    <IndicatorSearch />
  </ToolPopover>
));

function IndicatorSearch() {
  const { indicators, overlays } = useAtomValueRawSync(viewAtom);
  const changeView = useSetAtom(changeViewAtom);
  const id = useId();
  const [query, setQuery] = useState('');
  const found = INDICATOR_KINDS.filter((kind) =>
    matchesQuery(query, `${INDICATORS[kind].name} ${INDICATORS[kind].words}`),
  );

  function add(kind: IndicatorKind | undefined) {
    if (kind === undefined) return;
    setQuery('');
    setActive(null);
    closeTool();
    changeView({ indicators: withAdded(indicators, kind, overlays.length) });
  }

  const { activeIndex, setActive, field } = useOptions({
    id,
    count: found.length,
    onEnter: (index) => add(found[index]),
  });

  if (indicators.length >= MAX_INDICATORS)
    return <p className="caption">You can add up to {MAX_INDICATORS} indicators. Remove one first.</p>;
  return (
    <>
      <Field
        {...field}
        label="Find an indicator"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(null);
        }}
      />
      <Listbox id={id} label="Indicators" className={styles.indicators}>
        {found.map((kind, index) => (
          <Option key={kind} id={id} index={index} isActive={index === activeIndex} onClick={() => add(kind)}>
            {INDICATORS[kind].name}
            <span className="note">
              {INDICATORS[kind].place === 'price' ? 'over the price' : 'in its own pane'}
            </span>
          </Option>
        ))}
      </Listbox>
      {found.length === 0 && <p className="caption">No matching indicators.</p>}
    </>
  );
}
