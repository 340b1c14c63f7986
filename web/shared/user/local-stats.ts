import { readText, userKey, writeText } from './browser-storage.ts';
import { jsonFields } from './documents.ts';

type LocalStats = {
  predictions: number;
  stocksTracked: readonly string[];
  correctPredictions: number;
};

/** The specified share of "correct" analyses, drawn at random. Every place that shows the result says "Simulated". */
const SIMULATED_CORRECT_RATIO = 0.7;

export function statsKey(email: string): string {
  return userKey('stats', email);
}

/** Absent, corrupt or refused storage reads as no statistics; each bad field as zero or empty. */
export function readLocalStats(email: string): LocalStats {
  const fields = jsonFields(readText(statsKey(email)));
  const predictions = parseCount(fields?.['predictions']);
  const tracked = fields?.['stocksTracked'];
  return {
    predictions,
    stocksTracked: Array.isArray(tracked) ? tracked.filter((item) => typeof item === 'string') : [],
    correctPredictions: Math.min(parseCount(fields?.['correctPredictions']), predictions),
  };
}

/** Counts one analysis of a ticker. `random` returns a number in [0, 1). */
export function recordAnalysis(email: string, ticker: string, random: () => number): void {
  const before = readLocalStats(email);
  const after: LocalStats = {
    predictions: before.predictions + 1,
    stocksTracked: [...new Set([...before.stocksTracked, ticker])],
    correctPredictions: before.correctPredictions + (random() < SIMULATED_CORRECT_RATIO ? 1 : 0),
  };
  writeText(statsKey(email), JSON.stringify(after));
}

function parseCount(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
}
