/** The lists over the chart: what is drawn beside the price, each row with its values and controls. */
import { INDICATORS, type IndicatorParameter, type Ticker } from '#compute';
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { LineSwatch } from '../../../shared/charts/sparkline.tsx';
import type { ChartLink } from '../../../shared/charts/use-viewport.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { useExternalValue } from '../../../shared/ui/external-value.ts';
import {
  INDICATOR_COLORS,
  indicatorLabel,
  indicatorWriter,
  isAllowed,
  overlayColors,
  withChanged,
  withMoved,
  withRemoved,
  type ChosenIndicator,
} from './chosen-indicators.ts';
import { COMPARE_MENU_ID, INDICATOR_MENU_ID } from '../tool-popover.tsx';
import type { WorkbenchSeries } from './workbench-series.ts';
import { changeText } from './use-chart-texts.ts';
import { dashedStyle } from './workbench-spec.ts';
import type { WorkbenchView } from '../workbench-url.ts';
import styles from '../workbench.module.css';

/** Closed at first where the chart is small. */
const SMALL = '(width < 600px) or (height < 500px)';

interface LegendBoxProps {
  /** Rows of what is in it. */
  readonly count: number;
  readonly children: ReactNode;
}

/** What opens and closes the legends. */
export function LegendBox({ count, children }: LegendBoxProps) {
  const isSmall = useMediaQuery(SMALL);
  const [isChosen, setChosen] = useState<boolean | null>(null);
  if (count === 0) return null;
  const isOpen = isChosen ?? !isSmall;
  return (
    <>
      {isOpen && children}
      <Button
        size="sm"
        className={styles.fold ?? ''}
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
      >
        {isOpen ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
        Legend ({count})
      </Button>
    </>
  );
}

interface LegendProps {
  readonly indicators: readonly ChosenIndicator[];
  readonly series: WorkbenchSeries;
  readonly currency: string;
  readonly link: ChartLink;
  readonly onChange: (indicators: readonly ChosenIndicator[], isStep: boolean) => void;
}

/** The indicators, each with its parameters, its values at the crosshair and what can be done with it. */
export function IndicatorLegend({ indicators, series, currency, link, onChange }: LegendProps) {
  const list = useRef<HTMLUListElement>(null);
  /** A control that the focus follows to its new row. */
  const wanted = useRef<{ row: number; name: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { row, name } = wanted.current;
    wanted.current = null;
    list.current?.children[row]?.querySelector<HTMLElement>(`[data-name="${name}"]`)?.focus();
  });
  if (indicators.length === 0) return null;

  function move(at: number, by: 1 | -1) {
    const moved = withMoved(indicators, at, by);
    if (moved === indicators) return;
    const name = document.activeElement?.getAttribute('data-name');
    wanted.current = name ? { row: at + by, name } : null;
    onChange(moved, true);
  }

  function remove(at: number) {
    if (indicators.length === 1) document.getElementById(INDICATOR_MENU_ID)?.focus();
    else wanted.current = { row: Math.min(at, indicators.length - 2), name: 'remove' };
    onChange(withRemoved(indicators, at), true);
  }

  return (
    <ul ref={list} className={styles.legend} aria-label="Indicators">
      {indicators.map((one, at) => (
        <Row
          // oxlint-disable-next-line react/no-array-index-key -- two indicators may be alike
          key={at}
          one={one}
          lines={series.lines[at] ?? []}
          lastBar={series.candles.time.length - 1}
          currency={currency}
          link={link}
          isFirst={at === 0}
          isLast={at === indicators.length - 1}
          onChange={(change, isStep) => onChange(withChanged(indicators, at, change), isStep)}
          onMove={(by) => move(at, by)}
          onRemove={() => remove(at)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly one: ChosenIndicator;
  readonly lines: readonly Float64Array[];
  readonly lastBar: number;
  readonly currency: string;
  readonly link: ChartLink;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (change: Partial<ChosenIndicator>, isStep: boolean) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function Row({ one, isFirst, isLast, onChange, onMove, onRemove, ...values }: RowProps) {
  const { name, parameters } = INDICATORS[one.kind];
  const label = indicatorLabel(one);
  const isForced = useMediaQuery('(forced-colors: active)');
  const line = dashedStyle(one.color);

  function onKeyDown(event: KeyboardEvent) {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    onMove(by);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt and an arrow key move it from any of its controls
    <li className={styles.row} onKeyDown={onKeyDown}>
      <IconButton
        label={`Change the colour of ${label}`}
        data-name="color"
        onClick={() => onChange({ color: (one.color + 1) % INDICATOR_COLORS.length }, false)}
      >
        <LineSwatch {...line} dash={isForced ? line.dash : []} />
      </IconButton>
      <span className={styles.name}>{name}</span>
      {parameters.map((parameter, i) => (
        <ParameterInput
          // A number of another indicator that moved here is another input.
          key={`${one.kind} ${parameter.name}`}
          indicator={name}
          parameter={parameter}
          value={one.parameters[i] ?? parameter.initial}
          onChange={(value) =>
            onChange({ parameters: one.parameters.map((old, at) => (at === i ? value : old)) }, false)
          }
        />
      ))}
      <Values one={one} {...values} />
      {!isFirst && (
        <IconButton label={`Move ${label} up`} data-name="up" onClick={() => onMove(-1)} icon={ArrowUp} />
      )}
      {!isLast && (
        <IconButton
          label={`Move ${label} down`}
          data-name="down"
          onClick={() => onMove(1)}
          icon={ArrowDown}
        />
      )}
      <IconButton label={`Remove ${label}`} data-name="remove" onClick={onRemove} icon={X} />
    </li>
  );
}

interface ParameterInputProps {
  readonly indicator: string;
  readonly parameter: IndicatorParameter;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A number in its limits. What is typed on the way to one changes nothing. */
function ParameterInput({ indicator, parameter, value, onChange }: ParameterInputProps) {
  const { name, min, max, step } = parameter;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && !isAllowed(Number(typed || Number.NaN), parameter);
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {indicator}: {name}, {min} to {max}
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        className={styles.number}
        title={name}
        min={min}
        max={max}
        step={step}
        value={typed ?? String(value)}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = Number(target.value || Number.NaN);
          if (isAllowed(next, parameter)) onChange(Number(next.toFixed(2)));
        }}
        onBlur={() => setTyped(null)}
      />
    </>
  );
}

function Values({
  one,
  lines,
  lastBar,
  currency,
  link,
}: Pick<RowProps, 'one' | 'lines' | 'lastBar' | 'currency' | 'link'>) {
  const format = useFormat();
  const cursor = useExternalValue(link.cursor);
  const write = indicatorWriter(format, one.kind, currency);
  const index = Math.min(cursor ?? lastBar, lastBar);
  const names = INDICATORS[one.kind].lines;
  return (
    <span className={styles.values}>
      {lines.map((line, i) => {
        // Such as the model's volatility, which only days have.
        if (i > 0 && line.every(Number.isNaN)) return null;
        return (
          <span key={names[i]}>
            {names.length > 1 && <span className="caption">{names[i]} </span>}
            {write(line[index] ?? Number.NaN)}
          </span>
        );
      })}
    </span>
  );
}

interface OverlayLegendProps {
  readonly view: WorkbenchView;
  readonly series: WorkbenchSeries;
  readonly link: ChartLink;
  /** Why listings are not drawn, by ticker. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (overlays: readonly Ticker[]) => void;
}

/** The listings over the price, each with its change at the crosshair. */
export function OverlayLegend({ view, series, link, faults, onChange }: OverlayLegendProps) {
  const format = useFormat();
  const list = useRef<HTMLUListElement>(null);
  const cursor = useExternalValue(link.cursor);
  const colors = overlayColors(view.indicators, series.overlays.length);
  if (view.overlays.length === 0) return null;
  const last = series.candles.time.length - 1;
  return (
    <ul ref={list} tabIndex={-1} className={styles.legend} aria-label="Compared listings">
      {view.overlays.map((ticker) => {
        const drawn = series.overlays.findIndex((overlay) => overlay.ticker === ticker);
        const value = series.overlays[drawn]?.percent[Math.min(cursor ?? last, last)] ?? Number.NaN;
        return (
          <li key={ticker} className={styles.row}>
            {drawn >= 0 && <LineSwatch {...dashedStyle(colors[drawn] ?? 0)} />}
            <span className={styles.name}>{ticker}</span>
            <span className={styles.values}>
              {faults.get(ticker) ?? (drawn >= 0 && changeText(format, value))}
            </span>
            <IconButton
              label={`Remove ${ticker}`}
              onClick={() => {
                // The button goes; the focus must not go with it.
                const next =
                  view.overlays.length > 1 ? list.current : document.getElementById(COMPARE_MENU_ID);
                next?.focus();
                onChange(view.overlays.filter((other) => other !== ticker));
              }}
              icon={X}
            />
          </li>
        );
      })}
      {view.scale !== 'percent' && <li className="caption">Shown on the percent scale only.</li>}
    </ul>
  );
}
