import { parseTicker } from '#compute';

/** What a parameter of an address holds in a ticker's place; `null` where that is a ticker, or not there. */
export function misreadTicker(search: string, name: string): string | null {
  const text = new URLSearchParams(search).get(name);
  return text === null || parseTicker(text).ok ? null : text.trim();
}
