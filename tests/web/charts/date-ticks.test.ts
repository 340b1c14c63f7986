import { describe, expect, test } from 'vitest';
import { dateTicks } from '../../../web/shared/charts/axis-labels.ts';
import { formatFor } from '../../../web/shared/format/format.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

const DAY_S = 86_400;
const START = Date.UTC(2024, 0, 1) / 1000;

/** Every calendar day from 2024-01-01. */
function days(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => START + i * DAY_S);
}

describe('dateTicks', () => {
  test('labels days while few are shown', () => {
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

  test('stands on the first session of a month when days do not fit, and January shows the year', () => {
    const ticks = dateTicks(US, days(500), { from: 0, to: 500, limit: 8 });
    const dates = ticks.map(({ index }) => new Date((START + index * DAY_S) * 1000));
    expect(dates.every((date) => date.getUTCDate() === 1)).toBe(true);
    expect(ticks.find(({ index }) => index === 366)?.label).toBe('2025');
  });

  test('labels only what is on screen', () => {
    const ticks = dateTicks(US, days(1000), { from: 400, to: 430, limit: 8 });
    expect(ticks.every(({ index }) => index >= 400 && index < 430)).toBe(true);
  });
});
