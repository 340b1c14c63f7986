import type { Format } from '../format/format.ts';
import type { MoveRarity } from '../prices/move-rarity.ts';

/** Moves more frequent than once in this many sessions are typical. Candor's choice. */
const USUAL_ONCE_IN = 5;

/** The comparison as a sentence that states its basis. */
export function moveRarityText({ count }: Pick<Format, 'count'>, { sessions, asLarge }: MoveRarity): string {
  const basis = `${count(asLarge)} of its last ${count(sessions)} sessions moved at least as far`;
  if (asLarge === 0) return `None of its last ${count(sessions)} sessions moved this far.`;
  const onceIn = Math.round(sessions / asLarge);
  if (onceIn < USUAL_ONCE_IN) return `A typical move: ${basis}.`;
  return `Happens about once in ${count(onceIn)} sessions: ${basis}.`;
}
