/** Sentences about a listing's forecast, its absence, and upcoming dates. */
import type { Analysed } from '../analysis.ts';
import type { Expected } from '../dates/expected-date.ts';
import type { ForecastAbsence } from '../forecast/forecast-absence.ts';
import type { ExpectedResults } from '../forecast/forecast.ts';
import type { Format } from '../format/format.ts';
import { lastTradeDate, type LastTrade } from './provenance.ts';

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

/** Changes from the current price, in percent, that 1 in 10 and 1 in 40 outcomes are at or below. */
export interface LossTail {
  readonly oneIn10: number;
  readonly oneIn40: number;
}

/** The lower ends of the 80 % and the 95 % range are the quantiles .1 and .025. */
export function lossTail(
  { low80, low95 }: { readonly low80: number; readonly low95: number },
  currentPrice: number,
): LossTail {
  const changeTo = (price: number) => (price / currentPrice - 1) * 100;
  return { oneIn10: changeTo(low80), oneIn40: changeTo(low95) };
}

/** "1 in 10: a loss of 3.4% or more by Dec 7. 1 in 40: 6.1%." `by` is " by Dec 7", or empty if the date stands beside it. */
export function lossText(format: Pick<Format, 'percent'>, { oneIn10, oneIn40 }: LossTail, by = ''): string {
  const first = `1 in 10: ${outcome(format, oneIn10)}${by}`;
  const isAlike = oneIn10 < 0 === oneIn40 < 0;
  return `${first}. 1 in 40: ${isAlike ? size(format, oneIn40) : outcome(format, oneIn40)}.`;
}

function outcome(format: Pick<Format, 'percent'>, change: number): string {
  return `${change < 0 ? 'a loss' : 'a gain'} of ${size(format, change)} or ${change < 0 ? 'more' : 'less'}`;
}

/** Two decimals under 1 %, where one would be mostly rounding. */
function size({ percent }: Pick<Format, 'percent'>, change: number): string {
  return percent(Math.abs(change), {}, Math.abs(change) < 1 ? 2 : 1);
}

/** "on Thu, Nov 26", or "expected Thu, Nov 26 ±3 days" if the date is not confirmed. */
export function whenText(
  format: Pick<Format, 'isoDate'>,
  { date, status, plus_minus_days: days }: Expected,
): string {
  const day = format.isoDate(date, 'weekday');
  if (status === 'confirmed') return `on ${day}`;
  return `expected ${day}${days === 0 ? '' : ` ±${days} ${days === 1 ? 'day' : 'days'}`}`;
}

/** "earnings on Thu, Nov 26", "earnings, expected Thu, Nov 26 ±3 days". */
export function expectedText(format: Pick<Format, 'isoDate'>, eventName: string, expected: Expected): string {
  return `${eventName}${expected.status === 'confirmed' ? '' : ','} ${whenText(format, expected)}`;
}

interface Absent {
  readonly response: LastTrade & { readonly ticker: string };
  readonly absence: ForecastAbsence | null;
}

/** Why a listing has no forecast, in one or two sentences with the date of its last trade. */
export function absenceText(format: Format, { response, absence }: Absent): string {
  const lastTrade = format.isoDate(lastTradeDate(response));
  return `${absence === null ? '' : `${reasonText(format, response.ticker, absence)} `}Last trade: ${lastTrade}.`;
}

function reasonText({ share }: Pick<Format, 'share'>, ticker: string, absence: ForecastAbsence): string {
  switch (absence.reason) {
    case 'not_trading':
      return `${ticker} no longer trades.`;
    case 'short_history':
      return `${ticker} has only ${absence.gotBars} finished ${absence.gotBars === 1 ? 'session' : 'sessions'}; a forecast needs at least ${absence.needBars}.`;
    case 'set_price':
      return absence.isStill
        ? 'On most days this price doesn’t change. A range would only describe silence.'
        : 'This price is set, not found: on half of all days it moves by less than 0.04%.';
    case 'not_forecast':
      return absence.coverage80 === null
        ? 'Candor forecasts shares, funds, indices, currencies, coins and futures.'
        : `In its own past the 80% range held ${share(absence.coverage80)}. We don’t show it.`;
  }
}
