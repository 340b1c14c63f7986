/** Scores against figures computed by hand and by other methods. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToScores,
  blockDays,
  scoreLedger,
  type GroupSums,
  type HorizonScores,
  type SettledForecast,
} from '#compute';
import { wilsonInterval } from '#compute/back-test/intervals.ts';
import { runs } from '#support/runs.ts';

const FIRST_SESSION = '2024-01-01';

/** Decimals that sums preserve. */
const DIGITS = 9;

/** A settled forecast around 100 with an 80 % range of ±2 and a 95 % range of ±4. */
function settled(day: number, outcome: number, change: Partial<SettledForecast> = {}): SettledForecast {
  const base_date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
  const outcome_date = new Date(Date.UTC(2024, 0, 2 + day)).toISOString().slice(0, 10);
  return {
    ticker: 'AAPL',
    base_date,
    horizon_days: 1,
    base_close: 100,
    median: 100.5,
    low80: 98,
    high80: 102,
    low95: 96,
    high95: 104,
    probability_up: 0.6,
    probability_buy: 0.25,
    probability_sell: 0.15,
    model: 'm 1',
    outcome_date,
    outcome_close: outcome,
    error_percent: Math.abs(outcome - 100.5),
    no_change_error_percent: Math.abs(outcome - 100),
    ...change,
  } as SettledForecast;
}

function only(rows: readonly SettledForecast[]): HorizonScores {
  const [scores] = scoreLedger(rows, FIRST_SESSION);
  if (scores === undefined) throw new Error('no scores');
  return scores;
}

describe('a few rows, computed by hand', () => {
  const rows = [settled(0, 101), settled(1, 97), settled(2, 105), settled(3, 100)];
  const scores = only(rows);

  test('coverage counts an outcome on the edge as inside', () => {
    expect(scores.coverage80.value).toBe(0.5);
    expect(scores.coverage95.value).toBe(0.75);
    expect(only([settled(0, 102), settled(1, 98)]).coverage80.value).toBe(1);
  });

  test('skill is one minus the ratio of the errors', () => {
    expect(scores.skill?.value).toBeCloseTo(1 - (0.5 + 3.5 + 4.5 + 0.5) / (1 + 3 + 5 + 0), 12);
  });

  test('direction leaves out unchanged prices; the base rate is that of rises', () => {
    expect(scores.hit_rate?.value).toBeCloseTo(2 / 3, 12);
    expect(scores.base_rate).toBeCloseTo(2 / 3, 12);
  });

  test('pinball loss adds up the edges of a row', () => {
    // For an outcome of 101: each edge costs its level times the distance, the median half a point.
    const losses = [0.025 * 5, 0.1 * 3, 0.5 * 0.5, 0.1 * 1, 0.025 * 3];
    expect(only([settled(0, 101)]).pinball_percent).toBeCloseTo(
      losses.reduce((sum, loss) => sum + loss, 0) / 5,
      DIGITS,
    );
  });

  test('Brier scores are compared with always forecasting the share that came true', () => {
    expect(scores.brier.up.score).toBeCloseTo((2 * 0.4 ** 2 + 2 * 0.6 ** 2) / 4, DIGITS);
    expect(scores.brier.up.reference).toBeCloseTo(0.25, DIGITS);
    expect(scores.brier.buy.score).toBeCloseTo((0.75 ** 2 + 3 * 0.25 ** 2) / 4, DIGITS);
    expect(scores.brier.sell.score).toBeCloseTo((0.85 ** 2 + 3 * 0.15 ** 2) / 4, DIGITS);
  });

  test('exactly 2 % counts as a 2 % move', () => {
    const edge = only([settled(0, 102), settled(1, 98)]);
    expect(edge.brier.buy.reference).toBe(0.25);
    expect(edge.brier.sell.reference).toBe(0.25);
  });

  test('too few blocks give values without intervals', () => {
    expect(scores.coverage80).toEqual({ value: 0.5, low: null, high: null });
    expect(scores.skill).toMatchObject({ low: null, high: null });
  });
});

