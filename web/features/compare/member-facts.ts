import type { Analysis } from '#compute';
import type { Format } from '../../shared/format/format.ts';
import type { MemberData } from './use-comparison.ts';

/** What the comparison says of a listing's forecast, written as the reader writes numbers. */
export interface ForecastFacts {
  /** Bounds of the 80 % range at the horizon, in percent of the price now. */
  readonly lowPercent: number;
  readonly highPercent: number;
  readonly range: string;
  readonly relativeRange: string;
  readonly odds: string;
  readonly signal: Analysis['signal']['level'];
  /** In the order of {@link MEASURE_NAMES}; `null` where the history is too short to score the model on it. */
  readonly measures: readonly { readonly value: string; readonly interval: string }[] | null;
}

export const MEASURE_NAMES = ['80% range held', 'Median: error saved', 'Range: error saved'] as const;

/** `null` where the history is too short for a forecast. */
export function forecastFacts(format: Format, { analysis, response }: MemberData): ForecastFacts | null {
  const end = 'forecast' in analysis ? analysis.forecast.points.at(-1) : undefined;
  if (!('forecast' in analysis) || end === undefined) return null;
  const price = (value: number) => format.price(value, response.currency);
  const signed = (percent: number) => format.percent(percent, { signed: true });
  const percentOfNow = (value: number) => (value / analysis.currentPrice - 1) * 100;
  const [lowPercent, highPercent] = [percentOfNow(end.low80), percentOfNow(end.high80)];
  // A share of the error: 0.02 → "+2.00%".
  const saved = (share: number) => signed(share * 100);
  const record = analysis.trackRecord;
  return {
    lowPercent,
    highPercent,
    range: `${price(end.low80)} to ${price(end.high80)}`,
    relativeRange: `${signed(lowPercent)} to ${signed(highPercent)}`,
    odds: format.share(end.probabilityBuy),
    signal: analysis.signal.level,
    measures:
      record &&
      [
        { measure: record.coverage80, write: format.share },
        { measure: record.skill, write: saved },
        { measure: record.bandSkill, write: saved },
      ].map(({ measure: { value, low, high }, write }) => ({
        value: write(value),
        interval: `${write(low)} to ${write(high)}`,
      })),
  };
}
