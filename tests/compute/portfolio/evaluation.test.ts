import { expect, test } from 'vitest';
import type { DailyBars } from '#scripts/forecast/daily-bars.ts';
import { portfolioFigures } from '#scripts/forecast/portfolio-tables.ts';
import {
  drawPortfolios,
  METHODS,
  scorePortfolios,
  type Method,
  type MethodScore,
  type Portfolio,
} from '#scripts/forecast/portfolios.ts';
import { sliceCandles } from '#compute';
import { sharedDates } from '#compute/prices/compare.ts';
import { POOLED_MODEL } from '#compute/forecast/pooled-model.ts';
import { normal, uniform } from '../seeded.ts';
import { candlesOf } from '../series.ts';

const random = uniform(3);
const market = Array.from({ length: 762 }, () => 0.008 * normal(random));

/** A listing that follows the market, from the `skipped`-th date on. */
function listing(index: number, era: string, calendar: DailyBars['calendar'], skipped = 0): DailyBars {
  let close = 50;
  const closes = market.map((move) => (close *= Math.exp(move + 0.01 * normal(random))));
  const candles = sliceCandles(candlesOf(closes), skipped);
  const facts = { era, group: era, calendar, kind: 'share', results: null, scoreFrom: 250 } as const;
  return { ticker: `T${index}`, candles, ...facts };
}

const LISTINGS = Array.from({ length: 7 }, (_, index) => listing(index, 'S1', 'weekday'));
const LATE = listing(7, 'S2', 'weekday', 100);
const COIN = listing(8, 'S3', 'daily');

test('draws the same portfolios of a seed, only from listings with 700 common sessions', () => {
  const folder = [...LISTINGS, LATE, COIN];
  const portfolios = drawPortfolios(folder, 1);
  expect(drawPortfolios(folder, 1)).toEqual(portfolios);
  expect(drawPortfolios(folder, 2)).not.toEqual(portfolios);
  expect(portfolios.map(({ group }) => group)).toEqual([
    ...Array.from({ length: 100 }, () => 'S1'),
    ...Array.from({ length: 100 }, () => 'coins'),
  ]);
  for (const { holdings, weights } of portfolios) {
    expect(new Set(holdings).size).toBe(weights.length);
    expect(weights.length).toBeGreaterThanOrEqual(5);
    expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12);
    expect(sharedDates(holdings.map(({ candles }) => candles)).length).toBeGreaterThanOrEqual(700);
  }
});

test('scores every method on the same outcomes, and reads no later bar', () => {
  const holdings = LISTINGS.slice(0, 5);
  const scoresOf = (bars: readonly DailyBars[]) => {
    const portfolio: Portfolio = { group: 'S1', holdings: bars, weights: [0.3, 0.3, 0.2, 0.1, 0.1] };
    return scorePortfolios([portfolio], () => POOLED_MODEL).get(1)!;
  };
  const scores = scoresOf(holdings);
  expect(scores).toHaveLength(47);
  const last = market.length - 1;
  const crashed = holdings.map((bars) => {
    const close = bars.candles.close.with(last, bars.candles.close[last]! / 2);
    return { ...bars, candles: { ...bars.candles, close, low: close } };
  });
  const changed = scoresOf(crashed);
  expect(changed.slice(0, -1)).toEqual(scores.slice(0, -1));
  for (const method of METHODS) {
    // The last origin is one session before the end.
    expect(changed.at(-1)!.methods[method]).toMatchObject({ isBreach95: true, isBreach99: true });
    expect(changed.at(-1)!.methods[method].shortfall).toBe(scores.at(-1)!.methods[method].shortfall);
    expect(changed.at(-1)!.methods[method].fz0).toBeGreaterThan(scores.at(-1)!.methods[method].fz0);
  }
});

test('pools breaches, losses beyond them and differences to the benchmarks', () => {
  const held: MethodScore = {
    isBreach95: false,
    isBreach99: false,
    inside80: true,
    shortfall: 0.04,
    fz0: -3,
    crps: 2,
  };
  const missed = { ...held, isBreach95: true, inside80: false, fz0: 1 };
  const scored = [held, held, held, missed].map((joint, block) => ({
    block,
    group: 'S1',
    change: joint.isBreach95 ? -0.05 : 0.01,
    methods: { ...perMethod({ ...held, crps: 4 }), joint },
  }));
  expect(portfolioFigures(scored)).toMatchObject({
    n: 4,
    blocks: 4,
    var95_breaches: 0.25,
    var99_breaches: 0,
    coverage80: 0.75,
    loss_beyond_over_es: expect.closeTo(1.25, 12),
    fz0_difference: { historical_500: { value: 1 } },
    crps_ratio: { ewma_94: { value: 0.5, value_interval: [0.5, 0.5] } },
    benchmarks: { historical_250: { var95_breaches: 0 } },
  });
});

function perMethod(score: MethodScore): Record<Method, MethodScore> {
  return Object.fromEntries(METHODS.map((method) => [method, score])) as Record<Method, MethodScore>;
}
