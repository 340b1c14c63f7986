import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../errors.ts';
import type { NewsRecord } from '../market-data.ts';
import { newsArticles } from '../news-articles.ts';

const itemSchema = v.object({
  id: v.union([v.string(), v.number()]),
  datetime: v.number(),
  headline: v.string(),
  image: v.optional(v.string(), ''),
  related: v.optional(v.string(), ''),
  source: v.optional(v.string(), ''),
  summary: v.optional(v.string(), ''),
  url: v.optional(v.string(), ''),
});

/** Decodes `/company-news`; an empty list is `no_data`, because it also stands for an unknown symbol. */
export function decodeNews(
  body: unknown,
  ticker: Ticker,
  name: string | null,
  nowSeconds: number,
): Result<NewsRecord, ServiceError> {
  const list = v.safeParse(v.array(v.unknown()), body);
  if (!list.success) return err({ reason: 'upstream_bad_payload' });
  const items = list.output.flatMap((entry) => {
    const item = v.safeParse(itemSchema, entry);
    if (!item.success) return [];
    const { related, ...rest } = item.output;
    return [{ ...rest, id: String(rest.id), related: related.split(',') }];
  });
  if (items.length === 0) return err({ reason: 'no_data', ticker });
  return ok({
    source: 'finnhub',
    articles: newsArticles(items, ticker, name, nowSeconds),
    asOfSeconds: nowSeconds,
  });
}
