import { INDICATORS, type IndicatorKind } from '#compute';
import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { ListingForm, type ListingChoice } from '../../shared/search/listing-form.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field, optionsOf, Segmented, Select } from '../../shared/ui/field.tsx';
import { INDICATOR_KINDS, MAX_INDICATORS, withAdded } from './chart/chosen-indicators.ts';
import { LayoutMenu } from './layout-menu.tsx';
import { closeTool, COMPARE_MENU_ID, INDICATOR_MENU_ID, ToolPopover } from './tool-popover.tsx';
import {
  BAR_MINUTES,
  INTERVALS,
  isIntraday,
  MAX_OVERLAYS,
  RANGES,
  SCALES,
  SHORTEST_MINUTES,
  STYLES,
  type BarMinutes,
  type ShowView,
  type WorkbenchRange,
  type WorkbenchView,
} from './workbench-url.ts';
import styles from './workbench.module.css';

const RANGE_OPTIONS = RANGES.map((value) => ({ value, label: value }));

interface ToolbarProps {
  readonly view: WorkbenchView;
  readonly show: ShowView;
  /** `null` where the view can have one. */
  readonly whyNoForecast: string | null;
  /** Whether there is trading before or after regular hours. */
  readonly hasExtended: boolean;
  readonly onReplay: () => void;
  readonly annotations: ReactNode;
  /** Gets the place for the buttons of drawings. */
  readonly drawingTools: Ref<HTMLElement>;
}

export function WorkbenchToolbar(props: ToolbarProps) {
  const { view, show, whyNoForecast, hasExtended, onReplay, annotations, drawingTools } = props;
  function compare({ ticker }: ListingChoice): string | null {
    if (ticker === view.ticker || view.overlays.includes(ticker)) return `${ticker} is already on the chart.`;
    if (view.overlays.length >= MAX_OVERLAYS)
      return `You can compare up to ${MAX_OVERLAYS} listings. Remove one first.`;
    show({ overlays: [...view.overlays, ticker], scale: 'percent' });
    return null;
  }
  const areMinutes = isIntraday(view.range);
  const id = useId();
  const range = {
    options: RANGE_OPTIONS,
    value: view.range,
    onChange: (chosen: WorkbenchRange) => show({ range: chosen }),
  };
  return (
    <div className={styles.toolbar}>
      <Segmented label="Range" {...range} />
      {/* In its place on a phone on its side. */}
      <div className={styles.shortRange}>
        <Select label="Range" hideLabel {...range} />
      </div>
      {/* One row where there is room; elsewhere a panel with all that does not fit. */}
      <span className={`${styles.popover} ${styles.tools}`}>
        <Button size="sm" className={`${styles.opener} ${styles.toolsOpener}`} popoverTarget={id}>
          Tools
        </Button>
        <div id={id} popover="auto" role="group" aria-label="Tools" className={styles.toolbox}>
          {areMinutes ? (
            <MinuteChoice view={view} show={show} />
          ) : (
            <Choice
              of={INTERVALS}
              label="Interval"
              value={view.interval}
              onChange={(interval) => show({ interval })}
            />
          )}
          <Choice of={STYLES} label="Chart" value={view.style} onChange={(style) => show({ style })} />
          <Choice of={SCALES} label="Scale" value={view.scale} onChange={(scale) => show({ scale })} />
          {/* Only days have the one and only minutes the other, so they have one place. */}
          {areMinutes && hasExtended ? (
            <Button
              size="sm"
              title="Pre-market and after-hours trading"
              aria-pressed={view.hasExtended}
              onClick={() => show({ hasExtended: !view.hasExtended })}
            >
              Extended hours
            </Button>
          ) : (
            <Button
              size="sm"
              title={whyNoForecast ?? undefined}
              aria-disabled={whyNoForecast !== null || undefined}
              aria-pressed={view.hasFan && whyNoForecast === null}
              onClick={() => whyNoForecast === null && show({ hasFan: !view.hasFan })}
            >
              Forecast
            </Button>
          )}
          <IndicatorMenu view={view} show={show} />
          <ToolPopover label="Compare" title="Compare with another listing" id={COMPARE_MENU_ID}>
            <ListingForm label="Compare with" action="Add" onEnter={compare} />
          </ToolPopover>
          {annotations}
          <Button size="sm" aria-pressed={view.replay !== null} aria-keyshortcuts="r" onClick={onReplay}>
            Replay
          </Button>
          <LayoutMenu view={view} onShow={show} />
        </div>
      </span>
      <span ref={drawingTools} className={styles.drawing} />
    </div>
  );
}

/** The indicators of which every word of a query begins some word. */
function foundIndicators(query: string): readonly IndicatorKind[] {
  const parts = query.toLowerCase().split(/\s+/).filter(Boolean);
  return INDICATOR_KINDS.filter((kind) => {
    const { name, words: others } = INDICATORS[kind];
    const words = `${name} ${others}`.toLowerCase().split(/\s+/);
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  });
}

interface ChoiceProps<Value extends string> {
  readonly of: Readonly<Record<Value, string>>;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ of: names, ...select }: ChoiceProps<Value>) {
  return <Select hideLabel options={optionsOf(names)} {...select} />;
}

/** How long bars within the day are: not shorter than the range is served in. */
function MinuteChoice({ view, show }: Pick<ToolbarProps, 'view' | 'show'>) {
  const shortest = isIntraday(view.range) ? SHORTEST_MINUTES[view.range] : '1';
  const isTooShort = (minutes: BarMinutes) => Number(minutes) < Number(shortest);
  return (
    <Select
      label="Interval"
      hideLabel
      options={optionsOf(BAR_MINUTES).filter(({ value }) => !isTooShort(value))}
      value={view.minutes === null || isTooShort(view.minutes) ? shortest : view.minutes}
      onChange={(minutes) => show({ minutes: minutes === shortest ? null : minutes })}
    />
  );
}

function IndicatorMenu({ view: { indicators, overlays }, show }: Pick<ToolbarProps, 'view' | 'show'>) {
  const [query, setQuery] = useState('');
  const found = foundIndicators(query);

  function add(kind: IndicatorKind | undefined) {
    if (kind === undefined) return;
    setQuery('');
    closeTool();
    show({ indicators: withAdded(indicators, kind, overlays.length) });
  }

  return (
    <ToolPopover label="Indicators" title="Add an indicator" id={INDICATOR_MENU_ID} shortcut="i">
      {indicators.length >= MAX_INDICATORS ? (
        <p className="caption">You can add up to {MAX_INDICATORS} indicators. Remove one first.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys between its field and buttons
        <div onKeyDown={moveFocus}>
          <Field
            label="Find an indicator"
            value={query}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The panel's button gets the focus, and the rest of this key press would open it again.
              event.preventDefault();
              add(found[0]);
            }}
          />
          <ul className={styles.choices}>
            {found.map((kind) => (
              <li key={kind}>
                <button type="button" onClick={() => add(kind)}>
                  {INDICATORS[kind].name}
                  <span>{INDICATORS[kind].place === 'price' ? 'over the price' : 'in its own pane'}</span>
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="caption">No matching indicators.</p>}
        </div>
      )}
    </ToolPopover>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops.at((at + by) % stops.length)?.focus();
}
