/** What the outcomes show about a user's own ranges, in sentences with US numbers. */
import type { OptionalEstimate } from '../ledger/ledger-scores.ts';
import { MIN_COUNTED, type OwnRangeScore } from '../ledger/own-range-score.ts';
import { MIN_SETTLED } from '../ledger/outcome.ts';

/** "You said 80%. 14 of 30 held. Your ranges were about half as wide as the model’s." With fewer settled ranges it says less. */
export function ownRangeVerdict({ settled, held, modelHeld, measured }: OwnRangeScore): string {
  if (settled < MIN_COUNTED) return `Counts start at ${MIN_COUNTED} settled ranges (n = ${settled}).`;
  const counts = `You said 80%. ${held} of ${settled} held.`;
  return measured === null
    ? `${counts} Of the model’s, ${modelHeld} did. A comparison starts at ${MIN_SETTLED} settled ranges.`
    : `${counts} Your ranges were ${widthWords(measured.width)} the model’s.`;
}

/** The shares that held and the interval score, each with its interval. */
export function ownRangeDetails({ held, modelHeld, score }: NonNullable<OwnRangeScore['measured']>): string {
  const shares = `Yours held ${withInterval(held)}, the model’s ${withInterval(modelHeld)}.`;
  return `${shares} Interval score, which adds width and misses: ${withInterval(score)} of the model’s; less is better.`;
}

function withInterval({ value, low, high }: OptionalEstimate): string {
  const interval = low === null || high === null ? 'not yet' : `${percent(low)} to ${percent(high)}`;
  return `${percent(value)} (95% interval: ${interval})`;
}

/** The lower end of a ratio's interval may be below 0. */
function percent(share: number): string {
  return `${Math.round(Math.max(share, 0) * 100)}%`;
}

function widthWords(ratio: number): string {
  if (ratio < 0.1) return 'less than a tenth as wide as';
  if (ratio > 0.45 && ratio < 0.55) return 'about half as wide as';
  if (ratio > 0.95 && ratio < 1.05) return 'about as wide as';
  if (ratio > 1.9 && ratio < 2.1) return 'about twice as wide as';
  return `about ${ratio.toFixed(1)} times as wide as`;
}
