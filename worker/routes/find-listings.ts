import { readName } from '#compute';
import type { SearchResult } from '../contract/contract.ts';
import { symbolOfNickname } from '../providers/listing-directory.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import type { Services } from '../services.ts';

/** Calls to the source that one text may cost. */
const MAX_TEXTS = 2;

/** Best first: spelled tickers, a nickname's, found names, else `similar` ones. `main`: the first read; `null` for our list. */
export async function findListings(
  { marketData, listings }: Pick<Services, 'marketData' | 'listings'>,
  query: string,
  waitUntil: WaitUntil,
) {
  const readings = readName(query);
  const tickers = readings.filter(({ kind }) => kind === 'ticker').map(({ text }) => text);
  const text = readings.find(({ kind }) => kind !== 'ticker')?.text ?? tickers[0] ?? query.trim();
  const nickname = symbolOfNickname(text);
  const exact = [...tickers, ...(nickname === null ? [] : [nickname])];
  const texts = [...new Set([text, ...(nickname === null ? tickers : [nickname])])].slice(0, MAX_TEXTS);

  const find = async (wanted: string) => {
    const read = await marketData.search(wanted, waitUntil);
    const results = read.ok ? read.value.entry.value : await listings.search(wanted);
    return { main: read.ok ? read.value : null, results };
  };

  const found = await Promise.all(texts.map(find));
  const results = ranked(
    found.flatMap((part) => part.results),
    exact,
  );
  const [{ main } = { main: null }] = found;
  if (results.length > 0 || readings.at(-1)?.kind !== 'name') return { main, results };
  const similar = await Promise.all(
    (await listings.similar(text)).map(async (symbol): Promise<readonly SearchResult[]> => {
      const result = (await find(symbol)).results.find((other) => other.symbol === symbol);
      return result === undefined ? [] : [{ ...result, similar: true }];
    }),
  );
  return { main, results: similar.flat() };
}

/** Each listing once, those with the given symbols first and in their order. */
function ranked(results: readonly SearchResult[], symbols: readonly string[]): readonly SearchResult[] {
  const bySymbol = new Map(results.map((result) => [result.symbol, result]));
  const first = symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []);
  return [...new Set([...first, ...bySymbol.values()])];
}
