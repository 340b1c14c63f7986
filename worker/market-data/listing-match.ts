/** How well a listing answers a typed text: 0 is best, `null` is not at all. `wanted` comes from {@link folded}. */
export function matchRank(symbol: string, name: string, wanted: string): number | null {
  const foldedSymbol = folded(symbol);
  const foldedName = folded(name);
  // People write class shares with a dot.
  if (foldedSymbol === wanted || foldedSymbol === wanted.replace('.', '-')) return 0;
  if (foldedSymbol.startsWith(wanted)) return 1;
  if (foldedName.startsWith(wanted)) return 2;
  if (foldedName.includes(` ${wanted}`)) return 3;
  return foldedName.includes(wanted) || foldedSymbol.includes(wanted) ? 4 : null;
}

/** Lower case without accents, so that `nestle` finds Nestlé. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
