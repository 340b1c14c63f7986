import type { ChartLayer } from './chart-spec.ts';

const FONT_PX = 12;
const PAD_PX = 4;

export interface ChartLevel {
  readonly value: number;
  readonly label: string;
  /** Where the label stands, seen from its line: away from where the values mostly are. */
  readonly side: 'above' | 'below';
}

/** Dashed reference lines across the plot, each with its name at the left. */
export function levelsLayer(levels: readonly ChartLevel[]): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      ctx.save();
      ctx.strokeStyle = theme['text-3'];
      ctx.fillStyle = theme['text-3'];
      ctx.lineWidth = pixelRatio;
      ctx.setLineDash([3 * pixelRatio, 3 * pixelRatio]);
      ctx.font = `${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      for (const { value, label, side } of levels) {
        const y = Math.round(chart.valToPos(value, 'price', true)) + 0.5;
        ctx.beginPath();
        ctx.moveTo(bbox.left, y);
        ctx.lineTo(bbox.left + bbox.width, y);
        ctx.stroke();
        ctx.textBaseline = side === 'above' ? 'bottom' : 'top';
        ctx.fillText(label, bbox.left, y + (side === 'above' ? -PAD_PX : PAD_PX) * pixelRatio);
      }
      ctx.restore();
    },
  };
}
