import { companyPattern, headlineScore, sentimentLabel } from '#compute';
import { describe, expect, test } from 'vitest';
import { phraseHeadlines } from '../vectors.ts';

const score = (headline: string): number => headlineScore(headline, '');

describe('phrases', () => {
  test('are 120 headlines, each kind with its opposite', () => {
    expect(phraseHeadlines.length).toBeGreaterThanOrEqual(120);
    const kinds = Map.groupBy(phraseHeadlines, ({ kind }) => kind);
    for (const [kind, headlines] of kinds) {
      expect([kind, new Set(headlines.map(({ tone }) => tone)).size]).toEqual([kind, 2]);
    }
  });

  test.each(phraseHeadlines)('$kind: $headline', ({ headline, tone, name, ticker }) => {
    const company = name === undefined ? null : companyPattern(name, ticker ?? '');
    const label = sentimentLabel(headlineScore(headline, '', company));
    expect(label).toContain(tone === 'positive' ? 'Bullish' : 'Bearish');
  });

  test.each([
    ['Costs cut profit at Arden', 'Arden profit falls'],
    ['Arden does not cut its dividend', 'Arden raises its dividend'],
    ['Profit rises, costs fall', 'Profit rises. Costs fall'],
  ])('“%s” reads as “%s”', (headline, same) => {
    expect(score(headline)).toBeCloseTo(score(same), 12);
  });

  test.each([
    'Shares fall as costs rise',
    'Arden sells fuel tank business',
    'Arden appoints new risk officer',
    'Arden teams up with Solent',
  ])('do not invent a tone: “%s”', (headline) => {
    expect(score(headline)).toBeLessThanOrEqual(0);
  });
});

describe('a company’s name', () => {
  const bestBuy = companyPattern('Best Buy Co., Inc.', 'BBY');

  test.each([
    'Best Buy opens a store',
    'BEST BUY OPENS A STORE',
    'Best Buy’s new store',
    'BBY opens a store',
  ])('is no tone in “%s”', (headline) => {
    expect(headlineScore(headline, '', bestBuy)).toBe(0);
  });

  test('in lower case is the words that it consists of', () => {
    expect(headlineScore('Retailer has its best quarter', '', bestBuy)).toBeGreaterThan(0);
  });

  test('is no tone in the summary either, and may have signs of a pattern', () => {
    expect(
      headlineScore('', 'Gains (Holding) + Co. opened', companyPattern('Gains (Holding) + Co.', 'G')),
    ).toBe(0);
  });
});
