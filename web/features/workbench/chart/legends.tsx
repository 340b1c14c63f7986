import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useValueAtRest } from '../../../shared/charts/motion.ts';
import { LineSwatch } from '../../../shared/charts/sparkline.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { nameMatchAtom } from '../../../shared/search/ticker-text.tsx';
import { ListingForm, type ListingChoice } from '../../../shared/search/listing-form.tsx';
import { useMediaQuery } from '../../../shared/browser/browser-state.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { useAtomValueRawSync, useSetAtom, useStore } from '../../../store.ts';
import { COMPARE_MENU_ID, ToolPopover } from '../controls/controls.tsx';
import type { DrawnChart, IntradayContext } from '../data/chart-series.ts';
import { changeViewAtom, overlayColors } from '../view/changes.ts';
import { LINK, viewAtom } from '../view/url-state.ts';
import { hasOwnPane, MAX_OVERLAYS } from '../view/workbench-view.ts';
import { dashedStyle } from './chart-spec.ts';
import { changeText } from './chart-texts.ts';
import { IndicatorRow, rowFacts } from './indicators.tsx';
import styles from './legends.module.css';

const PANEL = '(width < 600px) or (height < 500px) or (pointer: coarse)';

interface LegendProps {
  readonly chart: Pick<DrawnChart, 'listing' | 'series'>;
  readonly errors: ReadonlyMap<string, string>;
}

/** The legend of the price chart: over its top left, or in a panel where it would cover the prices. */
export function Legends({ chart, errors }: LegendProps) {
  const { overlays, indicators } = useAtomValueRawSync(viewAtom);
  const { intraday } = chart.series;
  const isPanel = useMediaQuery(PANEL);
  const [isOpen, setOpen] = useState(true);
  const overPrice = [...indicators.entries()].filter(([, indicator]) => !hasOwnPane(indicator));
  const count = overlays.length + overPrice.length + (intraday ? 1 : 0);
  if (count === 0) return null;
  const label = `Legend (${count})`;
  const rows = (
    <>
      {intraday && <SessionLegend intraday={intraday} />}
      {overlays.length > 0 && <OverlayLegend chart={chart} errors={errors} />}
      {overPrice.length > 0 && (
        <ul className={styles.legend} aria-label="Indicators">
          {overPrice.map(([at, indicator]) => (
            <li key={at}>
              <IndicatorRow indicator={indicator} at={at} {...rowFacts(chart, at)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
  if (isPanel) {
    return (
      <ToolPopover label={label} title="Legend">
        {rows}
      </ToolPopover>
    );
  }
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <>
      {isOpen && <div className={styles.rows}>{rows}</div>}
      <Button size="sm" className={styles.fold ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={16} aria-hidden />
        {label}
      </Button>
    </>
  );
}

export function SessionLegend({ intraday }: { readonly intraday: IntradayContext }) {
  const format = useFormat();
  const { response, closeBefore, dayRange } = intraday;
  const { interval_seconds: seconds, exchange_timezone: timezone } = response;
  const price = (value: number) => format.price(value, response);
  const parts = new Set(response.session_parts.map(({ part }) => part));
  const extended = [parts.has('pre') && 'pre-market', parts.has('post') && 'after hours'].filter(Boolean);
  return (
    <ul className={styles.session} aria-label="Session">
      {extended.length > 0 && (
        <li className={styles.fact}>
          <span className={styles.shade} aria-hidden="true" /> Shaded: {extended.join(' and ')}
        </li>
      )}
      {!parts.has('regular') && <li className={styles.fact}>Regular trading hasn’t started</li>}
      {closeBefore !== null && (
        <li className={styles.fact}>
          <LineSwatch color="text-3" dash={[6, 4]} widthPx={1} /> {closeBefore.name}{' '}
          {price(closeBefore.price)}
        </li>
      )}
      {dayRange !== null && (
        <li className={styles.fact}>
          Day’s high {price(dayRange.high)}, low {price(dayRange.low)}
        </li>
      )}
      <li className="caption">
        {seconds / 60}-minute bars. Times: {format.clockName(timezone)}. Forecasts need daily bars.
      </li>
    </ul>
  );
}

export function OverlayLegend({ chart: { series }, errors }: LegendProps) {
  const { overlays, indicators, scale } = useAtomValueRawSync(viewAtom);
  const changeView = useSetAtom(changeViewAtom);
  const format = useFormat();
  const list = useRef<HTMLUListElement>(null);
  const cursor = useValueAtRest(LINK.cursorAtom);
  const colors = overlayColors(indicators, series.overlays.length);
  const last = series.candles.time.length - 1;

  function remove(ticker: string) {
    // The button disappears, so the focus moves to the list or the Compare button.
    const next = overlays.length > 1 ? list.current : document.getElementById(COMPARE_MENU_ID);
    next?.focus();
    changeView({ overlays: overlays.filter((other) => other !== ticker) });
  }

  return (
    <ul ref={list} tabIndex={-1} className={styles.legend} aria-label="Compared listings">
      {overlays.map((ticker) => {
        const drawn = series.overlays.findIndex((overlay) => overlay.ticker === ticker);
        const value = series.overlays[drawn]?.percent[Math.min(cursor ?? last, last)] ?? Number.NaN;
        return (
          <li key={ticker} className={styles.row}>
            {drawn >= 0 && <LineSwatch {...dashedStyle(colors[drawn] ?? 0)} />}
            <span className={styles.name}>{ticker}</span>
            <span className={styles.values}>
              {errors.get(ticker) ?? (drawn >= 0 && changeText(format, value))}
            </span>
            <IconButton label={`Remove ${ticker}`} onClick={() => remove(ticker)} icon={X} />
          </li>
        );
      })}
      {scale !== 'percent' && <li className="caption">Comparisons show on the percent scale only.</li>}
    </ul>
  );
}

export function alreadyOnChart(ticker: string): string {
  return `${ticker} is already on the chart.`;
}

export const CompareMenu = memo(() => {
  const store = useStore();
  const changeView = useSetAtom(changeViewAtom);
  const setNameMatch = useSetAtom(nameMatchAtom);

  function compare({ ticker }: ListingChoice): string | null {
    const { ticker: primary, overlays } = store.get(viewAtom);
    if (ticker === primary || overlays.includes(ticker)) return alreadyOnChart(ticker);
    if (overlays.length >= MAX_OVERLAYS)
      return `You can compare up to ${MAX_OVERLAYS} listings. Remove one first.`;
    setNameMatch(null);
    changeView({ overlays: [...overlays, ticker], scale: 'percent' });
    return null;
  }

  return (
    <ToolPopover label="Compare" title="Compare with another listing" id={COMPARE_MENU_ID}>
      <ListingForm label="Compare with" action="Add" onEnter={compare} />
    </ToolPopover>
  );
});