describe('reliability', () => {
  test('forecasts are grouped by tenths of their probability, with 1 in the last', () => {
    const scores = only([
      settled(0, 101, { probability_up: 0.51 }),
      settled(1, 99, { probability_up: 0.59 }),
      settled(2, 101, { probability_up: 1 }),
    ]);
    expect(scores.reliability.up).toMatchObject([
      { n: 2, forecast: expect.closeTo(0.55, DIGITS), observed: { value: 0.5 } },
      { n: 1, forecast: 1, observed: { value: 1 } },
    ]);
  });
});

describe('intervals', () => {
  /** Days that each fall into their own block. */
  const day = (i: number) => (i === 0 ? 0 : blockDays(1) * (i + 1) - 1);

  test('unrelated blocks of one row give Wilson’s interval on the number that Student’s t leaves', () => {
    const rows = Array.from({ length: 40 }, (_, i) => settled(day(i), i % 4 === 0 ? 103 : 101));
    const { coverage80, blocks } = only(rows);
    expect(blocks).toBe(40);
    // Sample variance of a share is p(1 − p)/(n − 1): the effective number is 39, less Student's share.
    const effective = 39 * (1.959963984540054 / (1.959963984540054 + 2.5 / 39)) ** 2;
    expect(coverage80.low).toBeCloseTo(wilsonInterval(0.75, effective).low, 12);
  });

  test('listings that move together count as one', () => {
    const alone = Array.from({ length: 40 }, (_, i) => settled(day(i), i % 4 === 0 ? 103 : 101));
    const together = alone.flatMap((row) => [row, { ...row, ticker: 'SPY' }, { ...row, ticker: 'QQQ' }]);
    expect(only(together).coverage80).toEqual(only(alone).coverage80);
  });

  /** Thirteen listings on the same days. */
  const thirteen = (row: SettledForecast) =>
    Array.from({ length: 13 }, (_, k): SettledForecast => ({ ...row, ticker: `T${k}` }));

  test('a range that always held counts one observation per block, however many the listings', () => {
    const { coverage80, blocks, reliability } = only(
      Array.from({ length: 6 * blockDays(1) }, (_, i) => settled(i, 101)).flatMap(thirteen),
    );
    expect(blocks).toBe(6);
    expect(coverage80).toEqual(wilsonInterval(1, blocks));
    expect(reliability.up[0]?.observed).toEqual(coverage80);
    // Six blocks that all held do not show that the stated 80 % is too low.
    expect(coverage80.low).toBeLessThan(0.8);
  });

  test('no interval counts more observations than non-overlapping windows', () => {
    const days = Array.from({ length: 420 }, (_, i) => settled(i, 101, { horizon_days: 7 }));
    const rows = days.flatMap(thirteen);
    // One miss of one listing: by the variance between blocks, rows would count as thousands of independent ones.
    rows[220] = { ...rows[220]!, outcome_close: 103 };
    expect(only(rows).coverage80).toEqual(wilsonInterval(1 - 1 / rows.length, 420 / 7));
    // Unchanged prices have no direction, which leaves 280 of 420 days.
    const still = rows.map((row, i) => (i % 39 < 13 ? { ...row, outcome_close: 100 } : row));
    still[220] = { ...still[220]!, outcome_close: 99 };
    expect(only(still).hit_rate).toEqual(wilsonInterval(1 - 1 / (280 * 13), 280 / 7));
  });

  test('forecasts of one block count as one, however many', () => {
    const once = Array.from({ length: 12 }, (_, i) => settled(day(i), i % 3 === 0 ? 103 : 101));
    const often = once.flatMap((row) => Array.from({ length: 9 }, () => row));
    for (const [many, few] of [
      [only(often).coverage80, only(once).coverage80],
      [only(often).skill, only(once).skill],
    ]) {
      expect(many?.low).toBeCloseTo(few?.low ?? Number.NaN, 12);
      expect(many?.high).toBeCloseTo(few?.high ?? Number.NaN, 12);
    }
  });

  test('95 % intervals of overlapping seven-day forecasts hold the true value often enough and are no wider than necessary', () => {
    // Two years of daily rows in runs of seven days with a common outcome: 0.8 of the runs are inside.
    let state = 12345;
    const random = () => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state / 2147483648;
    };
    const tries = runs(150, 3);
    let held = 0;
    let width = 0;
    for (let run = 0; run < tries; run++) {
      const shocks = Array.from({ length: 540 }, () => random() + random() + random() - 1.5);
      const sums = shocks
        .map((_, i) => shocks.slice(i, i + 7).reduce((sum, shock) => sum + shock, 0))
        .slice(0, 520);
      const outside = sums.map((sum) => Math.abs(sum) > 1.695);
      const rows = outside.map((isOutside, i) =>
        settled(Math.floor((i * 7) / 5), isOutside ? 103 : 101, { horizon_days: 7 }),
      );
      const { low, high } = only(rows).coverage80;
      if (low === null || high === null) throw new Error('too few blocks');
      const truth = 0.8;
      if (low <= truth && truth <= high) held += 1;
      width += (high - low) / tries;
    }
    expect(held / tries).toBeGreaterThan(0.94);
    // 520 independent rows would give 0.07, 74 non-overlapping ones 0.18.
    expect(width).toBeGreaterThan(0.12);
    expect(width).toBeLessThan(0.22);
  });
});

