import type { ChartLayer } from './chart-spec.ts';

const TINT = 0.05;
const LABEL_PX = 12;

/** Tints the estimated part of the time axis and says so, so that no estimate can be read as history. */
export const estimateLayer: ChartLayer = {
  at: 'under',
  draw(chart, { theme, marks, pixelRatio }) {
    if (marks.estimateFrom === undefined) return;
    const { ctx, bbox } = chart;
    const right = bbox.left + bbox.width;
    const left = Math.max(chart.valToPos(marks.estimateFrom - 1, 'x', true), bbox.left);
    if (left >= right) return;
    ctx.save();
    ctx.fillStyle = theme.accent;
    ctx.globalAlpha = TINT;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 1;
    ctx.font = `500 ${LABEL_PX * pixelRatio}px ${theme.fontFamily}`;
    ctx.textBaseline = 'top';
    const padPx = 6 * pixelRatio;
    const fits = ctx.measureText('Estimate').width + 2 * padPx <= right - left;
    // A horizon of one day is narrower than the word: then it ends at the region's right edge, over the history.
    ctx.textAlign = fits ? 'left' : 'right';
    ctx.fillText('Estimate', fits ? left + padPx : right - padPx, bbox.top + padPx);
    ctx.restore();
  },
};
