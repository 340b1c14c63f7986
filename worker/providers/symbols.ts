import { parseTicker } from '#compute';
import type { Ticker } from '#compute';

/**
 * What a source may call a ticker, in the order to try. Class shares are written with a dot by people and with a hyphen by
 * Yahoo (`BRK.B` → `BRK-B`), but a dot also marks an exchange (`VOD.L`): so as typed first, then the hyphen.
 */
export function symbolCandidates(ticker: Ticker): readonly Ticker[] {
  if (!/^[A-Z0-9]+\.[A-Z]$/.test(ticker)) return [ticker];
  const hyphenated = parseTicker(ticker.replace('.', '-'));
  return hyphenated.ok ? [ticker, hyphenated.value] : [ticker];
}

/** True for a plain symbol of the United States; after a dot only the letters of classes, not those of exchanges. */
export function isAmericanSymbol(ticker: Ticker): boolean {
  return /^[A-Z]{1,5}(?:-[A-Z]|\.[A-EK])?$/.test(ticker);
}

/** True when two symbols differ in punctuation at most. */
export function isSameSymbol(a: string, b: string): boolean {
  return withoutPunctuation(a) === withoutPunctuation(b);
}

/** The quoting currency that a pair's symbol names: `BTC-USD`, `EURUSD=X`. */
export function pairCurrency(symbol: string): string {
  return /-([A-Z]{3})$/.exec(symbol)?.[1] ?? /^[A-Z]{3}([A-Z]{3})=X$/.exec(symbol)?.[1] ?? '';
}

function withoutPunctuation(symbol: string): string {
  return symbol.toUpperCase().replace(/[.-]/g, '');
}
