import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';

/** In CSS pixels. */
const ARM_PX = 14;
const LINE_PX = 2;
const FONT_PX = 12;
const GAP_PX = 4;

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
      const gap = GAP_PX * pixelRatio;
      const x = chart.valToPos(index, 'x', true);
      const [top = 0, foot = 0] = ends.map(({ price }) =>
        Math.min(Math.max(chart.valToPos(price, 'price', true), bbox.top), bbox.top + bbox.height),
      );
      ctx.strokeStyle = theme.text;
      ctx.lineWidth = LINE_PX * pixelRatio;
      ctx.setLineDash([gap, gap]);
      ctx.beginPath();
      ctx.moveTo(x - ARM_PX * pixelRatio, top);
      ctx.lineTo(x, top);
      ctx.lineTo(x, foot);
      ctx.lineTo(x - ARM_PX * pixelRatio, foot);
      ctx.stroke();
      // A halo keeps the texts legible on the forecast's ranges.
      ctx.setLineDash([]);
      ctx.strokeStyle = theme.surface;
      ctx.lineWidth = gap;
      ctx.lineJoin = 'round';
      ctx.fillStyle = theme.text;
      ctx.font = `600 ${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      ctx.textAlign = 'right';
      for (const [i, { text }] of ends.entries()) {
        ctx.textBaseline = i === 0 ? 'bottom' : 'top';
        const y = i === 0 ? top - gap : foot + gap;
        ctx.strokeText(text, x, y);
        ctx.fillText(text, x, y);
      }
    },
  };
}