test('groups partition the rows, and each is scored as if alone', () => {
  const rows = Array.from({ length: 30 }, (_, i) =>
    settled(i * 3, 97 + (i % 8), { ticker: i % 3 === 0 ? 'SPY' : 'AAPL', model: i < 15 ? 'm 1' : 'm 2' }),
  );
  const scores = only(rows);
  for (const groups of [scores.by_ticker, scores.by_model, scores.by_month]) {
    expect(groups.reduce((sum, group) => sum + group.n, 0)).toBe(30);
  }
  const [alone] = scoreLedger(
    rows.filter(({ ticker }) => ticker === 'SPY'),
    FIRST_SESSION,
  );
  expect(scores.by_ticker.find(({ name }) => name === 'SPY')).toMatchObject({
    coverage80: alone!.coverage80,
    skill: alone!.skill,
    brier: alone!.brier,
  });
  expect(scores.by_month.map(({ name }) => name)).toEqual(['2024-01', '2024-02', '2024-03']);
});

test('property: rows added a few at a time, in any order, score like all at once, to the last bit', () => {
  const row = fc
    .record({
      day: fc.integer({ min: -5, max: 400 }),
      outcome: fc.double({ min: 80, max: 120, noNaN: true }),
      ticker: fc.constantFrom('AAPL', 'SPY'),
      probability_up: fc.double({ min: 0, max: 1, noNaN: true }),
      horizon_days: fc.constantFrom(1 as const, 30 as const),
    })
    .map(({ day, outcome, ...change }) => settled(day, outcome, change));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (rows, atATime) => {
      let scores: HorizonScores[] = [];
      let stored = '[]';
      const shuffled = rows.toSorted((a, b) => a.outcome_close - b.outcome_close);
      for (let from = 0; from < rows.length; from += atATime) {
        const sums = new Map<string, GroupSums>(JSON.parse(stored));
        scores = addToScores(scores, sums, shuffled.slice(from, from + atATime), FIRST_SESSION);
        stored = JSON.stringify([...sums]);
      }
      expect(scores).toEqual(scoreLedger(rows, FIRST_SESSION));
    }),
    { numRuns: 60 },
  );
});

test('there is no score without settled rows', () => {
  expect(scoreLedger([], FIRST_SESSION)).toEqual([]);
});

test('property: shares stay in 0…1 with the value inside its interval, and rescaled prices score the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 80, max: 120, noNaN: true }), { minLength: 1, maxLength: 80 }),
      fc.constantFrom(0.5, 4, 128),
      (outcomes, factor) => {
        const rows = outcomes.map((outcome, i) => settled(i * 9, outcome));
        const scores = only(rows);
        for (const estimate of [scores.coverage80, scores.coverage95, scores.hit_rate]) {
          if (estimate === null) continue;
          expect(estimate.value).toBeGreaterThanOrEqual(estimate.low ?? 0);
          expect(estimate.value).toBeLessThanOrEqual(estimate.high ?? 1);
        }
        const scaled = rows.map((row) => ({
          ...row,
          base_close: row.base_close * factor,
          median: row.median * factor,
          low80: row.low80 * factor,
          high80: row.high80 * factor,
          low95: row.low95 * factor,
          high95: row.high95 * factor,
          outcome_close: row.outcome_close * factor,
        }));
        expect(only(scaled)).toEqual(scores);
      },
    ),
    { numRuns: 60 },
  );
});
