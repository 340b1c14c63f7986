import { atom } from '../../store.ts';
import { userAtom } from '../sign-in/auth.ts';
import { textAtom } from './browser-storage.ts';
import { jsonFields } from './json-fields.ts';

export type LocalStats = {
  predictions: number;
  stocksTracked: readonly string[];
  correctPredictions: number;
};

/** The specified share of "correct" analyses, drawn at random. Every place that shows the result says "Simulated". */
const SIMULATED_CORRECT_RATIO = 0.7;

/** The key of a user's statistics. Emails are compared in lower case, as the identity provider does. */
export function statsKey(email: string): string {
  return `candor:stats:${email.trim().toLowerCase()}`;
}

const statsTextAtom = textAtom((get) => statsKey(get(userAtom)?.email ?? ''));

/** The signed-in user's statistics; none for a user without an email. */
export const localStatsAtom = atom((get) => parseStats(get(userAtom)?.email ? get(statsTextAtom) : null));

/** Absent or corrupt text reads as no statistics; each bad field as zero or empty. */
function parseStats(text: string | null): LocalStats {
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
    const after: LocalStats = {
      predictions: before.predictions + 1,
      stocksTracked: [...new Set([...before.stocksTracked, ticker])],
      correctPredictions: before.correctPredictions + (random() < SIMULATED_CORRECT_RATIO ? 1 : 0),
    };
    return JSON.stringify(after);
  });
});

function parseCount(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
}
