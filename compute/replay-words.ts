/** How a replayed forecast came out, in sentences. A file of its own: the page's thread has the words and not the model. */
import { FITTED_FROM, FITTED_UNTIL, isInSample } from './forecast/fitted-dates.ts';
import type { Format } from './format/format.ts';
import type { ReplayedForecast } from './replayed-forecast.ts';

/** Whether the range of the next session held, how many of the forecast's ranges did, and whether the model knew that time. */
export function replayTexts(
  format: Pick<Format, 'price' | 'isoDate'>,
  { forecast: { baseDate, points }, closes }: ReplayedForecast,
  currency: string,
): string[] {
  const settled = points.flatMap((point, i) => {
    const close = closes[i] ?? null;
    // As in the ledger, a close on the edge is inside.
    return close === null ? [] : [{ ...point, close, held: point.low80 <= close && close <= point.high80 }];
  });
  const [next] = settled;
  if (next === undefined) return ['No session after this day has ended: its ranges are open.'];
  const price = (value: number) => format.price(value, currency);
  const range = `${price(next.low80)} to ${price(next.high80)}`;
  const held = settled.filter((point) => point.held).length;
  const of = settled.length < points.length ? `the ${settled.length} that have ended` : `${points.length}`;
  return [
    `The 80% range for ${format.isoDate(next.date)} ${
      next.held
        ? `held: ${price(next.close)} in ${range}`
        : `did not hold: ${price(next.close)} outside ${range}`
    }.`,
    ...(settled.length > 1
      ? [`Of this forecast’s ranges ${held} of ${of} held (goal: 80%). They overlap and count as one test.`]
      : []),
    ...(isInSample(baseDate, points.at(-1)!.date)
      ? [
          `In-sample: the model was fitted on ${format.isoDate(FITTED_FROM)} to ${format.isoDate(FITTED_UNTIL)}, which flatters it.`,
        ]
      : []),
  ];
}
