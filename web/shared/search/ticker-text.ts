/** Texts in place of a ticker, and the messages about them. */
import { parseTicker, type TickerError } from '#compute';

/** Room for every ticker; what is longer is cut. */
const QUOTED_CHARACTERS = 20;

/** The text in place of a ticker that a parameter of an address holds; `null` for a ticker and for no parameter. */
export function misreadTicker(search: string, name: string): string | null {
  const text = new URLSearchParams(search).get(name);
  return text === null || parseTicker(text).ok ? null : text.trim();
}

/** A text from outside as it is quoted: cut, and without control characters. */
export function quotable(text: string): string {
  const characters = [...text.replace(/\p{C}/gu, '')];
  if (characters.length <= QUOTED_CHARACTERS) return characters.join('');
  return `${characters.slice(0, QUOTED_CHARACTERS).join('')}…`;
}

/** A field's message about a text that is no ticker. */
export function tickerFault({ reason }: TickerError): string {
  return reason === 'empty_ticker' ? 'Type a ticker, such as AAPL.' : 'That is not a valid ticker symbol.';
}
