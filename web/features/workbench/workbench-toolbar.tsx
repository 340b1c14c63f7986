import type { Ticker } from '#compute';
import type { ReactNode, Ref } from 'react';
import { AddTickerForm } from '../../shared/search/add-ticker-form.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { withAdded } from './chosen-indicators.ts';
import { IndicatorMenu } from './indicator-menu.tsx';
import { LayoutMenu } from './layout-menu.tsx';
import { COMPARE_MENU_ID, ToolPopover } from './tool-popover.tsx';
import type { ShowView } from './use-workbench-view.ts';
import {
  INTERVALS,
  isWithinDay,
  MAX_OVERLAYS,
  RANGES,
  SCALES,
  STYLES,
  type WorkbenchView,
} from './workbench-url.ts';
import styles from './workbench.module.css';

const NAMES = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  candles: 'Candles',
  line: 'Line',
  area: 'Area',
  linear: 'Linear',
  log: 'Log',
  percent: '%',
} as const;

const RANGE_OPTIONS = RANGES.map((value) => ({ value, label: value }));
const named = <T extends keyof typeof NAMES>(values: readonly T[], disabled = false) =>
  values.map((value) => ({ value, label: NAMES[value], disabled }));

interface ToolbarProps {
  readonly view: WorkbenchView;
  readonly show: ShowView;
  /** Whether the listing has a forecast to draw. */
  readonly hasForecast: boolean;
  readonly marks: ReactNode;
  /** Gets the place for the buttons of drawings. */
  readonly drawingTools: Ref<HTMLElement>;
}

/** Everything that changes the chart. */
export function WorkbenchToolbar({ view, show, hasForecast, marks, drawingTools }: ToolbarProps) {
  function compare(ticker: Ticker): string | null {
    if (ticker === view.ticker || view.overlays.includes(ticker)) return `${ticker} is drawn already.`;
    if (view.overlays.length >= MAX_OVERLAYS) return `Up to ${MAX_OVERLAYS} listings. Remove one first.`;
    show({ overlays: [...view.overlays, ticker], scale: 'percent' });
    return null;
  }
  // The legend says why.
  const areMinutes = isWithinDay(view.range);
  return (
    <div className={styles.toolbar}>
      <Segmented
        label="Range"
        options={RANGE_OPTIONS}
        value={view.range}
        onChange={(range) => show({ range })}
      />
      <Segmented
        label="Interval"
        options={named(INTERVALS, areMinutes)}
        value={view.interval}
        onChange={(interval) => show({ interval })}
      />
      <Segmented
        label="Chart"
        options={named(STYLES)}
        value={view.style}
        onChange={(style) => show({ style })}
      />
      <Segmented
        label="Scale"
        options={named(SCALES)}
        value={view.scale}
        onChange={(scale) => show({ scale })}
      />
      {hasForecast && (areMinutes || view.interval === 'day') && (
        <Button
          size="sm"
          disabled={areMinutes}
          className={styles.toggle ?? ''}
          aria-pressed={view.hasFan && !areMinutes}
          onClick={() => show({ hasFan: !view.hasFan })}
        >
          Forecast
        </Button>
      )}
      <IndicatorMenu
        count={view.indicators.length}
        onAdd={(kind) => show({ indicators: withAdded(view.indicators, kind) })}
      />
      <ToolPopover label="Compare" title="Draw another listing" id={COMPARE_MENU_ID}>
        <AddTickerForm label="Draw a listing over it" action="Add" onAdd={compare} />
      </ToolPopover>
      <span ref={drawingTools} className={styles.drawing} />
      {marks}
      <LayoutMenu view={view} onShow={show} />
    </div>
  );
}
