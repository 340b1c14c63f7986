/** An estimate compared with a reference. Undecided does not mean equal: the data cannot tell the two apart. */
export type Verdict = 'above' | 'below' | 'undecided';

/** Compares a 95 % interval with `reference`: undecided if the interval contains it or does not exist yet. */
export function verdictOn(
  { low, high }: { readonly low: number | null; readonly high: number | null },
  reference: number,
): Verdict {
  if (low !== null && low > reference) return 'above';
  return high !== null && high < reference ? 'below' : 'undecided';
}

export const HELD_WORDS: Readonly<Record<Verdict, string>> = {
  above: 'held more often than stated',
  below: 'held less often than stated',
  undecided: 'held neither clearly more nor clearly less often than stated',
};

export const SKILL_WORDS: Readonly<Record<Verdict, string>> = {
  above: 'did better than',
  below: 'did worse than',
  undecided: 'did neither clearly better nor clearly worse than',
};
