import { SECONDS_PER_DAY } from '#compute';
import { Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { NewsResponse } from '../contract.ts';
import { newsDaysParam, tickerParam } from '../params.ts';
import { respondData, respondError } from '../respond.ts';
import { provenance } from '../wire.ts';

/** `GET /news/:ticker?days=1…30`: articles of the last days, newest first. */
export const newsRoute = new Hono<AppEnv>().get('/news/:ticker', async (c) => {
  const ticker = tickerParam(c.req.param('ticker'));
  if (!ticker.ok) return respondError(c, ticker.error);
  const days = newsDaysParam(c.req.queries('days'));
  if (!days.ok) return respondError(c, days.error);

  const { marketData, now } = c.get('services');
  const news = await marketData.news(ticker.value, (work) => c.executionCtx.waitUntil(work));
  if (!news.ok) return respondError(c, news.error);
  const since = now() / 1000 - days.value * SECONDS_PER_DAY;
  const body: NewsResponse = {
    news: news.value.value.articles.filter((article) => article.datetime >= since),
    ...provenance(news.value, 0),
  };
  return respondData(c, body, news.value.stale);
});
