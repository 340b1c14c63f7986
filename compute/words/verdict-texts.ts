/** What the data show about a set of forecasts, in sentences with ISO dates and US numbers. */
import { blockDays } from '../back-test/block-length.ts';
import type { TrackRecord } from '../back-test/track-record.ts';
import { type HorizonScores, MIN_BLOCKS } from '../ledger/ledger-scores.ts';
import { HELD_WORDS, SKILL_WORDS, verdictOn } from './verdict.ts';

/** One sentence: whether the ledger's 80 % range held as often as stated, and whether the median beat "no change". */
export function ledgerVerdict({ horizon_days: days, n, from, to, coverage80, skill }: HorizonScores): string {
  const set = `${n.toLocaleString('en-US')} settled ${days}-day forecasts from ${from} to ${to}`;
  if (coverage80.low === null) {
    return `${set} are too few to judge. That takes ${MIN_BLOCKS} separate periods of ${blockDays(days)} days.`;
  }
  const median = SKILL_WORDS[skill === null ? 'undecided' : verdictOn(skill, 0)];
  return `Over ${set}, the 80% range ${HELD_WORDS[verdictOn(coverage80, 0.8)]}, and the median ${median} “no change”.`;
}

export function trackRecordVerdict({ horizonDays, n, from, to, skill }: TrackRecord): string {
  const median = SKILL_WORDS[verdictOn(skill, 0)];
  return `Over ${n} back-tested ${horizonDays}-day forecasts from ${from} to ${to}, the median ${median} “no change”.`;
}
