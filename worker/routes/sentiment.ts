import { Hono } from 'hono/tiny';
import type { AppEnv } from '../app-env.ts';
import type { SentimentResponse } from '../contract.ts';
import { readParams, sentimentParams } from '../params.ts';
import { respondData, respondError } from '../respond.ts';
import { newsSentiment } from '../sentiment.ts';
import { provenance } from '../wire.ts';

/** `GET /sentiment/:ticker`: the tone of the last week's headlines; `no_data` when there are none. */
export const sentimentRoute = new Hono<AppEnv>().get('/sentiment/:ticker', async (c) => {
  const params = readParams(sentimentParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ticker } = params.value;

  const { marketData, now } = c.get('services');
  const news = await marketData.news(ticker, (work) => c.executionCtx.waitUntil(work));
  if (!news.ok) return respondError(c, news.error);
  const sentiment = newsSentiment(news.value.value.articles, now() / 1000);
  if (sentiment === null) return respondError(c, { reason: 'no_data', ticker });
  const body: SentimentResponse = { ...sentiment, ...provenance(news.value, 0) };
  return respondData(c, body, news.value);
});
