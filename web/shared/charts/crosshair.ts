/** The crosshair: both lines, with price and date as tags on their axes. It stands in the middle of a bar. */
import type uPlot from 'uplot';
import styles from './chart-figure.module.css';
import type { LiveChart } from './chart-spec.ts';
import { atRest, isInMotion, READ_MS } from './motion.ts';

/** uPlot's cursor. It keeps its bar when a drag moves the bars, or when they move under a resting pointer. */
export function crosshair(): uPlot.Cursor {
  let bar = 0;
  return {
    drag: { x: false, y: false, setScale: false },
    points: { show: false },
    // Only the bar counts, not the nearest value of each series.
    dataIdx: (_chart, _series, hovered) => hovered,
    // uPlot's own reset on double click would undo our view.
    bind: { dblclick: () => null },
    move(chart, left, top) {
      if (left < 0) return [left, top];
      const isDragged = isInMotion() && chart.over.matches(':active');
      // An unchanged place is a redraw, not the pointer.
      if (left !== chart.cursor.left && !isDragged) bar = barAt(chart, left);
      const { min = 0, max = 0 } = chart.scales['x'] ?? {};
      return [bar < min || bar > max ? -1 : chart.valToPos(bar, 'x'), top];
    },
  };
}

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

/** Adds the two tags. The hook for uPlot changes only what differs, because charts measure texts, and thus styles, while drawing. */
export function axisTags({ over }: uPlot, live: LiveChart): (chart: uPlot) => void {
  const [showPrice, showDate] = [tagOn(over, styles.priceTag), tagOn(over, styles.dateTag)];
  return (chart) => {
    const { annotations, format, dates } = live;
    const { left = -1, top = -1 } = chart.cursor;
    const bar = cursorSession(chart);
    const dateAt = (index: number) => format.sessionDate(dates[index] ?? Number.NaN, 'day');
    const isOnPlot = left >= 0 && top >= 0;
    showPrice(isOnPlot ? live.formatAxis(chart.posToVal(top, 'price')) : '', `1px calc(${top}px - 50%)`);
    const date = bar === null || annotations.hidesDates ? '' : (annotations.dateAt?.(bar) ?? dateAt(bar));
    showDate(date, `calc(max(3em, ${left}px) - 50%)`);
  };
}

function tagOn(area: HTMLElement, className = '') {
  const tag = area.appendChild(document.createElement('span'));
  const text = tag.appendChild(new Text());
  tag.className = className;
  tag.hidden = true;
  let [place, latest, writtenMs] = ['', '', 0];
  const write = () => {
    text.data = latest;
    writtenMs = performance.now();
  };
  return (words: string, at: string) => {
    if (tag.hidden !== (words === '')) tag.hidden = words === '';
    if (words === '') return;
    latest = words;
    if (words !== text.data && performance.now() - writtenMs > READ_MS) write();
    else if (words !== text.data) atRest(write);
    if (at !== place) tag.style.translate = at;
    place = at;
  };
}
