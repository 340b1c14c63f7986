import { findOutcome, hitRate } from '#compute';
import { describe, expect, test } from 'vitest';
import { candlesOf } from '../series.ts';
import { isoDate } from '#compute/dates/iso-date.ts';
import { wilsonInterval } from '#compute/back-test/intervals.ts';
import { MIN_SETTLED, type ShownForecast } from '#compute/ledger/outcome.ts';
import { coverageOf, normal, uniform } from '../seeded.ts';

/** Finished sessions; the anchor is the second, the target the fourth. */
const history = (closes: readonly number[]) => candlesOf(closes);
const { time } = history([99, 100, 101, 102, 103]);
const FORECAST = {
  anchor_date: isoDate(time[1]!),
  anchor_close: 100,
  target_date: isoDate(time[3]!),
};

describe('the settlement rule', () => {
  test('uses the close of the target date', () => {
    expect(findOutcome(FORECAST, history([99, 100, 101, 102, 103]))).toEqual({
      date: FORECAST.target_date,
      close: 102,
      splitFactor: 1,
    });
  });

  test('has no outcome before the target date or without the anchor', () => {
    expect(findOutcome(FORECAST, history([99, 100, 101]))).toBeNull();
    expect(findOutcome({ ...FORECAST, anchor_date: '1990-01-01' }, history([99, 100, 101, 102]))).toBeNull();
  });

  test('scales the close back by a split since the forecast', () => {
    expect(findOutcome(FORECAST, history([24.75, 25, 25.25, 25.5]))).toMatchObject({
      close: 102,
      splitFactor: 4,
    });
  });

  test.each([
    [99.6, 1],
    [100.4, 1],
    [98, 100 / 98],
  ])(
    'takes an anchor of 100 that is now %d for a correction under 0.5 %, for a split above',
    (anchor, factor) => {
      expect(findOutcome(FORECAST, history([99, anchor, 101, 102]))?.splitFactor).toBe(factor);
    },
  );
});

/** A settled forecast of one day: base 100, forecast 101 in 95…107 (80 %) and 90…112 (95 %). */
function noted(change: Partial<ShownForecast> = {}): ShownForecast {
  return {
    base_date: '2026-01-05',
    base_close: 100,
    target_date: '2026-01-06',
    median: 101,
    low80: 95,
    high80: 107,
    low95: 90,
    high95: 112,
    outcome: { close: 102 },
    ...change,
  };
}

function day(index: number): string {
  return new Date(Date.UTC(2026, 0, 5 + index)).toISOString().slice(0, 10);
}

/** The date `index` weekdays after Monday 2026-01-05. */
function weekday(index: number): string {
  return day(Math.floor(index / 5) * 7 + (index % 5));
}

/** One forecast per day, each settled on the next. */
const closes = (...values: number[]) =>
  values.map((close, index) =>
    noted({ base_date: day(index), target_date: day(index + 1), outcome: { close } }),
  );

/** Half a year of days: three blocks of 59 days or more. */
const halfYear = (isHit: (index: number) => boolean) =>
  closes(...Array.from({ length: 183 }, (_, index) => (isHit(index) ? 102 : 99)));

/**
 * Two years of daily forecasts of three listings with a common factor, all with the same range. Log volatility has a half-life
 * of ten sessions.
 */
function clusteredYears(random: () => number): ShownForecast[] {
  const KEPT = 0.933;
  let level = normal(random);
  return Array.from({ length: 504 }, (_, session) => {
    level = KEPT * level + Math.sqrt(1 - KEPT * KEPT) * normal(random);
    const sigma = Math.exp(0.5 * level - 0.25);
    const common = normal(random);
    return [0, 1, 2].map(() =>
      noted({
        base_date: weekday(session),
        target_date: weekday(session + 1),
        low80: 98.72,
        high80: 101.28,
        outcome: { close: 100 + sigma * (0.7 * common + 0.714 * normal(random)) },
      }),
    );
  }).flat();
}

