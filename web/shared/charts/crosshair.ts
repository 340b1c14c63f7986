/** The crosshair: both lines, with price and date as tags on their axes. It stands in the middle of a bar. */
import type uPlot from 'uplot';
import styles from './chart-figure.module.css';
import type { LiveChart } from './chart-spec.ts';

export const CURSOR: uPlot.Cursor = {
  drag: { x: false, y: false, setScale: false },
  points: { show: false },
  // uPlot's own reset on double click would undo our view.
  bind: { dblclick: () => null },
  move: (chart, left, top) => [left < 0 ? left : chart.valToPos(barAt(chart, left), 'x'), top],
};

function barAt(chart: uPlot, left: number): number {
  const { min = 0, max = 0 } = chart.scales['x'] ?? {};
  return Math.min(Math.max(Math.round(chart.posToVal(left, 'x')), Math.ceil(min)), Math.floor(max));
}

/** The session of the whole series under the crosshair; `null` without one, and beyond the last. */
export function cursorSession(chart: uPlot): number | null {
  const { idx, left = -1 } = chart.cursor;
  if (typeof idx !== 'number') return null;
  const bar = barAt(chart, left);
  return bar > (chart.data[0].at(-1) ?? -1) ? null : bar;
}

/** uPlot hooks that keep the two tags. */
export function axisTags(live: LiveChart) {
  let tags: readonly HTMLElement[] = [];
  return {
    init({ over }: uPlot) {
      tags = [styles.priceTag, styles.dateTag].map((name = '') => {
        const tag = document.createElement('span');
        tag.className = name;
        return over.appendChild(tag);
      });
    },
    setCursor(chart: uPlot) {
      const { annotations, format, dates } = live;
      const { left = -1, top = -1 } = chart.cursor;
      const bar = cursorSession(chart);
      const dateAt = (index: number) => format.sessionDate(dates[index] ?? Number.NaN, 'day');
      const isOnPlot = left >= 0 && top >= 0;
      const texts = [
        isOnPlot ? live.formatAxis(chart.posToVal(top, 'price')) : '',
        bar === null || annotations.hidesDates ? '' : (annotations.dateAt?.(bar) ?? dateAt(bar)),
      ];
      for (const [i, tag] of tags.entries()) {
        tag.hidden = texts[i] === '';
        tag.textContent = texts[i] ?? '';
        tag.style.setProperty('--at', `${i === 0 ? top : left}px`);
      }
    },
  };
}
