import { withDividends, type Candles, type Dividend } from '../prices/candles.ts';
import type { ComingSessions } from '../sessions/coming-sessions.ts';
import type { ForecastInput } from './forecast.ts';
import { listingKind, type Instrument } from './listing-kind.ts';
import type { TradingCalendar } from './model-calendar.ts';
import { nextResultsOf, withResults, type Reactions } from './reacting-sessions.ts';

/** What the sources say of a listing beside its bars. */
export interface ListingBasis {
  readonly instrument: Instrument;
  readonly symbol: string;
  readonly companyName: string;
  readonly calendar: TradingCalendar;
  readonly sessions: ComingSessions;
  readonly dividends: readonly Dividend[];
  readonly results: Reactions | null;
}

/** What a forecast reads: the bars with what happened on them, and what is known of the listing. */
export type ForecastBasis = Omit<ForecastInput, 'horizonDays' | 'sessions' | 'quote'> & {
  readonly sessions: ComingSessions;
};

export function forecastBasis(bars: Candles, listing: ListingBasis): ForecastBasis {
  const { instrument, symbol, companyName, calendar, sessions, dividends, results } = listing;
  const candles = withResults(withDividends(bars, dividends), results?.sessions ?? []);
  return {
    candles,
    calendar,
    sessions,
    kind: listingKind(instrument, symbol, companyName),
    nextResultsSeconds: nextResultsOf(candles, results?.sessions ?? []),
    isAfterClose: results?.isAfterClose ?? false,
  };
}
