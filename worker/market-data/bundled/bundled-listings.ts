/**
 * The largest listings of the large markets, without the legal forms of their names. The build prints them as
 * `listings.json` among the page's files, where `listing-directory.ts` reads them: in the script they would be a seventh of it.
 */
import type { SearchResult } from '../../contract.ts';
import { exchangeByCode } from '../exchanges.ts';
import { pairCurrency } from '../symbols.ts';
import { NASDAQ_LISTINGS } from './nasdaq-listings.ts';
import { NYSE_LISTINGS } from './nyse-listings.ts';
import { OTHER_LISTINGS } from './other-listings.ts';

/** Every bundled listing, one per symbol. Throws `RangeError` for a venue that is not in the table of exchanges. */
export function bundledListings(): readonly SearchResult[] {
  const listings = Object.entries({ ...NASDAQ_LISTINGS, ...NYSE_LISTINGS, ...OTHER_LISTINGS }).flatMap(
    ([code, text]) => rows(code, text),
  );
  return [...new Map(listings.map((listing) => [listing.symbol, listing])).values()];
}

/** Lines of `SYMBOL Name` at one venue; a suffix after the code's colon belongs to every symbol (`LSE:.L`). */
function rows(codeAndSuffix: string, text: string): SearchResult[] {
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
      return { symbol, name: line.slice(gap + 1), exchange: display, country, currency };
    });
}
