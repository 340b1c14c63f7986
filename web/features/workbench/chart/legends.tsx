/** Legends over the chart: indicators and overlays, each with its values and controls. */
import { INDICATORS } from '#compute';
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, X } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { LineSwatch } from '../../../shared/charts/sparkline.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { useAtomValueRawSync } from '../../../store.ts';
import { LINK } from './chart-link.ts';
import {
  INDICATOR_COLORS,
  indicatorLabel,
  indicatorWriter,
  overlayColors,
  withChanged,
  type ChosenIndicator,
} from '../view/chosen-indicators.ts';
import { DraftInput } from '../controls/draft-input.tsx';
import { COMPARE_MENU_ID, INDICATOR_MENU_ID } from '../controls/tool-popover.tsx';
import { SessionLegend } from '../page/workbench-head.tsx';
import { changeText } from './chart-texts.ts';
import { dashedStyle } from './chart-spec.ts';
import type { ShownChart } from '../data/annotations.tsx';
import type { ShowView, WorkbenchView } from '../view/workbench-view.ts';
import styles from '../workbench.module.css';

/** Screens on which the legend starts collapsed. */
const SMALL = '(width < 600px) or (height < 500px)';

interface LegendProps {
  readonly chart: Pick<ShownChart, 'listing' | 'series'>;
  readonly view: WorkbenchView;
  readonly show: ShowView;
  /** Why overlays are missing, by ticker. */
  readonly errors: ReadonlyMap<string, string>;
}

/** All legends, with a button that collapses them. */
export function Legends(props: LegendProps) {
  const { view, chart } = props;
  const { intraday } = chart.series;
  const isSmall = useMediaQuery(SMALL);
  const [isChosen, setChosen] = useState<boolean | null>(null);
  const count = view.overlays.length + view.indicators.length + (intraday ? 1 : 0);
  if (count === 0) return null;
  const isOpen = isChosen ?? !isSmall;
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <>
      {isOpen && intraday && <SessionLegend intraday={intraday} />}
      {isOpen && <OverlayLegend {...props} />}
      {isOpen && <IndicatorLegend {...props} />}
      <Button
        size="sm"
        className={styles.fold ?? ''}
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
      >
        <Icon size={16} aria-hidden />
        Legend ({count})
      </Button>
    </>
  );
}

/** The indicators with their parameters, values at the crosshair, and controls. */
function IndicatorLegend(props: LegendProps) {
  const list = useRef<HTMLUListElement>(null);
  const { indicators } = props.view;
  if (indicators.length === 0) return null;
  return (
    <ul ref={list} className={styles.legend} aria-label="Indicators">
      {indicators.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two indicators may be equal
        <Row key={at} {...props} list={list} one={one} at={at} />
      ))}
    </ul>
  );
}

interface RowProps extends LegendProps {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly one: ChosenIndicator;
  readonly at: number;
}

function Row({ list, one, at, view: { indicators }, show, chart }: RowProps) {
  const { name, parameters } = INDICATORS[one.kind];
  const label = indicatorLabel(one);
  const isForced = useMediaQuery('(forced-colors: active)');
  const line = dashedStyle(one.color);
  const lastRow = indicators.length - 1;
  const change = (changed: Partial<ChosenIndicator>) =>
    show({ indicators: withChanged(indicators, at, changed) }, false);

  /** Shows other rows and focuses a control in one of them. */
  function showRows(next: readonly ChosenIndicator[], row: number, control: string) {
    flushSync(() => show({ indicators: next }));
    list.current?.children[row]?.querySelector<HTMLElement>(`[data-name="${control}"]`)?.focus();
  }

  const move = (by: 1 | -1) =>
    showRows(indicators.toSpliced(at, 1).toSpliced(at + by, 0, one), at + by, by === 1 ? 'down' : 'up');

  function remove() {
    if (lastRow === 0) document.getElementById(INDICATOR_MENU_ID)?.focus();
    showRows(indicators.toSpliced(at, 1), Math.min(at, lastRow - 1), 'remove');
  }

  return (
    <li className={styles.row}>
      <IconButton
        label={`Change color of ${label}`}
        onClick={() => change({ color: (one.color + 1) % INDICATOR_COLORS.length })}
      >
        <LineSwatch {...line} dash={isForced ? line.dash : []} />
      </IconButton>
      <span className={styles.name}>{name}</span>
      {parameters.map((parameter, i) => (
        <DraftInput
          // The key gives another indicator moved to this row its own input.
          key={`${one.kind} ${parameter.name}`}
          type="number"
          inputMode="decimal"
          className={styles.number}
          aria-label={`${name}: ${parameter.name}, ${parameter.min} to ${parameter.max}`}
          title={parameter.name}
          min={parameter.min}
          max={parameter.max}
          step={parameter.step}
          value={one.parameters[i] ?? parameter.initial}
          onValue={(value) => change({ parameters: one.parameters.with(i, Number(value)) })}
        />
      ))}
      <Values
        one={one}
        lines={chart.series.lines[at] ?? []}
        lastBar={chart.series.candles.time.length - 1}
        response={chart.listing.response}
      />
      {at > 0 && (
        <IconButton label={`Move ${label} up`} data-name="up" onClick={() => move(-1)} icon={ArrowUp} />
      )}
      {at < lastRow && (
        <IconButton label={`Move ${label} down`} data-name="down" onClick={() => move(1)} icon={ArrowDown} />
      )}
      <IconButton label={`Remove ${label}`} data-name="remove" onClick={remove} icon={X} />
    </li>
  );
}

interface ValuesProps extends Pick<RowProps, 'one'> {
  readonly lines: readonly Float64Array[];
  readonly lastBar: number;
  readonly response: ShownChart['listing']['response'];
}

/** The values at the crosshair, or the latest ones. */
function Values({ one, lines, lastBar, response }: ValuesProps) {
  const cursor = useAtomValueRawSync(LINK.cursorAtom);
  const write = indicatorWriter(useFormat(), one.kind, response);
  const index = Math.min(cursor ?? lastBar, lastBar);
  const names = INDICATORS[one.kind].lines;
  return (
    <span className={styles.values}>
      {lines.map((line, i) => {
        // For example the model's volatility, which only daily bars have.
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

/** The compared listings, each with its change at the crosshair. */
export function OverlayLegend({ chart: { series }, view, show, errors }: LegendProps) {
  const format = useFormat();
  const list = useRef<HTMLUListElement>(null);
  const cursor = useAtomValueRawSync(LINK.cursorAtom);
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
              {errors.get(ticker) ?? (drawn >= 0 && changeText(format, value))}
            </span>
            <IconButton
              label={`Remove ${ticker}`}
              onClick={() => {
                // The button disappears, so the focus moves to the list or the Compare button.
                const next =
                  view.overlays.length > 1 ? list.current : document.getElementById(COMPARE_MENU_ID);
                next?.focus();
                show({ overlays: view.overlays.filter((other) => other !== ticker) });
              }}
              icon={X}
            />
          </li>
        );
      })}
      {view.scale !== 'percent' && <li className="caption">Comparisons show on the percent scale only.</li>}
    </ul>
  );
}
