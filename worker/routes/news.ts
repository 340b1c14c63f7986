import { SECONDS_PER_DAY } from '#compute';
import { Hono } from 'hono/tiny';
import type { NewsAbsent, NewsResponse } from '../contract/contract.ts';
import type { AppEnv } from '../http/app-env.ts';
import { newsParams, readParams } from '../http/params.ts';
import { respondData, respondError, respondUncached } from '../http/respond.ts';
import { provenance } from '../snapshot/wire.ts';

/** `GET /news/:ticker?days=1…30`: articles of the last days, the most relevant first, then the newest. */
export const newsRoute = new Hono<AppEnv>().get('/news/:ticker', async (c) => {
  const params = readParams(newsParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ticker, days } = params.value;

  const { marketData, now } = c.get('services');
  const read = await marketData.news(ticker, (work) => c.executionCtx.waitUntil(work));
  if (!read.ok && read.error.reason === 'unknown_symbol') return respondError(c, read.error);
  const news = read.ok ? read.value.entry.value() : null;
  if (!read.ok || news === null) {
    const reason = read.ok ? 'upstream_bad_payload' : read.error.reason;
    c.set('fault', reason);
    return respondUncached(c, { news: [], reason } satisfies NewsAbsent);
  }
  const since = now() / 1000 - days * SECONDS_PER_DAY;
  const { entry, stale } = read.value;
  const body: NewsResponse = {
    news: news.articles.filter((article) => article.datetime >= since),
    ...provenance(news, { fetchedAtSeconds: entry.fetchedAtSeconds, stale }, 0),
  };
  return respondData(c, body, read.value);
});
