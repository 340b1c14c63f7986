/** Dividends, splits and past results on the price chart. Loaded after it is painted, and only for a listing that has some. */
import { barOnDate, type CorporateActions, type Format, type Split } from '#compute';
import type { ChartLayer } from './chart-spec.ts';

const LABELS = { D: 'Dividend', S: 'Split', R: 'Results' } as const;

type Letter = keyof typeof LABELS;

/** What happened on an ISO date: a letter on the chart, and words beside it. */
function eventOf(date: string, letter: Letter, value: string) {
  return { date, letter, label: LABELS[letter], value };
}

/** The same at a session of a series. */
export type PriceEvent = Omit<ReturnType<typeof eventOf>, 'date'> & { readonly index: number };

export const LETTERS = 'D: ex-dividend date. S: split.';

/** Splits, then dividends. */
export function actionTexts(format: Format, { dividends, splits }: CorporateActions, currency: string) {
  return [
    ...splits.map((split) => eventOf(split.date, 'S', splitText(format, split))),
    ...dividends.map(({ date, amount }) => eventOf(date, 'D', dividendText(format, amount, currency))),
  ];
}

/**
 * What happened at the sessions of a series after its first one, splits first: an event before them left no trace in it.
 * `results`: the ISO dates on which results were reported.
 */
export function priceEvents(
  format: Format,
  dates: Float64Array,
  actions: CorporateActions,
  currency: string,
  results: readonly string[] = [],
): readonly PriceEvent[] {
  const reports = results.map((date) => eventOf(date, 'R', 'reported'));
  return [...actionTexts(format, actions, currency), ...reports]
    .map(({ date, ...event }) => Object.assign(event, { index: barOnDate(dates, date) }))
    .filter(({ index }) => index > 0 && index < dates.length);
}

const FONT_PX = 11;
const SIZE_PX = 14;

/** The letters in small frames at the foot of the plot; where two would overlap, the first of the list is drawn. */
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

/** "$0.25", "$0.2575": as many decimals as were paid, two at least. */
function dividendText(format: Format, amount: number, currency: string): string {
  const [, decimals = ''] = String(amount).split('.');
  const isUsual = amount < 0.01 || decimals === '';
  return format.price(amount, currency, isUsual ? undefined : Math.max(decimals.length, 2));
}

/** "10 for 1"; a spin-off's fraction with three decimals. */
function splitText(format: Format, { numerator, denominator }: Split): string {
  const count = (shares: number) => format.fixed(shares, Number.isInteger(shares) ? 0 : 3);
  return `${count(numerator)} for ${count(denominator)}`;
}
