import { headlineScore, SECONDS_PER_DAY, sentimentLabel, sentimentScore } from '#compute';
import { Hono } from 'hono/tiny';
import type { Article, SentimentAbsent, SentimentResponse } from '../contract/contract.ts';
import type { AppEnv } from '../http/app-env.ts';
import { readParams, sentimentParams } from '../http/params.ts';
import { respondData, respondError, respondUncached } from '../http/respond.ts';
import { provenance } from '../snapshot/wire.ts';

/** The headlines that count. */
const WINDOW_DAYS = 7;

type Sentiment = Pick<SentimentResponse, 'score' | 'label' | 'article_count' | 'headlines'>;

/** `GET /sentiment/:ticker`: the tone of the last week's headlines. */
export const sentimentRoute = new Hono<AppEnv>().get('/sentiment/:ticker', async (c) => {
  const params = readParams(sentimentParams, c);
  if (!params.ok) return respondError(c, params.error);
  const { ticker } = params.value;

  const { marketData, now } = c.get('services');
  const read = await marketData.news(ticker, (work) => c.executionCtx.waitUntil(work));
  if (!read.ok && read.error.reason === 'unknown_symbol') return respondError(c, read.error);
  const news = read.ok ? read.value.entry.value() : null;
  const sentiment = news && newsSentiment(news.articles, now() / 1000);
  if (!read.ok || news === null || sentiment === null) {
    const reason = read.ok ? 'no_data' : read.error.reason;
    c.set('fault', reason);
    const absent: SentimentAbsent = { score: null, label: null, article_count: 0, headlines: [], reason };
    return respondUncached(c, absent);
  }
  const { entry, stale } = read.value;
  const body: SentimentResponse = {
    ...sentiment,
    ...provenance(news, { fetchedAtSeconds: entry.fetchedAtSeconds, stale }, 0),
  };
  return respondData(c, body, read.value);
});

/** Scores the articles of the last 7 days, newest first; `null` when there are none. */
function newsSentiment(articles: readonly Article[], nowSeconds: number): Sentiment | null {
  const recent = articles.filter((article) => article.datetime >= nowSeconds - WINDOW_DAYS * SECONDS_PER_DAY);
  const score = sentimentScore(
    recent.map(({ headline, summary, datetime }) => ({
      headline,
      summary,
      // A publisher's clock may be ahead of ours.
      ageDays: Math.max(nowSeconds - datetime, 0) / SECONDS_PER_DAY,
    })),
  );
  if (score === null) return null;
  return {
    score,
    label: sentimentLabel(score),
    article_count: recent.length,
    headlines: recent.map(({ headline, summary, datetime, source, url }) => ({
      headline,
      score: headlineScore(headline, summary),
      datetime,
      source,
      url,
    })),
  };
}
