import type { TickerError } from '#compute';

/** What a field says of a text that is no ticker. */
export function tickerFault({ reason }: TickerError): string {
  return reason === 'empty_ticker' ? 'Type a ticker, such as AAPL.' : 'That is not a valid ticker symbol.';
}
