import {
  backTest,
  forecast,
  HORIZON_OPTIONS_DAYS,
  isoDate,
  sliceCandles,
  type HorizonBackTest,
  type HorizonDays,
} from '#compute';
import { expect, test } from 'vitest';
import { appleCandles, candlesOf, scaleCandles } from '../series.ts';

const apple = appleCandles();
const LAST = apple.close.length - 1;

function at(horizonDays: HorizonDays, candles = apple): HorizonBackTest {
  const found = backTest({ candles, calendar: 'nyse' })?.find((result) => result.horizonDays === horizonDays);
  if (found === undefined) throw new Error(`no back-test at ${horizonDays}`);
  return found;
}

/** Bars for exactly this many non-overlapping windows. */
function bars(windows: number, horizonDays: number): number {
  return 60 + (windows - 1) * horizonDays + horizonDays;
}

function horizons(n: number): number[] | undefined {
  return backTest({ candles: sliceCandles(apple, 0, n), calendar: 'nyse' })?.map(
    ({ horizonDays }) => horizonDays,
  );
}

test.each(HORIZON_OPTIONS_DAYS)(
  'at %d days coverage and errors equal a replay of the shipped forecast on truncated histories',
  (horizonDays) => {
    const short = sliceCandles(apple, 0, 420);
    let inside50 = 0;
    let inside80 = 0;
    let inside95 = 0;
    let error = 0;
    let width = 0;
    let n = 0;
    for (let origin = 59; origin + horizonDays < 420; origin++) {
      const seen = forecast({ candles: sliceCandles(apple, 0, origin + 1), horizonDays, calendar: 'nyse' });
      if (!seen.ok) throw new Error(seen.error.reason);
      const point = seen.value.points.at(-1)!;
      const outcome = apple.close[origin + horizonDays]!;
      const base = apple.close[origin]!;
      n++;
      if (outcome >= point.low50 && outcome <= point.high50) inside50++;
      if (outcome >= point.low80 && outcome <= point.high80) inside80++;
      if (outcome >= point.low95 && outcome <= point.high95) inside95++;
      error += (Math.abs(outcome - point.price) / base) * 100;
      width += ((point.high80 - point.low80) / base) * 100;
    }
    const result = at(horizonDays, short);
    const covered = (nominal: number) =>
      result.calibration.find((point) => point.nominal === nominal)?.covered.value;
    expect(result.n).toBe(n);
    expect(covered(0.5)).toBe(inside50 / n);
    expect(covered(0.8)).toBe(inside80 / n);
    expect(covered(0.95)).toBe(inside95 / n);
    expect(result.medianErrorPercent.model.value).toBeCloseTo(error / n, 9);
    expect(result.widthPercent.model.value).toBeCloseTo(width / n, 9);
  },
);

test('the baseline is a normal random walk with the sigma before the origin and the model’s drift', () => {
  let inside95 = 0;
  let width = 0;
  let n = 0;
  for (let origin = 59; origin < 400 - 7; origin++) {
    const logs = Array.from(apple.close.subarray(0, origin + 1), Math.log);
    const returns = logs.slice(1).map((log, i) => log - logs[i]!);
    const mean = returns.reduce((sum, r) => sum + r, 0) / returns.length;
    const sigma = Math.sqrt((returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / returns.length) * 7);
    n++;
    if (
      Math.abs(Math.log(apple.close[origin + 7]! / apple.close[origin]!) - 0.0021) <=
      1.959963984540054 * sigma
    )
      inside95++;
    width +=
      Math.exp(0.0021) * (Math.exp(1.2815515655446004 * sigma) - Math.exp(-1.2815515655446004 * sigma)) * 100;
  }
  const result = at(7, sliceCandles(apple, 0, 400));
  expect(result.calibration.find(({ nominal }) => nominal === 0.95)?.baselineCovered.value).toBe(
    inside95 / n,
  );
  expect(result.widthPercent.baseline.value).toBeCloseTo(width / n, 6);
});

test('origins are daily and span the whole history', () => {
  const result = at(7);
  expect(result.n).toBe(apple.close.length - 59 - 7);
  expect(result.from).toBe(isoDate(apple.time[59]!));
  expect(result.to).toBe(isoDate(apple.time[LAST]!));
  expect(result.nEffective).toBe(Math.floor((result.n - 1 + 7) / 7));
});

