import { expect, test } from 'vitest';
import {
  HORIZON_OPTIONS_DAYS,
  jointForecast,
  jointRecord,
  jointScenarios,
  sliceCandles,
  type Candles,
  type FactorInput,
  type HorizonDays,
  type JointScenarios,
} from '#compute';
import { logReturns, readHistory } from '#compute/forecast/forecast.ts';
import { residualCdf } from '#compute/forecast/projection.ts';
import { normal, uniform } from '../seeded.ts';
import { appleCandles, candlesOf } from '../series.ts';

const BARS = 700;
const random = uniform(54);
const market = Array.from({ length: BARS }, () => 0.01 * normal(random));

/** Bars that follow the market and moves of their own; the last `bars` of all. */
function listing(beta: number, own = 0.01, bars = BARS): Candles {
  let close = 100;
  const closes = market.map((move) => (close *= Math.exp(beta * move + own * normal(random))));
  return sliceCandles(candlesOf(closes), BARS - bars);
}

/** The prices that a holding's value is a product of. */
type Holding = readonly { readonly price: FactorInput; readonly isInverse: boolean }[];

/** Factors and exposures of holdings; the same object is one factor. */
function factorsOf(holdings: readonly Holding[]) {
  const inputs = [...new Set(holdings.flat().map(({ price }) => price))];
  const exposures = holdings.map((prices) =>
    prices.map(({ price, isInverse }) => ({ factor: inputs.indexOf(price), isInverse })),
  );
  return [inputs, exposures] as const;
}

const factorOf = (candles: Candles): FactorInput => ({ candles, calendar: 'daily' });
const holdingOf = (candles: Candles, ...rates: readonly FactorInput[]): Holding =>
  [factorOf(candles), ...rates].map((price) => ({ price, isInverse: false }));
const CASH: Holding = [];

function scenariosOf(holdings: readonly Holding[], horizonDays: HorizonDays = 7): JointScenarios {
  const result = jointScenarios(...factorsOf(holdings), horizonDays);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const forecastOf = ({ growth }: JointScenarios, values: readonly number[]) => jointForecast(growth, values);

const first = listing(1);
const second = listing(0.8);
const third = listing(-0.5);
const euro = factorOf(listing(0.2, 0.005));
const PAIR = [holdingOf(first), holdingOf(second)];

test.each(HORIZON_OPTIONS_DAYS)('gives one holding alone its own forecast at %i sessions', (horizonDays) => {
  const candles = appleCandles();
  const scenarios = scenariosOf([holdingOf(candles)], horizonDays);
  const { points, valueAtRisk95, chances, diversification } = forecastOf(scenarios, [1000]);
  const input = { ...factorOf(candles), horizonDays };
  const history = readHistory(input);
  if (!history.ok) throw new Error(history.error.reason);
  const own = logReturns(history.value, input);
  const expectLevel = (session: number, value: number, level: number) => {
    const { spread, medianMove } = own[session]!;
    const share = residualCdf(spread.quantiles, (Math.log(value / 1000) - medianMove) / spread.sigma);
    expect(Math.abs(share - level)).toBeLessThanOrEqual(1 / 1000);
  };
  expect(points).toHaveLength(horizonDays);
  for (const [i, { low95, low80, low50, price, high50, high80, high95 }] of points.entries()) {
    const stated = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975];
    for (const [k, value] of [low95, low80, low50, price, high50, high80, high95].entries())
      expectLevel(i, value, stated[k]!);
  }
  expectLevel(horizonDays - 1, 1000, chances[0]!);
  expectLevel(horizonDays - 1, 1000 - valueAtRisk95, 0.05);
  expect(diversification).toBe(0);
});

test('gives two halves of a holding the figures of the whole, and a holding beside itself no savings', () => {
  const whole = forecastOf(scenariosOf(PAIR), [600, 400]);
  const halves = forecastOf(scenariosOf([PAIR[0]!, ...PAIR]), [300, 300, 400]);
  expect(halves.valueAtRisk95).toBeCloseTo(whole.valueAtRisk95, 9);
  expect(halves.parts[0]! + halves.parts[1]!).toBeCloseTo(whole.parts[0]!, 9);
  expect(halves.points.at(-1)!.high95).toBeCloseTo(whole.points.at(-1)!.high95, 9);
  expect(halves.diversification).toBeCloseTo(whole.diversification, 9);

  const twins = scenariosOf([holdingOf(first), holdingOf(first)]);
  expect(forecastOf(twins, [300, 700]).diversification).toBeCloseTo(0, 9);
  expect(twins.correlations[0]![1]).toBeCloseTo(1, 12);
});

test('adds the parts up to the expected shortfall, which diversification lowers', () => {
  const scenarios = scenariosOf([...PAIR, holdingOf(third)]);
  const { parts, expectedShortfall95: mean, chances, ...joint } = forecastOf(scenarios, [500, 300, 200]);
  expect(parts.reduce((sum, part) => sum + part)).toBeCloseTo(mean, 9);
  expect(parts[2]).toBeLessThan(0);
  expect(mean).toBeGreaterThan(joint.valueAtRisk95);
  expect(joint.diversification).toBeGreaterThan(0.2 * mean);
  expect(chances).toEqual(chances.toSorted().toReversed());
  expect(new Set(chances).size).toBe(3);
  const [, ab, ac] = scenarios.correlations[0]!;
  expect(ab).toBeGreaterThan(0.3);
  expect(ac).toBeLessThan(-0.2);
});

