import type { Ticker } from '#compute';
import { X } from 'lucide-react';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { LineSwatch } from '../../shared/charts/line-swatch.tsx';
import type { ChartLink } from '../../shared/charts/use-viewport.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { COMPARE_MENU_ID } from './tool-popover.tsx';
import type { WorkbenchSeries } from './workbench-series.ts';
import { overlayStyle } from './workbench-spec.ts';
import type { WorkbenchView } from './workbench-url.ts';
import styles from './workbench.module.css';

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
  const cursor = useAtomValue(link.cursorAtom);
  if (view.overlays.length === 0) return null;
  const last = series.candles.time.length - 1;
  return (
    <ul ref={list} tabIndex={-1} className={styles.legend} aria-label="Compared listings">
      {view.overlays.map((ticker) => {
        const drawn = series.overlays.findIndex((overlay) => overlay.ticker === ticker);
        const value = series.overlays[drawn]?.percent[Math.min(cursor ?? last, last)] ?? Number.NaN;
        return (
          <li key={ticker} className={styles.row}>
            {drawn >= 0 && <LineSwatch {...overlayStyle(drawn)} />}
            <span className={styles.name}>{ticker}</span>
            <span className={styles.values}>
              {faults.get(ticker) ?? (drawn >= 0 && format.percent(value, { signed: true }))}
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
            >
              <X size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </li>
        );
      })}
      {view.scale !== 'percent' && <li className={styles.quiet}>Drawn in the percent scale only.</li>}
    </ul>
  );
}