test('the years partition the origins, each with its own interval', () => {
  for (const result of backTest({ candles: apple, calendar: 'nyse' })!) {
    expect(result.years.map(({ year }) => year)).toEqual([2013, 2014, 2015, 2016, 2017, 2018]);
    expect(result.years.reduce((sum, { n }) => sum + n, 0)).toBe(result.n);
    const held = result.years.reduce((sum, { n, coverage80 }) => sum + n * coverage80.value, 0);
    const overall = result.calibration.find(({ nominal }) => nominal === 0.8)!.covered.value;
    expect(held / result.n).toBeCloseTo(overall, 12);
    for (const { bandSkill, nEffective } of result.years) {
      expect(bandSkill === null).toBe(nEffective < 2);
      expect((bandSkill?.low ?? 0) <= (bandSkill?.high ?? 0)).toBe(true);
    }
  }
});

test('a wider interval never holds fewer outcomes, and every share lies in its interval', () => {
  for (const { calibration } of backTest({ candles: apple, calendar: 'nyse' })!) {
    for (const kind of ['covered', 'baselineCovered'] as const) {
      const shares = calibration.map((point) => point[kind].value);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      for (const { [kind]: share } of calibration) {
        expect(share.low).toBeLessThanOrEqual(share.value);
        expect(share.high).toBeGreaterThanOrEqual(share.value);
      }
    }
  }
});

test('on real prices the bands beat constant volatility at one day, beyond chance', () => {
  expect(at(1).bandSkill.low).toBeGreaterThan(0);
});

test('no origin reads later bars: a changed outcome leaves every earlier window unchanged', () => {
  const changed = structuredClone(apple);
  changed.close[LAST] = changed.close[LAST]! * 1.5;
  const before = at(1);
  const after = at(1, changed);
  expect(after.years.slice(0, -1)).toEqual(before.years.slice(0, -1));
  // One origin's outcome: its absolute error grew by half of the last close, the others are unchanged.
  const growth = (after.medianErrorPercent.model.value - before.medianErrorPercent.model.value) * before.n;
  expect(growth).toBeGreaterThan(40);
  expect(growth).toBeLessThan(60);
  expect(after.widthPercent.model.value).toBe(before.widthPercent.model.value);
});

test('scaling all prices by 7 changes nothing', () => {
  const one = at(14);
  const seven = at(14, scaleCandles(apple, 7));
  expect(seven.calibration).toEqual(one.calibration);
  expect(seven.bandSkill.value).toBeCloseTo(one.bandSkill.value, 12);
});

test('a horizon is scored if it has at least eight non-overlapping windows', () => {
  expect(horizons(bars(8, 30))).toEqual([1, 7, 14, 30]);
  expect(horizons(bars(8, 30) - 1)).toEqual([1, 7, 14]);
  expect(horizons(bars(8, 1))).toEqual([1]);
  expect(horizons(bars(8, 1) - 1)).toBeUndefined();
});

test('there is no back-test without prices, or if the price has not moved since the first origin', () => {
  expect(
    backTest({ candles: candlesOf(Array.from({ length: 400 }, () => 5)), calendar: 'daily' }),
  ).toBeNull();
  expect(
    backTest({
      candles: candlesOf(Array.from({ length: 400 }, (_, i) => (i < 50 ? 4 + i / 50 : 5))),
      calendar: 'daily',
    }),
  ).toBeNull();
  expect(backTest({ candles: candlesOf([]), calendar: 'daily' })).toBeNull();
});

test('the span and each year that overlap the fitted dates are marked in-sample', () => {
  const [result] = backTest({ candles: candlesOf(apple.close, '2020-06-01'), calendar: 'daily' })!;
  expect(result!.inSample).toBe(true);
  expect(result!.years.map(({ year, inSample }) => [year, inSample])).toEqual([
    [2020, true],
    [2021, true],
    [2022, false],
    [2023, false],
  ]);
  expect(backTest({ candles: candlesOf(apple.close, '2021-02-01'), calendar: 'daily' })![0]!.inSample).toBe(
    false,
  );
});
