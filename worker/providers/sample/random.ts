/** Random numbers that depend only on what they are for. */

/** A stream of numbers in [0, 1). */
export type Random = () => number;

/** A 32-bit hash of a text (FNV-1a, Fowler, Noll & Vo). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The stream of a subject (a text's hash) on a day: mulberry32 (Ettinger 2017) with a mixed seed. */
export function randomOf(subjectHash: number, dayNumber: number): Random {
  let state = Math.imul(subjectHash ^ Math.imul(dayNumber + 1, 0x9e3779b1), 0x85ebca6b);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A standard normal draw (Box & Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Degrees of freedom of daily shocks: tails of returns fall with the third to fourth power (Cont 2001). */
const DEGREES_OF_FREEDOM = 4;
/** Shocks larger than this, in standard deviations, are drawn again. */
const MAX_SHOCK = 6;

/** A Student-t draw scaled to variance 1 (Bailey 1994, polar method). */
export function fatTailed(random: Random): number {
  for (;;) {
    const u = 2 * random() - 1;
    const v = 2 * random() - 1;
    const w = u * u + v * v;
    if (w > 1 || w === 0) continue;
    const t = u * Math.sqrt((DEGREES_OF_FREEDOM * (w ** (-2 / DEGREES_OF_FREEDOM) - 1)) / w);
    const shock = t * Math.sqrt((DEGREES_OF_FREEDOM - 2) / DEGREES_OF_FREEDOM);
    if (Math.abs(shock) <= MAX_SHOCK) return shock;
  }
}

/** The maximum of a Brownian path between two given ends (reflection principle). */
export function bridgeMaximum(from: number, to: number, sd: number, random: Random): number {
  const spread = (to - from) ** 2 - 2 * sd * sd * Math.log(1 - random());
  return (from + to + Math.sqrt(spread)) / 2;
}
