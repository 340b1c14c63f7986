import { atom } from '../../store.ts';
import { userAtom } from '../sign-in/auth.ts';
import { textAtom } from './browser-storage.ts';
import { jsonFields } from './json-fields.ts';

/** The specified share of "correct" analyses, drawn at random. Shown only with the label "Simulated". */
const SIMULATED_CORRECT_RATIO = 0.7;

/** In lower case, as the identity provider compares emails. */
export function statsKey(email: string): string {
  return `candor:stats:${email.trim().toLowerCase()}`;
}

const statsTextAtom = textAtom((get) => statsKey(get(userAtom)?.email ?? ''));

export const localStatsAtom = atom((get) => parseStats(get(userAtom)?.email ? get(statsTextAtom) : null));

/** A missing or damaged field counts as zero or empty. */
function parseStats(text: string | null) {
  const fields = jsonFields(text);
  const predictions = parseCount(fields?.['predictions']);
  const tracked = fields?.['stocksTracked'];
  return {
    predictions,
    stocksTracked: Array.isArray(tracked) ? tracked.filter((item) => typeof item === 'string') : [],
    correctPredictions: Math.min(parseCount(fields?.['correctPredictions']), predictions),
  };
}

/** Counts one analysis of a ticker. `random` returns a number in [0, 1). */
export const recordAnalysisAtom = atom(null, (get, set, ticker: string, random: () => number) => {
  if (!get(userAtom)?.email) return;
  set(statsTextAtom, (text) => {
    const before = parseStats(text);
    return JSON.stringify({
      predictions: before.predictions + 1,
      stocksTracked: [...new Set([...before.stocksTracked, ticker])],
      correctPredictions: before.correctPredictions + (random() < SIMULATED_CORRECT_RATIO ? 1 : 0),
    } satisfies typeof before);
  });
});

function parseCount(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
}
