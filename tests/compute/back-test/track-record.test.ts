import { forecast, HORIZON_OPTIONS_DAYS, isoDate, sliceCandles, verdictOn } from '#compute';
import type { Candles, HorizonDays, TradingCalendar } from '#compute';
import { wilsonInterval } from '#compute/back-test/intervals.ts';
import { trackRecord } from '#compute/back-test/track-record.ts';
import { readVolatility } from '#compute/forecast/volatility.ts';
import { expect, test } from 'vitest';
import { appleCandles, candlesOf, scaleCandles } from '../series.ts';

function recordOf(candles: Candles, horizonDays: HorizonDays, calendar: TradingCalendar) {
  return trackRecord(readVolatility({ candles, calendar }), horizonDays);
}

const apple = appleCandles();

/** Bars for exactly `scored` weekly origins, from the first with 60 bars. */
const barsFor = (scored: number, horizonDays: HorizonDays): number => 60 + (scored - 1) * 5 + horizonDays;

/** Replays the public forecast on truncated histories, as users would have seen it. */
function replay(horizonDays: HorizonDays): {
  n: number;
  inside80: number;
  inside95: number;
  skill: number;
  rises: number;
  moves: number;
} {
  const settled = apple.close.length - 1;
  const score = { n: 0, inside80: 0, inside95: 0, skill: 0, rises: 0, moves: 0 };
  let error = 0;
  let noChangeError = 0;
  for (let origin = settled - horizonDays; origin > settled - horizonDays - 250; origin -= 5) {
    const result = forecast({ candles: sliceCandles(apple, 0, origin + 1), horizonDays, calendar: 'nyse' });
    if (!result.ok) throw new Error(result.error.reason);
    const point = result.value.points.at(-1)!;
    const base = apple.close[origin]!;
    const outcome = apple.close[origin + horizonDays]!;
    score.n++;
    if (outcome >= point.low80 && outcome <= point.high80) score.inside80++;
    if (outcome >= point.low95 && outcome <= point.high95) score.inside95++;
    if (outcome !== base) score.moves++;
    if (outcome > base) score.rises++;
    error += Math.abs(outcome - point.price) / base;
    noChangeError += Math.abs(outcome - base) / base;
  }
  score.skill = 1 - error / noChangeError;
  return score;
}

test.each(HORIZON_OPTIONS_DAYS)(
  'at %d days it equals a replay of the shipped forecast on truncated histories',
  (horizonDays) => {
    const record = recordOf(apple, horizonDays, 'nyse')!;
    const expected = replay(horizonDays);
    expect(record.n).toBe(50);
    expect(expected.n).toBe(50);
    expect(record.coverage80.value).toBe(expected.inside80 / 50);
    expect(record.coverage95.value).toBe(expected.inside95 / 50);
    expect(record.skill.value).toBeCloseTo(expected.skill, 12);
    expect(record.baseRate).toBe(expected.rises / expected.moves);
    expect(record.hitRate.value).toBe(expected.rises / expected.moves); // The median always rises a little.
  },
);

test.each(HORIZON_OPTIONS_DAYS)(
  'at %d days the width of the last bar’s range is ranked among the origins’ widths',
  (horizonDays) => {
    const widthAt = (bars: number): number => {
      const made = forecast({ candles: sliceCandles(apple, 0, bars), horizonDays, calendar: 'nyse' });
      if (!made.ok) throw new Error(made.error.reason);
      const { low80, high80 } = made.value.points.at(-1)!;
      return (high80 - low80) / made.value.basePrice;
    };
    const bars = apple.close.length;
    const origins = Array.from({ length: 50 }, (_, i) => bars - horizonDays - 5 * i);
    const narrower = origins.filter((origin) => widthAt(origin) < widthAt(bars)).length;
    expect(recordOf(apple, horizonDays, 'nyse')!.widthRank).toBe(narrower / 50);
  },
);

test.each([
  ['2015-01-01', '2017-10-04', true],
  ['2018-06-28', '2021-03-31', true],
  ['2018-06-29', '2021-04-01', false],
])('for bars from %s on it begins on %s; in-sample: %s', (firstBar, from, inSample) => {
  expect(recordOf(candlesOf(apple.close, firstBar), 7, 'daily')).toMatchObject({ from, inSample });
});

const pinball = (outcome: number, quantile: number, level: number): number =>
  outcome >= quantile ? level * (outcome - quantile) : (1 - level) * (quantile - outcome);

