import { useLayoutEffect, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../format/use-format.ts';
import { useSettings } from '../user/settings.ts';
import { useTheme } from '../user/theme.tsx';
import type { LivePlot, PlotContent } from './live-plot.ts';
import styles from './chart-figure.module.css';
import { classNames } from '../ui/button.tsx';

export interface UplotChartProps extends Omit<PlotContent, 'format' | 'themeName'> {
  readonly plot: LivePlot;
  readonly hasChosenPrices: boolean;
}

export function UplotChart(props: UplotChartProps) {
  const { plot, heightPx, gestures, hasChosenPrices } = props;
  const format = useFormat();
  const host = useRef<HTMLDivElement>(null);
  const themeName = `${useTheme().theme} ${useSettings().palette}`;

  useLayoutEffect(() => {
    if (host.current !== null) plot.show(host.current, { ...props, format, themeName });
  });
  useLayoutEffect(() => plot.follow(), [plot]);
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
