import { parseTicker, type Ticker } from '#compute';
import * as v from 'valibot';
import type { SearchResult } from '../../contract/contract.ts';
import { exchangeByCode, pairCurrency } from '../venues/exchanges.ts';
import { MAX_RESULTS } from '../market-data.ts';
import type { RawArticle } from '../market-data.ts';
import { rowsSchema } from '../plausible.ts';
import { INSTRUMENTS } from './chart.ts';

const REQUESTED_ARTICLES = 50;

const PATH = '/v1/finance/search?enableFuzzyQuery=false';

export function searchPath(text: string): string {
  const options = 'listsCount=0&enableNavLinks=false&enableCb=false&lang=en-US&region=US';
  const counts = `quotesCount=${MAX_RESULTS}&newsCount=0&quotesQueryId=tss_match_phrase_query`;
  return `${PATH}&q=${encodeURIComponent(text)}&${counts}&${options}`;
}

/** The quote has the company's name. */
export function newsPath(ticker: Ticker): string {
  const counts = `quotesCount=1&newsCount=${REQUESTED_ARTICLES}&newsQueryId=news_cie_vespa`;
  return `${PATH}&q=${encodeURIComponent(ticker)}&${counts}`;
}

const quoteSchema = v.object({
  symbol: v.string(),
  quoteType: v.string(),
  ...v.entriesFromList(['exchange', 'exchDisp'], v.optional(v.string(), '')),
  ...v.entriesFromList(['longname', 'shortname'], v.nullish(v.string())),
  // Private companies are listed too, but have no prices.
  isYahooFinance: v.optional(v.literal(true), true),
});

/** Results in Yahoo's order, without instruments that cannot be analysed. */
export const searchSchema = v.pipe(
  v.object({ quotes: rowsSchema(quoteSchema) }),
  v.transform(({ quotes }) => quotes.flatMap(toResult)),
);

function toResult(quote: v.InferOutput<typeof quoteSchema>): SearchResult[] {
  const symbol = parseTicker(quote.symbol);
  if (!symbol.ok || !INSTRUMENTS.has(quote.quoteType)) return [];
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

/** Yahoo sends no summaries. */
const articleSchema = v.pipe(
  v.object({
    uuid: v.string(),
    title: v.string(),
    publisher: v.optional(v.string(), ''),
    link: v.optional(v.string(), ''),
    providerPublishTime: v.number(),
    thumbnail: v.nullish(
      v.object({
        resolutions: v.optional(v.array(v.object({ url: v.string(), width: v.optional(v.number(), 0) })), []),
      }),
    ),
    relatedTickers: v.optional(v.array(v.string()), []),
  }),
  v.transform((item): RawArticle => {
    const images = (item.thumbnail?.resolutions ?? []).toSorted((a, b) => b.width - a.width);
    return {
      id: item.uuid,
      datetime: item.providerPublishTime,
      url: item.link,
      image: images[0]?.url ?? '',
      headline: item.title,
      summary: '',
      source: item.publisher,
      related: item.relatedTickers,
    };
  }),
);

export const newsSchema = v.object({
  news: rowsSchema(articleSchema),
  quotes: v.optional(rowsSchema(quoteSchema), []),
});
