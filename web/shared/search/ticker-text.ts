/** Texts that stand in a ticker's place, and what is said of them. */
import { parseTicker, type TickerError } from '#compute';

/** Room for every ticker; what is longer is cut. */
const QUOTED_CHARACTERS = 20;

/** What a parameter of an address holds in a ticker's place; `null` where that is a ticker, or not there. */
export function misreadTicker(search: string, name: string): string | null {
  const text = new URLSearchParams(search).get(name);
  return text === null || parseTicker(text).ok ? null : text.trim();
}

/** A stranger's text as it is quoted: cut, and without the characters that steer the text around them. */
export function quotable(text: string): string {
  const characters = [...text.replace(/\p{C}/gu, '')];
  if (characters.length <= QUOTED_CHARACTERS) return characters.join('');
  return `${characters.slice(0, QUOTED_CHARACTERS).join('')}…`;
}

/** What a field says of a text that is no ticker. */
export function tickerFault({ reason }: TickerError): string {
  return reason === 'empty_ticker' ? 'Type a ticker, such as AAPL.' : 'That is not a valid ticker symbol.';
}
