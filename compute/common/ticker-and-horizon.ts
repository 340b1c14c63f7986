import { err, ok, type Result } from './result.ts';

/** A trimmed, upper-case ticker that matches {@link TICKER_GRAMMAR}. Only {@link parseTicker} makes one. */
export type Ticker = string & { readonly __brand: 'Ticker' };

/** What the analysis page shows if its URL names no ticker. */
export const DEFAULT_TICKER = 'AAPL' as Ticker;

/** One ticker in either case: `BRK.B`, `VOD.L`, `^GSPC`, `EURUSD=X`. ASCII, matched before upper-casing: `ſ` would become S. */
export const TICKER_GRAMMAR = '[A-Za-z0-9^][A-Za-z0-9.\\-=&^]{0,19}';

const TICKER = /* @__PURE__ */ new RegExp(`^${TICKER_GRAMMAR}$`);

/** Parses typed text or a URL segment: trims, matches the grammar, upper-cases. `invalid_ticker` if it does not match. */
export function parseTicker(text: string): Result<Ticker, { readonly reason: 'invalid_ticker' }> {
  const trimmed = text.trim();
  return TICKER.test(trimmed) ? ok(trimmed.toUpperCase() as Ticker) : err({ reason: 'invalid_ticker' });
}

export const HORIZON_OPTIONS_DAYS = [1, 7, 14, 30] as const;

export type HorizonDays = (typeof HORIZON_OPTIONS_DAYS)[number];

export const DEFAULT_HORIZON_DAYS: HorizonDays = 7;

/** Reads a horizon from its exact decimal text (`'7'`); the default for anything else, including `' 7'` and `'7.0'`. */
export function parseHorizon(text: string | null): HorizonDays {
  return HORIZON_OPTIONS_DAYS.find((days) => String(days) === text) ?? DEFAULT_HORIZON_DAYS;
}
