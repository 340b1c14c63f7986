import { userKey } from './browser-storage.ts';

/** Statistics of one user, kept in this browser only. */
type LocalStats = {
  predictions: number;
  stocksTracked: readonly string[];
  correctPredictions: number;
};

/**
 * Share of analyses that the specification counts as "correct", drawn at random. It demonstrates the tile and measures
 * nothing; every place that shows the result says "Simulated".
 */
const SIMULATED_CORRECT_RATIO = 0.7;

const NO_STATS: LocalStats = { predictions: 0, stocksTracked: [], correctPredictions: 0 };

export function statsKey(email: string): string {
  return userKey('stats', email);
}

/** Reads a user's statistics. Absent, corrupt or refused storage reads as none; each bad field as zero or empty. */
export function readLocalStats(storage: Storage, email: string): LocalStats {
  try {
    return parseStats(JSON.parse(storage.getItem(statsKey(email)) ?? 'null'));
  } catch {
    return NO_STATS;
  }
}

/**
 * Counts one analysis of a ticker: one more prediction, the ticker tracked once, and with probability 0.7 one more
 * "correct" prediction. `random` returns a number in [0, 1). Storage that refuses leaves the counts as they were.
 */
export function recordAnalysis({
  storage,
  email,
  ticker,
  random,
}: {
  storage: Storage;
  email: string;
  ticker: string;
  random: () => number;
}): void {
  const before = readLocalStats(storage, email);
  const after: LocalStats = {
    predictions: before.predictions + 1,
    stocksTracked: before.stocksTracked.includes(ticker)
      ? before.stocksTracked
      : [...before.stocksTracked, ticker],
    correctPredictions: before.correctPredictions + (random() < SIMULATED_CORRECT_RATIO ? 1 : 0),
  };
  try {
    storage.setItem(statsKey(email), JSON.stringify(after));
  } catch {
    // A full or forbidden storage must not disturb the analysis on screen.
  }
}

function parseStats(stored: unknown): LocalStats {
  if (typeof stored !== 'object' || stored === null) return NO_STATS;
  const fields = stored as Record<string, unknown>;
  const predictions = parseCount(fields['predictions']);
  const tracked = fields['stocksTracked'];
  return {
    predictions,
    stocksTracked: Array.isArray(tracked) ? tracked.filter((item) => typeof item === 'string') : [],
    correctPredictions: Math.min(parseCount(fields['correctPredictions']), predictions),
  };
}

function parseCount(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
}
