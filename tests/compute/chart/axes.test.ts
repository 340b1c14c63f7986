import { dateTicks, formatFor, priceRange } from '#compute';
import { describe, expect, test } from 'vitest';
import { priceAxisPx, priceTicks } from '#compute/chart/axes.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

const DAY_S = 86_400;
const START = Date.UTC(2024, 0, 1) / 1000;

/** Every calendar day from 2024-01-01. */
function days(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => START + i * DAY_S);
}

describe('dateTicks', () => {
  test('labels days in a short span', () => {
    expect(dateTicks(US, days(5), { from: 0, to: 5, limit: 6 }).map(({ label }) => label)).toEqual([
      'Jan 1',
      'Jan 2',
      'Jan 3',
      'Jan 4',
      'Jan 5',
    ]);
  });

  test.each([5, 30, 90, 365, 1250])('gives %d sessions at most the limit, in ascending order', (count) => {
    const ticks = dateTicks(US, days(count), { from: 0, to: count, limit: 8 });
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(ticks.map(({ index }) => index)).toEqual(
      ticks.map(({ index }) => index).toSorted((a, b) => a - b),
    );
  });

  test('labels the first session of each month if days do not fit, with the year in January', () => {
    const ticks = dateTicks(US, days(500), { from: 0, to: 500, limit: 8 });
    const dates = ticks.map(({ index }) => new Date((START + index * DAY_S) * 1000));
    expect(dates.every((date) => date.getUTCDate() === 1)).toBe(true);
    expect(ticks.find(({ index }) => index === 366)?.label).toBe('2025');
  });

  test('labels years if few bars span several', () => {
    const months = Float64Array.from({ length: 60 }, (_, i) => Date.UTC(2021, 11 + i, 1) / 1000);
    const labels = dateTicks(US, months, { from: 0, to: 60, limit: 13 }).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['2022', '2023', '2024', '2025', '2026']));
  });

  test('labels only visible sessions', () => {
    const ticks = dateTicks(US, days(1000), { from: 400, to: 430, limit: 8 });
    expect(ticks.every(({ index }) => index >= 400 && index < 430)).toBe(true);
  });
});

test.each([
  [227.5, 227.5],
  [180, 230],
  [1.2e-6, 1.4e-6],
  [0.9e6, 1.3e6],
  [-20, 70],
])('prices from %d to %d lie inside their axis, whose labels are round and far enough apart', (min, max) => {
  const range = priceRange(min, max);
  expect(range[0]).toBeLessThan(min);
  expect(range[1]).toBeGreaterThan(max);
  const { prices, decimals } = priceTicks(range, 264);
  expect(prices.length).toBeGreaterThan(1);
  expect((prices[1]! - prices[0]!) * (264 / (range[1] - range[0]))).toBeGreaterThanOrEqual(44 - 1e-6);
  prices.forEach((price) => {
    expect(price).toBeGreaterThanOrEqual(range[0]);
    expect(price).toBeLessThanOrEqual(range[1]);
    expect(Number(price.toFixed(decimals))).toBeCloseTo(price, 12);
  });
});

test('an axis is as wide as its widest label in the widest typeface', () => {
  // DejaVu Sans Bold at 12 px: 8.35 a digit, 4.56 a point, 9.75 and 8.16 for U and S.
  expect(priceAxisPx(['$1', '$227.50'])).toBeGreaterThanOrEqual(16 + 6 * 8.35 + 4.56);
  expect(priceAxisPx(['US$227.50'])).toBeGreaterThanOrEqual(16 + 6 * 8.35 + 4.56 + 9.75 + 8.16);
});
