/** What the data show about an estimate: whether its interval is above or below a reference, and the sentences that say so. */
import { blockDays } from '../back-test/block-length.ts';
import type { TrackRecord } from '../back-test/track-record.ts';
import { type HorizonScores, MIN_BLOCKS } from '../ledger/ledger-scores.ts';

/** An estimate compared with a reference. Undecided does not mean equal: the data cannot tell the two apart. */
export type Verdict = 'above' | 'below' | 'undecided';

/** Compares a 95 % interval with `reference`: undecided if the interval contains it or does not exist yet. */
export function verdictOn(
  { low, high }: { readonly low: number | null; readonly high: number | null },
  reference: number,
): Verdict {
  if (low !== null && low > reference) return 'above';
  return high !== null && high < reference ? 'below' : 'undecided';
}

export const SKILL_WORDS: Readonly<Record<Verdict, string>> = {
  above: 'did better than',
  below: 'did worse than',
  undecided: 'did neither clearly better nor clearly worse than',
};

const RANGE_WORDS: Readonly<Record<Verdict, string>> = {
  above: 'the 80% range held more often than stated',
  below: 'the 80% range held less often than stated',
  undecided: 'the 80% range held neither clearly more nor clearly less often than stated',
};

interface SentenceFormat {
  readonly count: (value: number) => string;
  readonly day: (date: string) => string;
}

/** Formats for both programs and people. */
const PLAIN: SentenceFormat = { count: String, day: (date) => date };

/** One sentence: whether the ledger's 80 % range held as often as stated, and whether the median beat "no change". */
export function ledgerVerdict(
  { horizon_days: days, n, from, to, coverage80, skill }: HorizonScores,
  { count, day }: SentenceFormat = PLAIN,
): string {
  const set = `${count(n)} settled ${days}-day forecasts from ${day(from)} to ${day(to)}`;
  if (coverage80.low === null) {
    return `${set} are too few to judge. That takes ${MIN_BLOCKS} separate periods of ${blockDays(days)} days.`;
  }
  const median = SKILL_WORDS[skill === null ? 'undecided' : verdictOn(skill, 0)];
  return `Over ${set}, ${RANGE_WORDS[verdictOn(coverage80, 0.8)]}, and the median ${median} “no change”.`;
}

/** One sentence: whether the median beat "no change" on a listing's past. */
export function trackRecordVerdict({ horizonDays, n, from, to, skill }: TrackRecord): string {
  const median = SKILL_WORDS[verdictOn(skill, 0)];
  return `Over ${n} back-tested ${horizonDays}-day forecasts from ${from} to ${to}, the median ${median} “no change”.`;
}
