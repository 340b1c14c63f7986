import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../http/errors.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { NewsSnapshot } from '../market-data.ts';
import { newsArticles } from '../news-articles.ts';
import type { RawArticle } from '../news-articles.ts';

const REQUESTED_ARTICLES = 50;
const itemSchema = v.object({
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

/** Decodes news without the items that are malformed. Yahoo sends no summaries. */
export function decodeNews(
  reply: JsonReply,
  ticker: Ticker,
  name: string | null,
  nowSeconds: number,
): Result<NewsSnapshot, ServiceError> {
  const parsed = v.safeParse(newsSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const items = parsed.output.news.flatMap((item) => {
    const decoded = v.safeParse(itemSchema, item);
    return decoded.success ? [toRawArticle(decoded.output)] : [];
  });
  return ok({
    source: 'yahoo',
    articles: newsArticles(items, ticker, name, nowSeconds),
    asOfSeconds: nowSeconds,
  });
}

function toRawArticle(item: v.InferOutput<typeof itemSchema>): RawArticle {
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
