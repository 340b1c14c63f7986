import { parseTicker, type Ticker } from '#compute';

/** The tickers of a text, each once, and the words in it that are none. */
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
