/** Dividends, splits and past earnings on the price chart. Loaded after the chart is painted, and only if there are any. */
import { barOnDate, type CorporateActions, type Format, type Quoted, type Split } from '#compute';
import type { ChartLayer } from './chart-spec.ts';

const LABELS = { D: 'Dividend', S: 'Split', E: 'Earnings' } as const;

function eventOf(date: string, letter: keyof typeof LABELS, value: string) {
  return { date, letter, label: LABELS[letter], value };
}

export type PriceEvent = Omit<ReturnType<typeof eventOf>, 'date'> & { readonly index: number };

export const LETTERS = 'D: ex-dividend date. S: split.';

export function actionTexts(format: Format, { dividends, splits }: CorporateActions, quoted: Quoted) {
  return [
    ...splits.map((split) => eventOf(split.date, 'S', splitText(format, split))),
    ...dividends.map(({ date, amount }) => eventOf(date, 'D', dividendText(format, amount, quoted))),
  ];
}

/** Events after a series' first session, splits first; earlier ones do not affect it. `earnings`: ISO dates of past reports. */
export function priceEvents(
  format: Format,
  dates: Float64Array,
  actions: CorporateActions,
  quoted: Quoted,
  earnings: readonly string[] = [],
): readonly PriceEvent[] {
  const reports = earnings.map((date) => eventOf(date, 'E', 'reported'));
  return [...actionTexts(format, actions, quoted), ...reports]
    .map(({ date, ...event }) => Object.assign(event, { index: barOnDate(dates, date) }))
    .filter(({ index }) => index > 0 && index < dates.length);
}

const FONT_PX = 11;
const SIZE_PX = 14;

/** Draws framed letters at the foot of the plot. Of overlapping ones, only the first in the list is drawn. */
export function eventsLayer(events: readonly Pick<PriceEvent, 'index' | 'letter'>[]): ChartLayer {
  return {
    at: 'over',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      const sizePx = SIZE_PX * pixelRatio;
      const top = bbox.top + bbox.height - sizePx - pixelRatio;
      const drawn: number[] = [];
      ctx.font = `600 ${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.lineWidth = pixelRatio;
      for (const { index, letter } of events) {
        const x = Math.round(chart.valToPos(index, 'x', true));
        if (x < bbox.left || x > bbox.left + bbox.width) continue;
        if (drawn.some((other) => Math.abs(other - x) < sizePx)) continue;
        drawn.push(x);
        ctx.fillStyle = theme.page;
        ctx.strokeStyle = theme['text-3'];
        ctx.beginPath();
        ctx.rect(x - sizePx / 2, top, sizePx, sizePx);
        ctx.fill();
        ctx.stroke();
        ctx.fillStyle = theme['text-3'];
        ctx.fillText(letter, x, top + sizePx / 2 + pixelRatio / 2);
      }
    },
  };
}

/** "$0.25", "$0.2575": the decimals of the amount, at least two. */
function dividendText(format: Format, amount: number, quoted: Quoted): string {
  const [, decimals = ''] = String(amount).split('.');
  const isUsual = amount < 0.01 || decimals === '';
  return format.price(amount, quoted, isUsual ? undefined : Math.max(decimals.length, 2));
}

/** "10 for 1"; the fractions of a spin-off have three decimals. */
function splitText(format: Format, { numerator, denominator }: Split): string {
  const count = (shares: number) => format.fixed(shares, Number.isInteger(shares) ? 0 : 3);
  return `${count(numerator)} for ${count(denominator)}`;
}