test('the bands’ skill is 1 minus their pinball loss over that of a random walk with the same drift', () => {
  const normal = [-1.959963984540054, -1.2815515655446004, -0.6744897501960817, 0];
  const levels = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975];
  // Not more than a forecast reads.
  const bars = sliceCandles(apple, 20);
  const settled = bars.close.length - 1;
  let bands = 0;
  let baseline = 0;
  for (let origin = settled - 7; origin > settled - 7 - 250; origin -= 5) {
    const known = sliceCandles(bars, 0, origin + 1);
    const result = forecast({ candles: known, horizonDays: 7, calendar: 'nyse' });
    if (!result.ok) throw new Error(result.error.reason);
    const { low95, low80, low50, price, high50, high80, high95 } = result.value.points.at(-1)!;
    const base = known.close.at(-1)!;
    const outcome = bars.close[origin + 7]!;
    const returns = Array.from(known.close.subarray(-1251), Math.log)
      .map((log, i, logs) => log - logs[i - 1]!)
      .slice(1);
    const mean = returns.reduce((sum, r) => sum + r, 0) / returns.length;
    const sigma = Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / returns.length);
    const z = [
      ...normal,
      ...normal
        .slice(0, 3)
        .map((quantile) => -quantile)
        .toReversed(),
    ];
    [low95, low80, low50, price, high50, high80, high95].forEach((quantile, i) => {
      bands += pinball(outcome, quantile, levels[i]!) / base;
      baseline +=
        pinball(outcome, base * Math.exp(0.0003 * 7 + sigma * Math.sqrt(7) * z[i]!), levels[i]!) / base;
    });
  }
  expect(recordOf(bars, 7, 'nyse')!.bandSkill.value).toBeCloseTo(1 - bands / baseline, 10);
});

test.each([
  [1, 50],
  [7, 36],
  [14, 18],
  [30, 9],
] as const)('at %d days 50 weekly windows count as %d', (horizonDays, nEffective) => {
  expect(recordOf(apple, horizonDays, 'nyse')!.nEffective).toBe(nEffective);
});

test('runs from the first origin’s date to the last bar', () => {
  const { from, to } = recordOf(apple, 7, 'nyse')!;
  expect(from).toBe(isoDate(apple.time[apple.time.length - 1 - 7 - 245]!));
  expect(to).toBe('2018-05-11');
});

test.each(HORIZON_OPTIONS_DAYS)(
  'at %d days there is no track record from 7 scored forecasts, and one from 8',
  (horizonDays) => {
    const bars = barsFor(8, horizonDays);
    expect(recordOf(sliceCandles(apple, 0, bars - 1), horizonDays, 'nyse')).toBeNull();
    expect(recordOf(sliceCandles(apple, 0, bars), horizonDays, 'nyse')).toMatchObject({ n: 8 });
  },
);

test('every origin has 60 earlier bars', () => {
  expect(recordOf(sliceCandles(apple, 0, 200), 7, 'nyse')!.n).toBe(Math.floor((200 - 1 - 7 - 59) / 5) + 1);
});

test('an outcome affects only the windows that end on it', () => {
  const changed = structuredClone(apple);
  const settled = changed.close.length - 1;
  changed.close[settled] = changed.close[settled]! * 1.5;
  // Of the weekly 7-day windows only the last one ends on the last bar; it was inside both bands before.
  const before = recordOf(apple, 7, 'nyse')!;
  const after = recordOf(changed, 7, 'nyse')!;
  expect(before.coverage95.value - after.coverage95.value).toBeCloseTo(1 / 50, 12);
  expect(before.coverage80.value - after.coverage80.value).toBeLessThanOrEqual(1 / 50 + 1e-12);
  expect(after.baseRate).toBe(before.baseRate);
});

test('a price that never moved has no track record', () => {
  expect(recordOf(candlesOf(Array.from({ length: 400 }, () => 5)), 7, 'daily')).toBeNull();
});

test('windows that end unchanged are left out of the direction, but counted', () => {
  // Every second weekly 1-day window has a rise, which comes every tenth session, and the others no move; between them the price
  // goes up and comes back.
  const between = [0, 0.5, 0.2, 0, 0];
  const closes = Array.from({ length: 400 }, (_, i) => 100 + Math.floor((i + 1) / 10) + between[i % 5]!);
  const record = recordOf(candlesOf(closes), 1, 'daily')!;
  expect(record.n).toBe(50);
  // Every move was a rise, in each of the five blocks of two months.
  expect(record.hitRate).toEqual(wilsonInterval(1, 5));
  expect(record.baseRate).toBe(1);
});

test.each([
  ['above', 1.0005],
  ['below', 0.999],
] as const)('a steady move makes the skill %s "no change"', (verdict, growth) => {
  const closes = Array.from({ length: 400 }, (_, i) => 100 * growth ** i);
  expect(verdictOn(recordOf(candlesOf(closes), 7, 'daily')!.skill, 0)).toBe(verdict);
});

test('scaling all prices by 7 changes nothing', () => {
  const one = recordOf(apple, 14, 'nyse')!;
  const seven = recordOf(scaleCandles(apple, 7), 14, 'nyse')!;
  expect(seven.coverage80).toEqual(one.coverage80);
  expect(seven.skill.value).toBeCloseTo(one.skill.value, 12);
});
