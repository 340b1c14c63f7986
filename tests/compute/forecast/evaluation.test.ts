import { HORIZON_OPTIONS_DAYS, sliceCandles, type Candles } from '#compute';
import { describe, expect, test } from 'vitest';
import type { DailyBars } from '#scripts/forecast/daily-bars.ts';
import { blockInterval } from '#scripts/forecast/block-bootstrap.ts';
import { scoreFolder, type Scored } from '#scripts/forecast/score.ts';
import { POOLED_MODEL } from '#compute/forecast/pooled-model.ts';
import { appleCandles, scaleCandles } from '../series.ts';

const SCORE_FROM = 250;
const apple = appleCandles();

const APPLE: Omit<DailyBars, 'candles'> = {
  ticker: 'AAPL',
  era: '',
  group: '',
  calendar: 'nyse',
  kind: 'share',
  results: null,
  scoreFrom: SCORE_FROM,
};

function scoresOf(candles: Candles): ReadonlyMap<number, readonly Scored[]> {
  return scoreFolder([{ ...APPLE, candles }], () => POOLED_MODEL);
}

type Loss = 'crps' | 'baselineCrps' | 'error' | 'noChangeError';

function ratio(scores: readonly Scored[], loss: Loss, reference: Loss): number {
  const total = (name: Loss): number => scores.reduce((sum, score) => sum + score[name], 0);
  return total(loss) / total(reference);
}

const crpsRatio = (scores: readonly Scored[]): number => ratio(scores, 'crps', 'baselineCrps');

/** The same bars in another order; each keeps its overnight move, shape and volume. Seeded (Lehmer 1951). */
function shuffled(candles: Candles, seed: number): Candles {
  const order = Array.from({ length: candles.close.length - 1 }, (_, i) => i + 1);
  let state = seed;
  for (let i = order.length - 1; i > 0; i--) {
    state = (state * 48_271) % 2_147_483_647;
    const j = state % (i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const mixed = structuredClone(candles);
  for (const [i, from] of order.entries()) {
    const factor = mixed.close[i]! / candles.close[from - 1]!;
    for (const name of ['open', 'high', 'low', 'close'] as const) {
      mixed[name][i + 1] = candles[name][from]! * factor;
    }
    mixed.volume[i + 1] = candles.volume[from]!;
  }
  return mixed;
}

const real = scoresOf(apple);

test('on Apple’s real days the one-day bands beat a constant-volatility random walk by at least 2 % of CRPS', () => {
  expect(crpsRatio(real.get(1)!)).toBeLessThan(0.98);
});

test('with shuffled days there is nothing to forecast, and the gain over the random walk disappears', () => {
  // The fat-tailed shape beats a normal one in any order, so a shuffle may keep a small gain.
  const shuffles = [1, 2, 3].map((seed) => crpsRatio(scoresOf(shuffled(apple, seed)).get(1)!));
  const mean = shuffles.reduce((sum, crps) => sum + crps, 0) / shuffles.length;
  expect(mean).toBeGreaterThan(0.99);
  expect(Math.min(...shuffles)).toBeGreaterThan(crpsRatio(real.get(1)!));
});

test('with 60 bars or more, the one-day bands beat a random walk fitted to the same bars', () => {
  const starts = Array.from({ length: Math.floor(apple.close.length / 20) - 4 }, (_, i) => i * 20);
  const folder = starts.map((start) => ({
    ...APPLE,
    candles: sliceCandles(apple, start, start + 67),
    scoreFrom: 59,
  }));
  expect(crpsRatio(scoreFolder(folder, () => POOLED_MODEL, true).get(1)!)).toBeLessThan(0.99);
});

test('origins on every day include the weekly ones, with the same scores', () => {
  const short = sliceCandles(apple, 0, 400);
  const bars = { ...APPLE, candles: short };
  const weekly = scoreFolder([bars], () => POOLED_MODEL).get(7)!;
  const daily = scoreFolder([bars], () => POOLED_MODEL, true).get(7)!;
  expect(daily).toHaveLength(400 - 7 - SCORE_FROM);
  expect(daily.filter((_, i) => i % 5 === 0)).toEqual(weekly);
});

test('a block interval contains its ratio, and has no width if all blocks are alike', () => {
  const scores = real.get(1)!;
  const [low, high] = blockInterval(
    scores,
    ({ crps }) => crps,
    ({ baselineCrps }) => baselineCrps,
  );
  expect(low).toBeLessThan(crpsRatio(scores));
  expect(high).toBeGreaterThan(crpsRatio(scores));
  expect(
    blockInterval(
      scores,
      ({ crps }) => 0.9 * crps,
      ({ crps }) => crps,
    )[0],
  ).toBeCloseTo(0.9, 12);
});

test('the baseline has the model’s drift, because rising prices are not skill', () => {
  const normal90 = 1.2815515655446004;
  let baseline = 0;
  for (let origin = SCORE_FROM; origin + 30 < apple.close.length; origin += 5) {
    const logs = Array.from(apple.close.subarray(Math.max(0, origin - 1249), origin + 1), Math.log);
    const returns = logs.slice(1).map((log, i) => log - logs[i]!);
    const mean = returns.reduce((sum, r) => sum + r, 0) / returns.length;
    const sigma = Math.sqrt((returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / returns.length) * 30);
    const [low, high] = [Math.exp(0.009 - sigma * normal90), Math.exp(0.009 + sigma * normal90)];
    const outcome = apple.close[origin + 30]! / apple.close[origin]!;
    const missed = Math.max(0, low - outcome) + Math.max(0, outcome - high);
    baseline += (high - low + 10 * missed) / sigma;
  }
  const scored = real.get(30)!.reduce((sum, { baselineWinkler80 }) => sum + baselineWinkler80, 0);
  expect(scored).toBeCloseTo(baseline, 6);
});

describe.each(HORIZON_OPTIONS_DAYS)('at %d days', (horizonDays) => {
  const scores = real.get(horizonDays)!;

  test('every fifth session from the first on is an origin if its outcome is known', () => {
    expect(scores).toHaveLength(Math.ceil((apple.close.length - horizonDays - SCORE_FROM) / 5));
  });

  test('rows after an outcome do not change its score', () => {
    const cut = 700;
    const changed = structuredClone(apple);
    for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
      for (let t = cut + 1; t < changed.close.length; t++) changed[name][t]! *= 5;
    }
    const settled = Math.floor((cut - horizonDays - SCORE_FROM) / 5) + 1;
    expect(scoresOf(changed).get(horizonDays)!.slice(0, settled)).toEqual(scores.slice(0, settled));
  });

  test('scaling the prices by 7 leaves the scores unchanged', () => {
    const sevenfold = scoresOf(scaleCandles(apple, 7)).get(horizonDays)!;
    expect(crpsRatio(sevenfold)).toBeCloseTo(crpsRatio(scores), 8);
  });

  test('the median path errs at most 0.2 % more than "no change"', () => {
    expect(ratio(scores, 'error', 'noChangeError')).toBeLessThan(1.002);
  });
});
