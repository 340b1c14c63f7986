import type { Candles } from './candles.ts';

/** The most sessions to compare a move with: four years, as for a listing's own scale. */
const MAX_SESSIONS = 1000;

/** With fewer sessions no rarity is stated. The same minimum as for a forecast. */
const MIN_SESSIONS = 60;

/** As on the wire. */
export interface MoveRarity {
  readonly sessions: number;
  /** How many of them moved at least as far, up or down. */
  readonly as_large: number;
}

/** Compares the day's move, a ratio, with up to 1000 earlier sessions', up or down; `null` under 60 or without a move. */
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
  return { sessions, as_large: asLarge };
}
