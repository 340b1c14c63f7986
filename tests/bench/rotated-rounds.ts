import { median } from './median.ts';

/** A thing to time; what it returns is kept, so that no call can be optimised away. */
export type Candidate = readonly [name: string, run: () => unknown];

const ROUNDS = 15;
const SLICE_MS = 12;

/**
 * Median milliseconds a call for each candidate, warm, measured side by side: in every round each one runs for a slice of
 * time, starting with another one each time, so that a slow minute of the machine hits all of them.
 */
export function rotatedRounds(candidates: readonly Candidate[]): Map<string, number> {
  const calls = candidates.map(([, run]) => callsPerSlice(run));
  const times = candidates.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < candidates.length; turn++) {
      const i = (turn + round) % candidates.length;
      times[i]!.push(timeCalls(candidates[i]![1], calls[i]!));
    }
  }
  return new Map(candidates.map(([name], i) => [name, median(times[i]!)]));
}

/** Warms up and finds how many calls fill a slice. */
function callsPerSlice(run: () => unknown): number {
  for (let calls = 1; ; calls *= 2) {
    const total = timeCalls(run, calls) * calls;
    if (total > SLICE_MS) return Math.max(1, Math.round((calls * SLICE_MS) / total));
  }
}

let kept: unknown;

function timeCalls(run: () => unknown, calls: number): number {
  const start = performance.now();
  for (let i = 0; i < calls; i++) kept = run();
  const elapsed = performance.now() - start;
  if (kept === performance) throw new Error('unreachable: keeps the results alive');
  return elapsed / calls;
}
