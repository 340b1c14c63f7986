import { headlineScore, sentimentLabel, sentimentScore, sentimentTone } from '#compute';
import lexicon from '#compute/sentiment/lexicon.json' with { type: 'json' };
import type { HeadlineInput } from '#compute/sentiment/sentiment.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const above = (value: number): number => value + Math.abs(value) * Number.EPSILON;

test.each([
  [1, 'Very Bullish'],
  [above(0.5), 'Very Bullish'],
  [0.5, 'Bullish'],
  [above(0.2), 'Bullish'],
  [0.2, 'Neutral'],
  [0, 'Neutral'],
  [above(-0.2), 'Neutral'],
  [-0.2, 'Bearish'],
  [above(-0.5), 'Bearish'],
  [-0.5, 'Very Bearish'],
  [-1, 'Very Bearish'],
] as const)('a score of %d is %s', (score, label) => {
  expect(sentimentLabel(score)).toBe(label);
});

test.each([
  [above(0.3), 'gain'],
  [0.3, 'neutral'],
  [0, 'neutral'],
  [-0.3, 'neutral'],
  [-0.3 - Number.EPSILON, 'loss'],
] as const)('a score of %d has the tone %s', (score, tone) => {
  expect(sentimentTone(score)).toBe(tone);
});

const score = (headline: string): number => headlineScore(headline, '');
const news = (headline: string, ageDays: number): HeadlineInput => ({ headline, summary: '', ageDays });

describe('headlineScore', () => {
  test('is ±0.58 for one tone word and grows towards ±1 with more', () => {
    expect(score('Shares surge')).toBeCloseTo(1 / Math.sqrt(3), 12);
    expect(score('Shares plunge')).toBeCloseTo(-1 / Math.sqrt(3), 12);
    expect(score('Shares surge, profit beats')).toBeCloseTo(2 / Math.sqrt(6), 12);
  });

  test('is 0 without a lexicon word, or if tones cancel out', () => {
    expect(score('Apple to hold annual meeting in March')).toBe(0);
    expect(score('Sales rise, outlook weak')).toBe(0);
    expect(headlineScore('', '')).toBe(0);
  });

  test('reads finance words by their meaning in finance', () => {
    expect(score('Liability and tax of the share class')).toBe(0);
    expect(score('Analyst downgrades chipmaker')).toBeLessThan(0);
    expect(score('Regulator opens antitrust probe')).toBeLessThan(0);
  });

  test('reverses a tone word after a negation up to 3 words before, not 4', () => {
    expect(score('Not a strong')).toBe(-score('strong'));
    expect(score('not quite so strong')).toBe(-score('strong'));
    expect(score('not quite all so strong')).toBe(score('strong'));
    expect(score('Firm isn’t profitable')).toBe(score("Firm isn't profitable"));
    expect(score('Firm isn’t profitable')).toBeLessThan(0);
    expect(score('No losses')).toBeGreaterThan(0);
  });

  test('stops a negation at the end of a sentence', () => {
    expect(score('Not now. Strong sales')).toBe(score('strong'));
    expect(score('Why not? Strong sales')).toBe(score('strong'));
  });

  test('strengthens the next word by 1.5 or softens it by 0.5', () => {
    expect(score('sharply lower')).toBe(0);
    expect(score('sharply falls')).toBeCloseTo(-1.5 / Math.sqrt(1.5 ** 2 + 2), 12);
    expect(score('slightly weak')).toBeCloseTo(-0.5 / Math.sqrt(0.5 ** 2 + 2), 12);
    expect(score('sharply and falls')).toBe(score('falls'));
  });

  test('counts the summary at half weight', () => {
    expect(headlineScore('', 'Shares surge')).toBeCloseTo(0.5 / Math.sqrt(0.25 + 2), 12);
    expect(headlineScore('Shares surge', 'Shares plunge')).toBeGreaterThan(0);
  });

  test('ignores case', () => {
    expect(score('SHARES SURGE')).toBe(score('shares surge'));
  });

  test('stays within −1 and 1 for any text', () => {
    const words = fc.constantFrom(...lexicon.positive, ...lexicon.negative, 'not', 'very', '.', 'the');
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 60 }).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(text, text, (headline, summary) => {
        expect(Math.abs(headlineScore(headline, summary))).toBeLessThan(1);
      }),
    );
  });

  test('finds every word of its lexicon, each in only one list', () => {
    expect(lexicon.positive.filter((word) => !(score(word) > 0))).toEqual([]);
    expect(lexicon.negative.filter((word) => !(score(word) < 0))).toEqual([]);
  });
});

describe('sentimentScore', () => {
  const up = headlineScore('Shares surge', '');

  test('is null without headlines, and the score itself for one of any age', () => {
    expect(sentimentScore([])).toBeNull();
    expect(sentimentScore([news('Shares surge', 0)])).toBeCloseTo(up, 12);
    expect(sentimentScore([news('Shares surge', 10_000)])).toBeCloseTo(up, 12);
  });

  test('halves the weight of a headline every 2 days', () => {
    expect(sentimentScore([news('Shares surge', 0), news('Shares plunge', 2)])).toBeCloseTo(up / 3, 12);
    expect(sentimentScore([news('Shares surge', 1), news('Shares plunge', 5)])).toBeCloseTo((up * 3) / 5, 12);
  });

  test('counts headlines without tone as neutral', () => {
    expect(sentimentScore([news('Shares surge', 0), news('Annual meeting', 0)])).toBeCloseTo(up / 2, 12);
  });
});
