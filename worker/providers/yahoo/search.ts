/** Yahoo's search, which finds symbols for a text and news for a symbol. */
import { err, ok, parseTicker } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { SearchResult } from '../../contract/contract.ts';
import type { Failure } from '../../failure.ts';
import { exchangeByCode, pairCurrency } from '../exchanges.ts';
import type { NewsSnapshot, SearchSnapshot } from '../market-data.ts';
import { newsArticles } from '../news-articles.ts';
import type { RawArticle } from '../news-articles.ts';
import { readableRows } from '../plausible.ts';
import type { JsonReply } from '../upstream.ts';
import { INSTRUMENTS } from './chart.ts';

const REQUESTED_QUOTES = 10;

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
export function decodeSearch(reply: JsonReply, nowSeconds: number): Result<SearchSnapshot, Failure> {
  const parsed = v.safeParse(searchSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const results = readableRows(quoteSchema, parsed.output.quotes).flatMap(toResult);
  return ok({ source: 'yahoo', results: results.slice(0, REQUESTED_QUOTES), asOfSeconds: nowSeconds });
}

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

const REQUESTED_ARTICLES = 50;
const articleSchema = v.object({
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
});

const newsSchema = v.object({ news: v.array(v.unknown()) });

export function newsPath(ticker: Ticker): string {
  const query = new URLSearchParams({
    q: ticker,
    quotesCount: '0',
    newsCount: String(REQUESTED_ARTICLES),
    newsQueryId: 'news_cie_vespa',
    enableFuzzyQuery: 'false',
  });
  return `/v1/finance/search?${query}`;
}

/** Decodes news without the items that are malformed. Yahoo sends no summaries. */
export function decodeNews(
  reply: JsonReply,
  ticker: Ticker,
  name: string | null,
  nowSeconds: number,
): Result<NewsSnapshot, Failure> {
  const parsed = v.safeParse(newsSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const items = readableRows(articleSchema, parsed.output.news).map(toRawArticle);
  return ok({
    source: 'yahoo',
    articles: newsArticles(items, ticker, name, nowSeconds),
    asOfSeconds: nowSeconds,
  });
}

function toRawArticle(item: v.InferOutput<typeof articleSchema>): RawArticle {
  const images = [...(item.thumbnail?.resolutions ?? [])].sort((a, b) => b.width - a.width);
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
}
