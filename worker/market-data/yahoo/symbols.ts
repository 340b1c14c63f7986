import { parseTicker } from '#compute';
import type { Ticker } from '#compute';

/**
 * What Yahoo may call a ticker, in the order to try. Class shares are written with a dot by people and with a hyphen by
 * Yahoo (`BRK.B` → `BRK-B`), but a dot also marks an exchange (`VOD.L`): so as typed first, then the hyphen.
 */
export function symbolCandidates(ticker: Ticker): readonly Ticker[] {
  if (!/^[A-Z0-9]+\.[A-Z]$/.test(ticker)) return [ticker];
  const hyphenated = parseTicker(ticker.replace('.', '-'));
  return hyphenated.ok ? [ticker, hyphenated.value] : [ticker];
}

/** True when two symbols differ in punctuation at most. */
export function isSameSymbol(a: string, b: string): boolean {
  return withoutPunctuation(a) === withoutPunctuation(b);
}

function withoutPunctuation(symbol: string): string {
  return symbol.toUpperCase().replace(/[.-]/g, '');
}
