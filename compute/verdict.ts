/** What the data show of an estimate: the verdict of its interval on a reference, and the sentences that state it. */
import { blockDays } from './back-test/block-length.ts';
import type { TrackRecord } from './back-test/track-record.ts';
import { type HorizonScores, MIN_BLOCKS } from './ledger/ledger-scores.ts';

/** An estimate against a value. Undecided is not equal: the data do not separate the two. */
export type Verdict = 'above' | 'below' | 'undecided';

/** The verdict of a 95 % interval on `reference`: undecided while it contains it, or while there is no interval yet. */
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

/** For programs and people alike. */
const PLAIN: SentenceFormat = { count: String, day: (date) => date };

/** Whether the ledger's 80 % range held as often as promised, and whether the median was any use, in one sentence. */
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

/** Whether the median was any use on a listing's own past, in one sentence. */
export function trackRecordVerdict({ horizonDays, n, from, to, skill }: TrackRecord): string {
  const median = SKILL_WORDS[verdictOn(skill, 0)];
  return `Over ${n} back-tested ${horizonDays}-day forecasts from ${from} to ${to}, the median ${median} “no change”.`;
}
