/** How an indicator is painted beside its lines: bars from zero, and reference levels. */
import { columnOf, type ChartLayer } from './chart-spec.ts';
import { barsLayer, lineAcross } from './painting.ts';

/** Bars from zero, gain above and loss below. Needs zero inside the price axis. */
export function histogramLayer(series: number): ChartLayer {
  return barsLayer(series, 'price', (chart, i) => (columnOf(chart, series)[i] ?? 0) > 0);
}

const FONT_PX = 12;
const PAD_PX = 4;

export interface ChartLevel {
  readonly value: number;
  readonly label: string;
  /** Where the label stands, seen from its line: away from where the values mostly are. */
  readonly side: 'above' | 'below';
}

export function extremeLevels(overbought: number, oversold: number): readonly ChartLevel[] {
  return [
    { value: overbought, label: `Overbought (${overbought})`, side: 'above' },
    { value: oversold, label: `Oversold (${oversold})`, side: 'below' },
  ];
}

export const RSI_LEVELS = extremeLevels(70, 30);

/** Dashed reference lines across the plot, each with its name at the left. */
export function levelsLayer(levels: readonly ChartLevel[]): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      ctx.strokeStyle = theme['text-3'];
      ctx.fillStyle = theme['text-3'];
      ctx.lineWidth = pixelRatio;
      ctx.setLineDash([3 * pixelRatio, 3 * pixelRatio]);
      ctx.font = `${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      for (const { value, label, side } of levels) {
        const y = Math.round(chart.valToPos(value, 'price', true)) + 0.5;
        lineAcross(chart, y);
        ctx.textBaseline = side === 'above' ? 'bottom' : 'top';
        ctx.fillText(label, bbox.left, y + (side === 'above' ? -PAD_PX : PAD_PX) * pixelRatio);
      }
    },
  };
}
