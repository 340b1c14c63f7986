import { expect, test } from 'vitest';
import { parseTicker } from '#compute';
import bundledListings from '#web/public/listings.json';
import { newsArticles } from '#worker/providers/news-articles.ts';
import type { RawArticle } from '#worker/providers/market-data.ts';

const NOW = Date.UTC(2026, 10, 17) / 1000;
const article = (headline: string, more: Partial<RawArticle> = {}): RawArticle => ({
  id: headline,
  datetime: NOW - 60,
  headline,
  summary: '',
  url: 'https://news.test/',
  image: '',
  source: 'Wire',
  related: [],
  ...more,
});

test('finds every bundled company by its name in a headline, whatever characters the name has', () => {
  for (const { symbol, name } of bundledListings) {
    const ticker = parseTicker(symbol);
    if (!ticker.ok) throw new Error(symbol);
    const items = [article('Nothing of note'), article(`${name} reports`, { datetime: NOW - 120 })];
    expect(newsArticles(items, ticker.value, name, NOW)[0]?.headline).toBe(`${name} reports`);
  }
});

test('accepts an article dated up to an hour ahead of the clock, but not a second more', () => {
  const ticker = parseTicker('AAPL');
  if (!ticker.ok) throw new Error('AAPL');
  const ahead = (seconds: number) => article(`Apple ${seconds}`, { datetime: NOW + seconds });
  expect(newsArticles([ahead(3600), ahead(3601)], ticker.value, 'Apple', NOW)).toHaveLength(1);
  expect(newsArticles([article('Apple', { datetime: NaN })], ticker.value, 'Apple', NOW)).toEqual([]);
});

test('takes at most 50 articles, and cuts texts without markup', () => {
  const ticker = parseTicker('AAPL');
  if (!ticker.ok) throw new Error('AAPL');
  const many = Array.from({ length: 80 }, (_, index) => article(`Apple ${index}`));
  expect(newsArticles(many, ticker.value, 'Apple', NOW)).toHaveLength(50);
  const [cut] = newsArticles(
    [article('<b>Apple</b>', { summary: 's'.repeat(5000) })],
    ticker.value,
    'Apple',
    NOW,
  );
  expect(cut?.headline).toBe('<b>Apple</b>');
  expect(cut?.summary).toHaveLength(600);
});
