import { useEffect, useLayoutEffect, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../format/use-format.ts';
import { useSettings } from '../user/settings.ts';
import { useTheme } from '../user/theme.tsx';
import { FORCED_COLORS, type ChartSpec } from './chart-spec.ts';
import type { LivePlot, PlotContent } from './live-plot.ts';
import styles from './chart-figure.module.css';
import { classNames } from '../ui/button.tsx';
import { listen } from '../browser/listen.ts';

export interface UplotChartProps extends Omit<PlotContent, 'format'> {
  readonly plot: LivePlot;
  /** A new spec creates a new uPlot chart in the same element; view, crosshair and gestures stay. */
  readonly spec: ChartSpec;
  readonly hasChosenPrices: boolean;
}

export function UplotChart(props: UplotChartProps) {
  const { plot, spec, heightPx, gestures, hasChosenPrices } = props;
  const format = useFormat();
  const host = useRef<HTMLDivElement>(null);
  const themeName = `${useTheme().theme} ${useSettings().palette}`;

  // In this order: a new spec's chart begins with the new content.
  useLayoutEffect(() => plot.show({ ...props, format }));
  useLayoutEffect(() => (host.current === null ? undefined : plot.mount(host.current, spec)), [plot, spec]);
  useLayoutEffect(() => plot.follow(), [plot]);
  // Not a layout effect, because the style sheets must apply the new theme first.
  useEffect(() => plot.setTheme(themeName), [plot, themeName]);
  useEffect(() => {
    const repaint = () => plot.repaint();
    const stops = [
      listen(matchMedia(FORCED_COLORS), { change: repaint }),
      // The document uses the light theme for printing.
      listen(window, { beforeprint: repaint, afterprint: repaint }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [plot]);

  return (
    <>
      <div
        ref={host}
        className={classNames(styles.plot, gestures.ownsPage && styles.axes)}
        aria-hidden="true"
        style={{ height: heightPx }}
      />
      {hasChosenPrices && (
        <button
          type="button"
          className={styles.auto}
          title="Fit the price axis automatically"
          onClick={({ currentTarget }) => {
            // The button disappears, so the focus moves to the chart.
            currentTarget.closest('figure')?.querySelector<HTMLElement>('[role="application"]')?.focus();
            gestures.reset('prices');
          }}
        >
          Auto
        </button>
      )}
    </>
  );
}
