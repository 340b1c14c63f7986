/** Where an estimate stands against a value. Undecided is not equal: the data tell neither from the other. */
export type Verdict = 'above' | 'below' | 'undecided';

/** The verdict of a 95 % interval on `reference`: undecided while it holds it, or while there is no interval yet. */
export function verdictOn(
  { low, high }: { readonly low: number | null; readonly high: number | null },
  reference: number,
): Verdict {
  if (low !== null && low > reference) return 'above';
  return high !== null && high < reference ? 'below' : 'undecided';
}
