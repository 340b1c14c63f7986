import type { Ticker } from '#compute';
import { spelledTicker } from './name-match.ts';

/** The tickers in a text, each once, and the words that are not tickers. */
export function tickersIn(text: string) {
  const tickers = new Set<Ticker>();
  const unreadable: string[] = [];
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const ticker = spelledTicker(word);
    if (ticker === null) unreadable.push(word);
    else tickers.add(ticker);
  }
  return { tickers: [...tickers], unreadable };
}
