/** Prices that are set, not found: money funds, pegs, most stablecoins. A range would only describe silence. */

const SPAN_SESSIONS = 250;
/** 4 basis points. */
const QUIET_MOVE = 0.0004;

/** What the last 250 sessions up to a bar say of a price. */
export interface Silence {
  /** On half of them or more it moved by less than 0.04 %. */
  readonly isSet: boolean;
  /** On half of them or more it did not move at all. */
  readonly isStill: boolean;
  /** Some close was not positive. */
  readonly isImpossible: boolean;
}

/** {@link Silence} up to bar `last` ≥ 1. */
export function silenceAt(logClose: Float64Array, last: number): Silence {
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

/** The first bar, `from` or later, from which on the price was never set: what came before had no forecast. */
export function firstFoundBar(logClose: Float64Array, from: number): number {
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
