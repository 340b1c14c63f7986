/** What Candor tells assistants about itself and its answers. */

const NOT_ADVICE = 'Not investment advice.';

const PERSONAL_USE = 'Yahoo, the source without a key, is for personal use only.';

/** The end of every answer. `source` names where its figures come from. */
export function answerNotice(source: string, isSample: boolean): string {
  return `Source: ${source}. ${isSample ? '' : `${PERSONAL_USE} `}${NOT_ADVICE}`;
}

export const ASSISTANT_INSTRUCTIONS: string = `Quote these figures instead of inventing any, with source and age. Give a forecast’s range, odds and record. ${NOT_ADVICE}`;

const METHOD = `A forecast is a range with odds, not a target price. 8 in 10 closes are expected between low80 and high80. The median is the current price plus a small drift and doesn’t predict direction. The last of future_predictions is the close asked for.
probability_buy and probability_sell, 0 to 1, are the chances of a close at least 2% above or below the current price.
track_record is a back-test on the listing’s own past: coverage80 is how often the 80% range held. The public ledger has the forecasts that were written down before their outcome.
ai_signal describes the past trend.`;

const LIMITS = `Estimates can be wrong. Listings with few sessions or no trades, prices that someone sets, options, warrants and bonds have no forecast, nor has a listing whose past ranges held far too seldom.
as_of is the last trade; stale means that newer prices are missing. The source “sample” is simulated. ${PERSONAL_USE}
Requests are limited per minute and IP address. ${NOT_ADVICE}`;

/** What assistants may read beside the figures. */
export const ASSISTANT_DOCUMENTS: readonly Readonly<Record<'uri' | 'name' | 'text', string>>[] = [
  { uri: 'candor://method', name: 'How forecasts are made', text: METHOD },
  { uri: 'candor://limits', name: 'Limits and terms', text: LIMITS },
];
