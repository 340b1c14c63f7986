/** Detects prices that are set rather than traded: money funds, pegs, most stablecoins. A range would only describe stillness. */

const SPAN_SESSIONS = 250;
const QUIET_MOVE = 0.0004;

/**
 * Why a price has no forecast from bar `last` ≥ 1, by the 250 sessions up to it: `set_price` if it moved by less than 0.04 % on
 * at least half of them (`isStill`: not at all), `not_forecast` if some close was not positive; `null` if it was traded.
 */
export function setPriceError(
  logClose: Float64Array,
  last: number,
): { reason: 'set_price'; isStill: boolean } | { reason: 'not_forecast'; coverage80: null } | null {
  const recent = logClose.subarray(Math.max(0, last - SPAN_SESSIONS), last + 1);
  const moves = recent.subarray(1).map((_, t) => moveAt(recent, t + 1));
  if (!moves.every((move) => move < Infinity)) return { reason: 'not_forecast', coverage80: null };
  const isMostly = (is: (move: number) => boolean) => 2 * moves.filter(is).length >= moves.length;
  return isMostly((move) => move < QUIET_MOVE)
    ? { reason: 'set_price', isStill: isMostly((move) => move === 0) }
    : null;
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
