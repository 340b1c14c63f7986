import type { Format } from '../format/format.ts';
import type { MoveRarity } from '../prices/performance.ts';

/** Moves more frequent than once in this many sessions are counted in tenths. Candor's choice. */
const USUAL_ONCE_IN = 5;

/** "as large in 8 of 10 sessions", "once in 24 sessions" or "none as large in 1,000 sessions". */
export function moveRarityText(
  { count }: Pick<Format, 'count'>,
  { sessions, as_large: asLarge }: MoveRarity,
): string {
  if (asLarge === 0) return `none as large in ${count(sessions)} sessions`;
  const onceIn = Math.round(sessions / asLarge);
  if (onceIn >= USUAL_ONCE_IN) return `once in ${count(onceIn)} sessions`;
  // 10 of 10 would say that every session moved as far.
  const tenths = asLarge === sessions ? 10 : Math.min(9, Math.round((asLarge / sessions) * 10));
  return `as large in ${count(tenths)} of ${count(10)} sessions`;
}
