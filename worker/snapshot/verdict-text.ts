/** The verdicts of the API as sentences. Dates are ISO, for programs and for people. */
import {
  blockDays,
  MIN_BLOCKS,
  verdictOn,
  type HorizonScores,
  type TrackRecord,
  type Verdict,
} from '#compute';

const MEDIAN: Readonly<Record<Verdict, string>> = {
  above: 'the median was better than no change',
  below: 'the median was worse than no change',
  undecided: 'the median could not be told apart from no change',
};

const RANGE: Readonly<Record<Verdict, string>> = {
  above: 'the 80% range held more often than promised',
  below: 'the 80% range held less often than promised',
  undecided: 'how often the 80% range held could not be told apart from the promise',
};

/** Whether the median was any use on the listing's own past. */
export function trackRecordVerdict({ horizonDays, n, from, to, skill }: TrackRecord): string {
  return `Over ${n} back-tested ${horizonDays}-day forecasts from ${from} to ${to}, ${MEDIAN[verdictOn(skill, 0)]}.`;
}

/** Whether the range held as often as promised, and whether the median was any use. */
export function ledgerVerdict({
  horizon_days,
  n,
  blocks,
  from,
  to,
  coverage80,
  skill,
}: HorizonScores): string {
  const set = `${n} settled ${horizon_days}-day forecasts from ${from} to ${to}`;
  if (coverage80.low === null) {
    return `${set} are too few for a statement: that takes ${MIN_BLOCKS} blocks of ${blockDays(horizon_days)} days.`;
  }
  const median = skill === null ? 'undecided' : verdictOn(skill, 0);
  return `Over ${set}, in ${blocks} blocks of time, ${RANGE[verdictOn(coverage80, 0.8)]}, and ${MEDIAN[median]}.`;
}
