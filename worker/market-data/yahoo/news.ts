import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { Article } from '../../contract.ts';
import type { ServiceError } from '../../errors.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { NewsRecord } from '../market-data.ts';
import { webLink } from '../web-link.ts';
import { isSameSymbol } from './symbols.ts';

const REQUESTED_ARTICLES = 50;
const MAX_ARTICLES = 100;
const MAX_HEADLINE_CHARACTERS = 300;
/** With fewer articles that name the symbol, the whole list is shown: the search is fuzzy, but better than nothing. */
const MIN_RELATED = 3;
/** Tolerated lead of a publisher's clock. */
const MAX_LEAD_SECONDS = 3600;

const itemSchema = v.object({
  uuid: v.string(),
  title: v.pipe(v.string(), v.trim(), v.minLength(1)),
  publisher: v.optional(v.string(), ''),
  link: v.optional(v.string(), ''),
  providerPublishTime: v.pipe(v.number(), v.finite(), v.minValue(0)),
  thumbnail: v.nullish(
    v.object({
      resolutions: v.optional(v.array(v.object({ url: v.string(), width: v.optional(v.number(), 0) })), []),
    }),
  ),
  relatedTickers: v.optional(v.array(v.string()), []),
});

const newsSchema = v.object({ news: v.array(v.unknown()) });

/** The path of the news search for a ticker. */
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

/** Decodes a news answer; items that do not match the schema are left out, links that are not http(s) are emptied. */
export function decodeNews(
  reply: JsonReply,
  ticker: Ticker,
  nowSeconds: number,
): Result<NewsRecord, ServiceError> {
  const parsed = v.safeParse(newsSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const items = parsed.output.news.slice(0, MAX_ARTICLES).flatMap((item) => {
    const decoded = v.safeParse(itemSchema, item);
    return decoded.success && decoded.output.providerPublishTime <= nowSeconds + MAX_LEAD_SECONDS
      ? [decoded.output]
      : [];
  });
  const related = items.filter((item) => item.relatedTickers.some((symbol) => isSameSymbol(symbol, ticker)));
  const articles = (related.length >= MIN_RELATED ? related : items).map(toArticle);
  articles.sort((a, b) => b.datetime - a.datetime);
  return ok({ source: 'yahoo', articles, asOfSeconds: nowSeconds });
}

function toArticle(item: v.InferOutput<typeof itemSchema>): Article {
  const images = [...(item.thumbnail?.resolutions ?? [])].sort((a, b) => b.width - a.width);
  return {
    id: item.uuid,
    datetime: Math.floor(item.providerPublishTime),
    url: webLink(item.link, ['https:', 'http:']),
    // The page may load images over https only.
    image: webLink(images[0]?.url ?? '', ['https:']),
    headline: item.title.slice(0, MAX_HEADLINE_CHARACTERS),
    summary: '',
    source: item.publisher,
  };
}
