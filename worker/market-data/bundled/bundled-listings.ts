/** The largest listings of the large markets, for a search that no provider answers and for names of companies, without their legal forms. */
import type { SearchResult } from '../../contract.ts';
import { exchangeByCode } from '../exchanges.ts';
import { folded, matchRank } from '../listing-match.ts';
import { pairCurrency } from '../symbols.ts';
import { NASDAQ_LISTINGS } from './nasdaq-listings.ts';
import { NYSE_LISTINGS } from './nyse-listings.ts';
import { OTHER_LISTINGS } from './other-listings.ts';

const MAX_RESULTS = 10;

let parsed: ReadonlyMap<string, SearchResult> | null = null;

/** Every bundled listing by its symbol; read from the text on first use. */
export function bundledListings(): ReadonlyMap<string, SearchResult> {
  parsed ??= new Map(
    Object.entries({ ...NASDAQ_LISTINGS, ...NYSE_LISTINGS, ...OTHER_LISTINGS }).flatMap(([code, text]) =>
      rows(code, text),
    ),
  );
  return parsed;
}

/** The bundled name of a symbol; `null` when it is not in the list. */
export function listingName(symbol: string): string | null {
  return bundledListings().get(symbol)?.name ?? null;
}

/** Up to ten bundled listings that match a text, best first. */
export function searchBundled(text: string): readonly SearchResult[] {
  const wanted = folded(text);
  return [...bundledListings().values()]
    .flatMap((listing) => {
      const rank = matchRank(listing.symbol, listing.name, wanted);
      return rank === null ? [] : [{ listing, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ listing }) => listing);
}

/** Lines of `SYMBOL Name` at one venue; a suffix after the code's colon belongs to every symbol (`LSE:.L`). */
function rows(codeAndSuffix: string, text: string): [string, SearchResult][] {
  const [code = '', suffix = ''] = codeAndSuffix.split(':');
  const exchange = exchangeByCode(code);
  if (exchange === null) throw new RangeError(`no venue has the code ${code}`);
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const gap = line.indexOf(' ');
      const symbol = line.slice(0, gap) + suffix;
      const { display, country } = exchange;
      const currency = exchange.currency || pairCurrency(symbol);
      return [symbol, { symbol, name: line.slice(gap + 1), exchange: display, country, currency }];
    });
}
