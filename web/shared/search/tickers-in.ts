import { parseTicker, type Ticker } from '#compute';

/** The tickers in a text, each once, and the words that are not tickers. */
export function tickersIn(text: string) {
  const tickers = new Set<Ticker>();
  const unreadable: string[] = [];
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const ticker = parseTicker(word);
    if (ticker.ok) tickers.add(ticker.value);
    else unreadable.push(word);
  }
  return { tickers: [...tickers], unreadable };
}
