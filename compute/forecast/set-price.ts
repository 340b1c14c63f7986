/** Detects prices that are set rather than traded: money funds, pegs, most stablecoins. A range would only describe stillness. */

const SPAN_SESSIONS = 250;
const QUIET_MOVE = 0.0004;

/** A price's stillness over the last 250 sessions up to a bar. */
export interface Stillness {
  /** Whether it moved by less than 0.04 % on at least half of them. */
  readonly isSet: boolean;
  /** Whether it did not move on at least half of them. */
  readonly isStill: boolean;
  /** Whether some close was not positive. */
  readonly isImpossible: boolean;
}

/** {@link Stillness} up to bar `last` ≥ 1. */
export function stillnessAt(logClose: Float64Array, last: number): Stillness {
  const first = Math.max(1, last - SPAN_SESSIONS + 1);
  let quiet = 0;
  let still = 0;
  let impossible = 0;
  for (let t = first; t <= last; t++) {
    const move = moveAt(logClose, t);
    if (move < QUIET_MOVE) quiet++;
    if (move === 0) still++;
    if (!(move < Infinity)) impossible++;
  }
  const half = (last - first + 1) / 2;
  return { isSet: quiet >= half, isStill: still >= half, isImpossible: impossible > 0 };
}

/** The first bar, not before `from`, after which the price was never set. Earlier bars had no forecast. */
export function firstTradedBar(logClose: Float64Array, from: number): number {
  let found = from;
  let quiet = 0;
  for (let t = 1; t < logClose.length; t++) {
    if (!(moveAt(logClose, t) >= QUIET_MOVE)) quiet++;
    const leaving = t - SPAN_SESSIONS;
    if (leaving > 0 && !(moveAt(logClose, leaving) >= QUIET_MOVE)) quiet--;
    if (t >= from && 2 * quiet >= Math.min(t, SPAN_SESSIONS)) found = t + 1;
  }
  return found;
}

function moveAt(logClose: Float64Array, t: number): number {
  return Math.abs(logClose[t]! - logClose[t - 1]!);
}