describe('hitRate', () => {
  test('states no rate for 29 settled forecasts, but one for 30', () => {
    expect(MIN_SETTLED).toBe(30);
    expect(hitRate(closes(...Array<number>(29).fill(102)))).toMatchObject({ settled: 29, measured: null });
    expect(hitRate(closes(...Array<number>(30).fill(102))).measured?.hitRate?.value).toBe(1);
  });

  test('counts open forecasts without scoring them', () => {
    const open = noted({ outcome: null });
    expect(hitRate([open, noted(), open])).toMatchObject({ settled: 1, open: 2, measured: null });
  });

  test('counts a hit if the direction was right, and leaves out unchanged prices', () => {
    const journals = closes(...Array<number>(21).fill(102), ...Array<number>(9).fill(99), 100, 100);
    const { measured, unchanged, independent } = hitRate(journals);
    expect(unchanged).toBe(2);
    expect(independent).toBe(32);
    expect(measured?.hitRate?.value).toBeCloseTo(0.7, 12);
    expect(measured?.riseShare).toBeCloseTo(0.7, 12);
  });

  test('counts a correctly forecast fall as a hit', () => {
    const falls = closes(...Array<number>(30).fill(98)).map((fall) => Object.assign(fall, { median: 99 }));
    expect(hitRate(falls).measured).toMatchObject({ hitRate: { value: 1 }, riseShare: 0 });
  });

  test('counts an outcome on the edge of a range as inside', () => {
    const journals = closes(95, 107, 94.99, 107.01, 90, 112, 89.99, 112.01, ...Array<number>(24).fill(102));
    const { measured } = hitRate(journals);
    expect(measured?.coverage80.value).toBeCloseTo(26 / 32, 12);
    expect(measured?.coverage95.value).toBeCloseTo(30 / 32, 12);
  });

  test('counts listings that move together once', () => {
    const days = halfYear((index) => index % 3 > 0);
    const twice = hitRate([...days, ...days]);
    expect(twice.settled).toBe(366);
    expect(twice.independent).toBe(183);
    expect(twice.measured?.hitRate).toEqual(hitRate(days).measured?.hitRate);
  });

  test('never counts more than the forecasts without a shared day, however similar the blocks', () => {
    const { measured } = hitRate([...halfYear((index) => index % 3 > 0), noted({ outcome: null })]);
    expect(measured?.hitRate).toEqual(wilsonInterval(122 / 183, 183));
  });

  test('derives its intervals from the spread between two-month blocks, and counts equal blocks once each', () => {
    const months = hitRate(halfYear((index) => index < 61)).measured!.hitRate!;
    expect(months.value).toBeCloseTo(1 / 3, 12);
    // One of three blocks is right: fewer than three observations, while 183 days would give 27 to 40 %.
    expect(months.low).toBeLessThan(0.05);
    expect(months.high).toBeGreaterThan(0.8);
    expect(hitRate(halfYear(() => true)).measured!.hitRate).toEqual(wilsonInterval(1, 3));
  });

  test('uses blocks of two of the longest horizons', () => {
    const days = halfYear(() => true);
    const quarter = noted({ base_date: day(0), target_date: day(90) });
    expect(hitRate([...days, quarter]).measured!.coverage80).toEqual(wilsonInterval(1, 1));
  });

  test('property: under clustered volatility its interval holds the true share about 9 times in 10, one over forecasts without a shared day 6 times', () => {
    const journals = Array.from({ length: 100 }, (_, seed) => clusteredYears(uniform(seed + 1)));
    const measured = journals.map((shown) => hitRate(shown).measured!.coverage80);
    const truth = measured.reduce((sum, { value }) => sum + value, 0) / measured.length;
    const byDays = journals.map((shown, i) => wilsonInterval(measured[i]!.value, hitRate(shown).independent));
    expect(coverageOf(byDays, truth)).toBeLessThan(0.65);
    expect(coverageOf(measured, truth)).toBeGreaterThan(0.85);
  });

  test('treats forecasts from one day as sharing it', () => {
    // 30 horizons from one base all share its first day.
    const journals = Array.from({ length: 30 }, (_, index) =>
      noted({ target_date: `2026-02-${String(index + 1).padStart(2, '0')}` }),
    );
    const { independent, measured } = hitRate(journals);
    expect(independent).toBe(1);
    expect(measured?.hitRate).toEqual(wilsonInterval(1, 1));
  });

  test('treats a forecast that begins on the day another ends as not sharing it', () => {
    const chain = [
      noted({ base_date: '2026-01-05', target_date: '2026-01-06' }),
      noted({ base_date: '2026-01-06', target_date: '2026-01-08' }),
      noted({ base_date: '2026-01-07', target_date: '2026-01-09' }),
    ];
    expect(hitRate(chain).independent).toBe(2);
  });

  test('has coverage but no hit rate if nothing moved', () => {
    const { measured } = hitRate(closes(...Array<number>(30).fill(100)));
    expect(measured).toMatchObject({ hitRate: null, riseShare: null, coverage80: { value: 1 } });
  });
});
