import { err, ok, parseTicker } from '#compute';
import type { Result } from '#compute';
import * as v from 'valibot';
import type { SearchResult } from '../../contract/contract.ts';
import type { ServiceError } from '../../http/errors.ts';
import { exchangeByCode } from '../exchanges.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { SearchSnapshot } from '../market-data.ts';
import { pairCurrency } from '../symbols.ts';

const REQUESTED_QUOTES = 10;

const SEARCHABLE_TYPES = new Set([
  'EQUITY',
  'ETF',
  'MUTUALFUND',
  'INDEX',
  'CURRENCY',
  'CRYPTOCURRENCY',
  'FUTURE',
]);

const quoteSchema = v.object({
  symbol: v.string(),
  quoteType: v.string(),
  exchange: v.optional(v.string(), ''),
  exchDisp: v.optional(v.string(), ''),
  longname: v.nullish(v.string()),
  shortname: v.nullish(v.string()),
  // Private companies are listed too, but have no prices.
  isYahooFinance: v.optional(v.literal(true), true),
});

const searchSchema = v.object({ quotes: v.array(v.unknown()) });

/** The path of the symbol search for a text. */
export function searchPath(text: string): string {
  const query = new URLSearchParams({
    q: text,
    quotesCount: String(REQUESTED_QUOTES),
    newsCount: '0',
    listsCount: '0',
    enableFuzzyQuery: 'false',
    enableNavLinks: 'false',
    enableCb: 'false',
    quotesQueryId: 'tss_match_phrase_query',
    lang: 'en-US',
    region: 'US',
  });
  return `/v1/finance/search?${query}`;
}

/** Decodes search results in Yahoo's order, without those that cannot be analysed. */
export function decodeSearch(reply: JsonReply, nowSeconds: number): Result<SearchSnapshot, ServiceError> {
  const parsed = v.safeParse(searchSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const results = parsed.output.quotes.flatMap((entry) => {
    const decoded = v.safeParse(quoteSchema, entry);
    return decoded.success ? toResult(decoded.output) : [];
  });
  return ok({ source: 'yahoo', results: results.slice(0, REQUESTED_QUOTES), asOfSeconds: nowSeconds });
}

function toResult(quote: v.InferOutput<typeof quoteSchema>): SearchResult[] {
  const symbol = parseTicker(quote.symbol);
  if (!symbol.ok || !SEARCHABLE_TYPES.has(quote.quoteType)) return [];
  const exchange = exchangeByCode(quote.exchange);
  return [
    {
      symbol: symbol.value,
      name: quote.longname ?? quote.shortname ?? symbol.value,
      exchange: exchange?.display ?? (quote.exchDisp || quote.exchange),
      country: exchange?.country ?? '',
      currency: exchange?.currency || pairCurrency(symbol.value),
    },
  ];
}
