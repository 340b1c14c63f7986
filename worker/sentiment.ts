import { SECONDS_PER_DAY, headlineScore, sentimentLabel, sentimentScore } from '#compute';
import type { Article, SentimentResponse } from './contract.ts';

/** Spec section 9: the news window. */
const WINDOW_DAYS = 7;

type Sentiment = Pick<SentimentResponse, 'score' | 'label' | 'article_count' | 'headlines'>;

/** Scores the articles of the last 7 days, newest first; `null` when there are none. */
export function newsSentiment(articles: readonly Article[], nowSeconds: number): Sentiment | null {
  const recent = articles.filter((article) => article.datetime >= nowSeconds - WINDOW_DAYS * SECONDS_PER_DAY);
  const score = sentimentScore(
    recent.map(({ headline, summary, datetime }) => ({
      headline,
      summary,
      // A publisher's clock may run ahead of ours.
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
