import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';

/** In CSS pixels. */
const ARM_PX = 14;
const LINE_PX = 2;
const FONT_PX = 12;
const LABEL_PX = 18;
const GAP_PX = 2;
const PAD_PX = 4;

/** A dashed bracket at session `index` of the chart, from the first end, the higher one, to the other, with their texts. */
export function savedRangeLayer(
  index: number,
  ends: readonly { readonly price: number; readonly text: string }[],
): ChartLayer {
  return {
    at: 'over',
    draw(chart, { theme, from, to, pixelRatio }) {
      if (index < from || index >= to) return;
      const { ctx, bbox } = chart;
      const x = chart.valToPos(index, 'x', true);
      const yOf = (price: number) =>
        Math.min(Math.max(chart.valToPos(price, 'price', true), bbox.top), bbox.top + bbox.height);
      const [top = 0, foot = 0] = ends.map(({ price }) => yOf(price));
      ctx.strokeStyle = theme.text;
      ctx.lineWidth = LINE_PX * pixelRatio;
      ctx.beginPath();
      for (const y of [top, foot]) {
        ctx.moveTo(x - ARM_PX * pixelRatio, y);
        ctx.lineTo(x, y);
      }
      ctx.stroke();
      ctx.setLineDash([2 * LINE_PX * pixelRatio, 2 * LINE_PX * pixelRatio]);
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, foot);
      ctx.stroke();
      ctx.font = `600 ${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      const awayPx = (LABEL_PX / 2 + GAP_PX) * pixelRatio;
      for (const [i, { text }] of ends.entries()) {
        const middle = i === 0 ? top - awayPx : foot + awayPx;
        const width = ctx.measureText(text).width + 2 * PAD_PX * pixelRatio;
        ctx.globalAlpha = 0.8;
        ctx.fillStyle = theme.surface;
        ctx.fillRect(x - width, middle - (LABEL_PX / 2) * pixelRatio, width, LABEL_PX * pixelRatio);
        ctx.globalAlpha = 1;
        ctx.fillStyle = theme.text;
        ctx.fillText(text, x - PAD_PX * pixelRatio, middle);
      }
    },
  };
}
