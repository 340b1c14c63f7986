import type { Brand } from './brand.ts';
import { err, ok, type Result } from './result.ts';

/** A trimmed, upper-case symbol that matches {@link TICKER_PATTERN}. Built by {@link parseTicker} only. */
export type Ticker = Brand<string, 'Ticker'>;

export type TickerError = { readonly reason: 'empty_ticker' } | { readonly reason: 'invalid_ticker' };

/** Spec section 9. */
export const DEFAULT_TICKER = 'AAPL' as Ticker;

/** DESIGN section 5: letters, digits, class and exchange suffixes (`BRK.B`, `VOD.L`), indices (`^GSPC`), FX (`EURUSD=X`). */
const TICKER_PATTERN = /^[A-Z0-9^][A-Z0-9.\-=&^]{0,19}$/;

/** ASCII is tested before upper-casing: `ſ` and `ı` would otherwise turn into S and I. */
// oxlint-disable-next-line no-control-regex -- the class is exactly "ASCII"
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Parses what a person typed, or a URL segment, into a ticker: trims, tests for ASCII, upper-cases, matches the grammar.
 * An empty or blank text is `empty_ticker`, anything else that does not match is `invalid_ticker`. Never throws.
 */
export function parseTicker(text: string): Result<Ticker, TickerError> {
  const trimmed = text.trim();
  if (trimmed === '') return err({ reason: 'empty_ticker' });
  if (!ASCII.test(trimmed)) return err({ reason: 'invalid_ticker' });
  const upper = trimmed.toUpperCase();
  return TICKER_PATTERN.test(upper) ? ok(upper as Ticker) : err({ reason: 'invalid_ticker' });
}
