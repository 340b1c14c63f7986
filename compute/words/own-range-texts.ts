/** What the outcomes show about a user's own ranges, in sentences with US numbers. */
import { MIN_COUNTED, type OwnRangeScore } from '../ledger/own-range-score.ts';
import { MIN_SETTLED } from '../ledger/outcome.ts';

/** "You said 80%. 14 of 30 held. Your ranges were about half as wide as the model’s." Fewer settled ranges allow to say less. */
export function ownRangeVerdict({ settled, held, modelHeld, measured }: OwnRangeScore): string {
  if (settled < MIN_COUNTED) return `Counts start at ${MIN_COUNTED} settled ranges (n = ${settled}).`;
  const counts = `You said 80%. ${held} of ${settled} held.`;
  return measured === null
    ? `${counts} Of the model’s, ${modelHeld} did. A comparison starts at ${MIN_SETTLED} settled ranges.`
    : `${counts} Your ranges were ${widthWords(measured.width)} the model’s.`;
}

function widthWords(ratio: number): string {
  if (ratio < 0.1) return 'less than a tenth as wide as';
  if (ratio > 0.45 && ratio < 0.55) return 'about half as wide as';
  if (ratio > 0.95 && ratio < 1.05) return 'about as wide as';
  if (ratio > 1.9 && ratio < 2.1) return 'about twice as wide as';
  return `about ${ratio.toFixed(1)} times as wide as`;
}
