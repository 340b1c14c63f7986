import type { ChartLayer } from './chart-spec.ts';

const FONT_PX = 12;
const PAD_PX = 6;
const HEIGHT_PX = 20;
const RADIUS_PX = 4;

/** A dashed level across the plot and the price in a tag on the axis. Outside the visible prices nothing is drawn. */
export const priceTagLayer: ChartLayer = {
  at: 'over',
  draw(chart, { theme, marks, pixelRatio }) {
    const { tag } = marks;
    if (tag === undefined) return;
    const { ctx, bbox } = chart;
    const y = Math.round(chart.valToPos(tag.value, 'price', true));
    if (y < bbox.top || y > bbox.top + bbox.height) return;
    const right = bbox.left + bbox.width;
    const heightPx = HEIGHT_PX * pixelRatio;
    ctx.save();
    ctx.strokeStyle = theme[tag.tone];
    ctx.globalAlpha = 0.6;
    ctx.lineWidth = pixelRatio;
    ctx.setLineDash([2 * pixelRatio, 3 * pixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.font = `600 ${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    const widthPx = ctx.measureText(tag.text).width + 2 * PAD_PX * pixelRatio;
    ctx.fillStyle = theme[tag.tone];
    ctx.beginPath();
    ctx.roundRect(right + pixelRatio, y - heightPx / 2, widthPx, heightPx, RADIUS_PX * pixelRatio);
    ctx.fill();
    ctx.fillStyle = theme.page;
    ctx.fillText(tag.text, right + (1 + PAD_PX) * pixelRatio, y + pixelRatio / 2);
    ctx.restore();
  },
};