test('changes only the order and the scale with the order and the unit of the holdings', () => {
  const holdings = [holdingOf(first, euro), holdingOf(second), CASH];
  const inDollars = forecastOf(scenariosOf(holdings), [500, 300, 200]);
  const inYen = forecastOf(scenariosOf(holdings.toReversed()), [20_000, 30_000, 50_000]);
  expect(inYen.valueAtRisk95).toBeCloseTo(100 * inDollars.valueAtRisk95, 6);
  expect(inYen.points.at(-1)!.low80).toBeCloseTo(100 * inDollars.points.at(-1)!.low80, 6);
  expect(inYen.chances).toEqual(inDollars.chances);
  for (const [i, part] of inYen.parts.toReversed().entries())
    expect(part).toBeCloseTo(100 * inDollars.parts[i]!, 6);
});

test('adds the currency as one more risk, whichever way its pair is quoted', () => {
  const [local, foreign] = [holdingOf(first), holdingOf(first, euro)].map((holding) =>
    forecastOf(scenariosOf([holding]), [1000]),
  );
  expect(foreign!.expectedShortfall95).toBeGreaterThan(local!.expectedShortfall95);
  const scenarios = scenariosOf([[{ price: euro, isInverse: false }], [{ price: euro, isInverse: true }]]);
  expect(forecastOf(scenarios, [1000, 0]).valueAtRisk95).toBeGreaterThan(0);
  for (const [t, ratio] of scenarios.growth[6]![0]!.entries())
    expect(ratio * scenarios.growth[6]![1]![t]!).toBeCloseTo(1, 12);
});

test('keeps the value of cash and of a holding that is withheld or no longer trades', () => {
  const alone = forecastOf(scenariosOf([holdingOf(first)]), [500]);
  const beside = forecastOf(scenariosOf([holdingOf(first), CASH]), [500, 500]);
  expect(beside.valueAtRisk95).toBeCloseTo(alone.valueAtRisk95, 9);
  expect(beside.parts[1]).toBe(0);
  expect(beside.diversification).toBeCloseTo(0, 9);
});

test('reads no later bar: neither scenarios nor record of the past change with the future', () => {
  const cut = BARS - 1;
  const columns = (['open', 'high', 'low', 'close'] as const).map((name) => [
    name,
    first[name].with(cut, 3 * first[name][cut]!),
  ]);
  const tripled = { ...first, ...Object.fromEntries(columns) };
  const before = (candles: Candles) =>
    forecastOf(scenariosOf([holdingOf(sliceCandles(candles, 0, cut)), PAIR[1]!]), [500, 500]);
  expect(before(tripled)).toEqual(before(first));

  // The same quantities: only the last window's outcome may differ.
  const record = (candles: Candles, value: number) =>
    jointRecord(...factorsOf([holdingOf(candles), PAIR[1]!]), [value, 500], 7)!;
  const changed = record(tripled, 1500).coverage80.value - record(first, 500).coverage80.value;
  expect(Math.abs(changed)).toBeLessThanOrEqual(1 / record(first, 500).n + 1e-12);
});

test('scores the past of the holdings', () => {
  const record = jointRecord(...factorsOf([...PAIR, CASH]), [400, 300, 300], 7)!;
  expect(record.n).toBe(50);
  const { coverage80, breaches95 } = record;
  expect([coverage80.low < 0.8, coverage80.high > 0.8]).toEqual([true, true]);
  expect([breaches95.low < 0.05, breaches95.high > 0.05]).toEqual([true, true]);
  const short = holdingOf(listing(1, 0.01, 59));
  expect(jointRecord(...factorsOf([short]), [100], 7)).toBeNull();
});

test('says how few days are common, and names the holding under 60 of them', () => {
  const shifted = (days: number): Candles => {
    const old = listing(0.5, 0.01, 300);
    const offset = (BARS - days) * 86_400;
    return { ...old, time: old.time.map((date) => date - offset) };
  };
  // 300 bars each, of which only the first or last ones are shared.
  const last300 = [third, second].map((candles) => holdingOf(sliceCandles(candles, BARS - 300)));
  const overlapping = (days: number) =>
    jointScenarios(...factorsOf([...last300, holdingOf(shifted(BARS - 300 + days))]), 7);
  const sixty = overlapping(60);
  expect(sixty).toMatchObject({ ok: true, value: { commonDays: 60, hasFewDays: true, young: [] } });
  // Four sub-ranks for each of 53 windows.
  expect(sixty.ok && sixty.value.growth[6]![0]).toHaveLength(4 * 53);
  expect(overlapping(59)).toMatchObject({ error: { reason: 'few_common_days', factor: 2, commonDays: 59 } });
  expect(overlapping(120)).toMatchObject({ value: { commonDays: 120, hasFewDays: false } });

  const short = jointScenarios(...factorsOf([holdingOf(first), holdingOf(listing(1, 0.01, 59))]), 7);
  expect(short).toMatchObject({ error: { reason: 'no_forecast', factor: 1, error: { gotBars: 59 } } });
});

test('couples a young holding through its beta instead of shortening all', () => {
  const young = scenariosOf([...PAIR, holdingOf(sliceCandles(third, BARS - 100))]);
  expect(young).toMatchObject({ commonDays: BARS, hasFewDays: false, young: [2] });
  expect(young.correlations[0]![2]).toBeLessThan(-0.1);
  expect(young.correlations[0]!.slice(0, 2)).toEqual(scenariosOf(PAIR).correlations[0]);
  expect(young.growth[6]![0]).toEqual(scenariosOf(PAIR).growth[6]![0]);
  const older = scenariosOf([...PAIR, holdingOf(sliceCandles(third, BARS - 300))]);
  expect(older).toMatchObject({ commonDays: 300, young: [] });
});
