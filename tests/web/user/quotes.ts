import type { AlertRule, QuoteEntry, QuoteReady } from '#worker/contract';
import type { QuoteRows } from '#web/shared/api/quotes-query.ts';
import type { Alert, WatchlistItem } from '#web/shared/user/watchlist.ts';

/** A row as the quotes endpoint answers it. */
export function ready(ticker: string, change: Partial<QuoteReady> = {}): QuoteReady {
  return {
    status: 'ready',
    ticker,
    requested_ticker: ticker,
    company_name: `${ticker} Inc.`,
    currency: 'USD',
    instrument: 'equity',
    usual_move_percent: 1.2,
    exchange: 'NASDAQ',
    exchange_timezone: 'America/New_York',
    market_state: 'open',
    current_price: 100,
    day_change: 1,
    day_change_percent: 1,
    ai_signal: 'HOLD',
    signal_before: 'HOLD',
    probability_buy: 0.3,
    probability_sell: 0.2,
    move_rarity: { sessions: 250, as_large: 120 },
    closes: [99, 100],
    year_closes: { dates: ['2026-01-02'], prices: [120] },
    source: 'yahoo',
    as_of: '2026-11-20T20:59:00Z',
    fetched_at: '2026-11-20T21:00:00Z',
    stale: false,
    delayed_minutes: 15,
    ...change,
  };
}

/** Quotes as the rows of a list. */
export function rowsOf(...quotes: QuoteEntry[]): QuoteRows {
  return new Map(quotes.map((quote) => [quote.requested_ticker, { quote, error: null, requestedAtMs: 0 }]));
}

/** A watched listing without a name, as it is until its first quote. */
export function item(ticker: string, alerts: readonly Alert[] = []): WatchlistItem {
  return { ticker, name: '', alerts };
}

export function list(...tickers: string[]): readonly WatchlistItem[] {
  return tickers.map((ticker) => item(ticker));
}

export function tickersOf(items: readonly WatchlistItem[]): readonly string[] {
  return items.map(({ ticker }) => ticker);
}

/** An alert for a price at or above this one. */
export function above(value: number): AlertRule {
  return { on: 'price', direction: 'above', value };
}
