import { INDICATORS, type IndicatorKind } from '#compute';
import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { ListingForm, type ListingChoice } from '../../../shared/search/listing-form.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field, optionsOf, Segmented, Select } from '../../../shared/ui/field.tsx';
import { INDICATOR_KINDS, MAX_INDICATORS, withAdded } from '../view/chosen-indicators.ts';
import { LayoutMenu } from '../layouts/layout-menu.tsx';
import { closeTool, COMPARE_MENU_ID, INDICATOR_MENU_ID, ToolPopover } from '../controls/tool-popover.tsx';
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
} from '../view/workbench-view.ts';
import styles from '../workbench.module.css';

const RANGE_OPTIONS = RANGES.map((value) => ({ value, label: value }));

interface ToolbarProps {
  readonly view: WorkbenchView;
  readonly show: ShowView;
  /** Why there is no forecast; `null` if there can be one. */
  readonly whyNoForecast: string | null;
  /** Whether the listing trades before or after regular hours. */
  readonly hasExtended: boolean;
  readonly onReplay: () => void;
  readonly annotations: ReactNode;
  /** Set to the element for the drawing buttons. */
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
  const isIntradayView = isIntraday(view.range);
  const id = useId();
  const range = {
    options: RANGE_OPTIONS,
    value: view.range,
    onChange: (chosen: WorkbenchRange) => show({ range: chosen }),
  };
  return (
    <div className={styles.toolbar}>
      <Segmented label="Range" {...range} />
      {/* Replaces the buttons on a phone in landscape. */}
      <div className={styles.shortRange}>
        <Select label="Range" hideLabel {...range} />
      </div>
      {/* A row if it fits; otherwise a panel. */}
      <span className={`${styles.popover} ${styles.tools}`}>
        <Button size="sm" className={`${styles.opener} ${styles.toolsOpener}`} popoverTarget={id}>
          Tools
        </Button>
        <div id={id} popover="auto" role="group" aria-label="Tools" className={styles.toolbox}>
          {isIntradayView ? (
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
          {/* They share one place: only intraday bars have extended hours, only daily bars a forecast. */}
          {isIntradayView && hasExtended ? (
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

/** Indicators that match a query: each word of it begins a word of theirs. */
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

/** Length of intraday bars, at least the range's shortest. */
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
              // Focus returns to the panel's button, which the rest of this key press would press again.
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
