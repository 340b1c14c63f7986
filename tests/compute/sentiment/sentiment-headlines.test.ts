import { expect, test } from 'vitest';
import { sentimentConfusion } from '../sentiment-confusion.ts';
import { labelledHeadlines } from '../vectors.ts';

const { table, misread } = sentimentConfusion();

test('at least 150 headlines are labelled, at least 40 of each tone, none twice', () => {
  expect(labelledHeadlines.length).toBeGreaterThanOrEqual(150);
  expect(new Set(labelledHeadlines.map(({ headline }) => headline)).size).toBe(labelledHeadlines.length);
  for (const row of Object.values(table)) {
    expect(row.positive + row.neutral + row.negative).toBeGreaterThanOrEqual(40);
  }
});

test('at least 85 % of the headlines are read as a reader labelled them', () => {
  expect(misread.length / labelledHeadlines.length).toBeLessThanOrEqual(0.15);
});

test('at most 3 % of the headlines with a tone are read as their opposite', () => {
  const toned = labelledHeadlines.filter(({ tone }) => tone !== 'neutral').length;
  expect((table.positive.negative + table.negative.positive) / toned).toBeLessThanOrEqual(0.03);
});

test('at least three quarters of each tone are found', () => {
  for (const tone of ['positive', 'neutral', 'negative'] as const) {
    const { positive, neutral, negative } = table[tone];
    expect(table[tone][tone] / (positive + neutral + negative)).toBeGreaterThanOrEqual(0.75);
  }
});
