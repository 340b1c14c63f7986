/** What is said of a forecast, as the reader writes values. */
import type { Analysis } from '../analysis.ts';
import type { Format } from '../format/format.ts';

/** An analysis and the listing that it is of. */
export interface Analysed {
  readonly response: { readonly ticker: string; readonly currency: string };
  readonly analysis: Analysis;
}

/** What the picture of a forecast shows, in two sentences, for those who do not see it. */
export function forecastSummary(format: Format, { analysis, response }: Analysed): string {
  const { basePrice, points } = analysis.forecast;
  const end = points.at(-1)!;
  const price = (value: number): string => format.price(value, response.currency);
  return (
    `${response.ticker} is at ${price(basePrice)}. The median estimate for ${format.isoDate(end.date)} is ` +
    `${price(end.price)}, with 80% of outcomes expected between ${price(end.low80)} and ${price(end.high80)}.`
  );
}

/** What stands below the picture of a forecast. */
export function forecastNote(format: Format, { analysis, response }: Analysed): string {
  const { points, horizonDays, confidence, confidenceWithinPercent } = analysis.forecast;
  return (
    'Model estimate, not advice. Shaded: 50, 80 (outlined) and 95 of 100 outcomes' +
    `${horizonDays === 1 ? ', longest where likeliest' : ''}. Confidence: ${format.share(confidence)} to end within ` +
    `${confidenceWithinPercent}% of ${format.price(points.at(-1)!.price, response.currency)}.`
  );
}
