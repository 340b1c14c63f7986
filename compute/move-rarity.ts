import type { Candles } from './candles.ts';
import type { Format } from './format/format.ts';

/** Sessions that a move is compared with at most: four years, as many as a listing's own scale is measured on. */
const MAX_SESSIONS = 1000;

/** Under so many sessions nothing is said of how rare a move is. Our choice: a forecast needs as many. */
const MIN_SESSIONS = 60;

/** How a move of a day compares with those of the listing's own past sessions. */
export interface MoveRarity {
  readonly sessions: number;
  /** Those of them that moved at least as far, up or down. */
  readonly asLarge: number;
}

/** Compares the day's move with those of up to 1000 sessions before, as ratios, up or down. `null` under 60, and without one. */
export function moveRarity({ close }: Candles, currentPrice: number): MoveRarity | null {
  const last = close.length - 1;
  const sessions = Math.min(last - 1, MAX_SESSIONS);
  const move = Math.exp(Math.abs(Math.log(currentPrice / (close[last - 1] ?? NaN))));
  if (sessions < MIN_SESSIONS || !Number.isFinite(move)) return null;
  let asLarge = 0;
  for (let bar = last - sessions; bar < last; bar++) {
    const ratio = close[bar]! / close[bar - 1]!;
    if (ratio >= move || ratio <= 1 / move) asLarge++;
  }
  return { sessions, asLarge };
}

/** Moves that come more often than once in so many sessions are usual ones. Ours. */
const USUAL_ONCE_IN = 5;

/** The comparison as a sentence, with its basis. */
export function moveRarityText({ count }: Pick<Format, 'count'>, { sessions, asLarge }: MoveRarity): string {
  const basis = `${count(asLarge)} of its last ${count(sessions)} sessions moved at least as far`;
  if (asLarge === 0) return `None of its last ${count(sessions)} sessions moved this far.`;
  const onceIn = Math.round(sessions / asLarge);
  if (onceIn < USUAL_ONCE_IN) return `A typical move: ${basis}.`;
  return `Happens about once in ${count(onceIn)} sessions: ${basis}.`;
}
