import type { ReplayedForecast } from '../as-of/earlier-forecast.ts';
import { FITTED_FROM, FITTED_UNTIL, isInSample } from '../forecast/fitted-dates.ts';
import type { Format } from '../format/format.ts';
import type { Quoted } from '../format/price-decimals.ts';

/** Says whether the next session's range held, how many of the forecast's ranges did, and whether the forecast is in-sample. */
export function replayTexts(
  format: Pick<Format, 'prices' | 'isoDate'>,
  { forecast: { baseDate, points }, closes }: ReplayedForecast,
  quoted: Quoted,
): string[] {
  const settled = points.flatMap((point, i) => {
    const close = closes[i] ?? null;
    // As in the ledger, a close on the edge counts as inside.
    return close === null ? [] : [{ ...point, close, held: point.low80 <= close && close <= point.high80 }];
  });
  const [next] = settled;
  if (next === undefined) return ['No later session has closed yet, so the ranges are still open.'];
  const [close, low, high] = format.prices([next.close, next.low80, next.high80], quoted);
  const held = settled.filter((point) => point.held).length;
  const counted = settled.length < points.length ? `${settled.length} settled` : points.length;
  const [result, side] = next.held ? ['held', 'inside'] : ['did not hold', 'outside'];
  return [
    `The 80% range for ${format.isoDate(next.date)} ${result}: closed at ${close}, ${side} ${low} to ${high}.`,
    settled.length > 1 &&
      `${held} of this forecast’s ${counted} ranges held (stated: 80%). They overlap, so they count as one test.`,
    isInSample(baseDate, points.at(-1)!.date) &&
      `In-sample: the model was fitted on prices from ${format.isoDate(FITTED_FROM)} to ${format.isoDate(FITTED_UNTIL)}, which flatters it.`,
  ].filter((text) => text !== false);
}
