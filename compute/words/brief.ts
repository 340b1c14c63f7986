import type { Analysed } from '../analysis.ts';
import type { ExpectedResults } from '../forecast/forecast.ts';
import type { Format } from '../format/format.ts';
import { whenText } from './expected-text.ts';

/** Width ranks within this many percent of the middle read "about as wide as usual". Candor's choice. */
const USUAL_WITHIN_PERCENT = 10;

/** From this chance on, results within a horizon are given as the reason for its width. */
const LIKELY = 0.5;

/** The analysis in at most 60 words, headline first, without advice. Without a track record two sentences are missing. */
export function briefTexts(format: Format, { analysis, response }: Analysed): string[] {
  const { forecast, trackRecord, signal } = analysis;
  const end = forecast.points.at(-1)!;
  const [low, high] = format.prices([end.low80, end.high80], response);
  const range = `8 in 10 chance of a close between ${low} and ${high} on ${format.isoDate(end.date, 'weekday')}.`;
  const odds = `Chance of a lower close: ${format.share(1 - end.probabilityUp)}.`;
  const trend = `The model signal, ${signal.level}, describes the past trend.`;
  if (trackRecord === null) return [range, odds, trend];
  const { widthRank, coverage80, n, inSample } = trackRecord;
  const held = `Ranges like this held in ${format.share(coverage80.value)} of ${format.count(n)} past tests${inSample ? ', some on prices the model was fitted on' : ''}.`;
  return [range, widthText(widthRank, forecast.results, format), odds, held, trend];
}

function widthText(rank: number, results: ExpectedResults | null, format: Format): string {
  const { share } = format;
  const isNarrow = rank < 0.5;
  const others = isNarrow
    ? `${share(1 - rank)} of past ranges were wider`
    : `${share(rank)} of past ranges were narrower`;
  if (Math.abs(Math.round(rank * 100) - 50) <= USUAL_WITHIN_PERCENT)
    return `It’s about as wide as usual: ${others}.`;
  if (!isNarrow && results !== null && results.chance >= LIKELY)
    return `It’s wider than usual: earnings ${whenText(format, results)}.`;
  return `It’s ${isNarrow ? 'narrower' : 'wider'} than usual: ${others}.`;
}

/** Alternative text of the forecast's picture, in two sentences. */
export function forecastSummary(format: Format, { analysis, response }: Analysed): string {
  const { basePrice, points } = analysis.forecast;
  const end = points.at(-1)!;
  const [base, median, low, high] = format.prices([basePrice, end.price, end.low80, end.high80], response);
  return (
    `${response.ticker} is at ${base}. The median estimate for ${format.isoDate(end.date)} is ` +
    `${median}, with 80% of outcomes expected between ${low} and ${high}.`
  );
}

/** What the predicted price is, beside it: past prices of the listing itself do not move it, volatility indices apart. */
export function driftText(instrument = 'equity'): string {
  return instrument === 'equity' ? 'drift common to all shares' : 'drift by kind of listing';
}

export function forecastNote(format: Format, { analysis, response }: Analysed): string {
  const { points, horizonDays, confidence, confidenceWithinPercent } = analysis.forecast;
  return (
    'Model estimate, not advice. Shaded: 50%, 80% (outlined) and 95% ranges' +
    `${horizonDays === 1 ? ', bars longest where prices are most likely' : ''}. Confidence: ${format.share(confidence)} chance of a close within ` +
    `${confidenceWithinPercent}% of ${format.price(points.at(-1)!.price, response)}.`
  );
}
