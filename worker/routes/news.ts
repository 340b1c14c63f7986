import { SECONDS_PER_DAY } from '#compute';
import { Hono } from 'hono/tiny';
import type { AppEnv } from '../app-env.ts';
import type { NewsResponse } from '../contract.ts';
import { newsParams, readParams } from '../params.ts';
import { respondData, respondError } from '../respond.ts';
import { provenance } from '../wire.ts';

/** `GET /news/:ticker?days=1…30`: articles of the last days, the most relevant first, then the newest. */
export const newsRoute = new Hono<AppEnv>().get('/news/:ticker', async (c) => {
  const params = readParams(newsParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ticker, days } = params.value;

  const { marketData, now } = c.get('services');
  const news = await marketData.news(ticker, (work) => c.executionCtx.waitUntil(work));
  if (!news.ok) return respondError(c, news.error);
  const since = now() / 1000 - days * SECONDS_PER_DAY;
  const body: NewsResponse = {
    news: news.value.value.articles.filter((article) => article.datetime >= since),
    ...provenance(news.value, 0),
  };
  return respondData(c, body, news.value);
});
