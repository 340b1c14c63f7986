import {
  barsInYear,
  type Candles,
  candlesFromRows,
  type IndicatorKind,
  indicatorLines,
  INDICATORS,
  intradayBarsInYear,
  modelVolatility,
  resample,
} from '#compute';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comingFrom } from '#support/coming-sessions.ts';
import { appleCandles, candlesOf } from '../series.ts';
import { largestDifference, talibVector } from '../vectors.ts';
import { textbook } from './textbook.ts';

const kinds = Object.keys(INDICATORS) as IndicatorKind[];
const apple = appleCandles();

function initial(kind: IndicatorKind): number[] {
  return INDICATORS[kind].parameters.map((parameter) => parameter.initial);
}

function smallest(kind: IndicatorKind): number[] {
  return INDICATORS[kind].parameters.map((parameter) => parameter.min);
}

function largest(kind: IndicatorKind): number[] {
  return INDICATORS[kind].parameters.map((parameter) => parameter.max);
}

describe.each(Object.keys(talibVector.expected) as IndicatorKind[])('%s', (kind) => {
  test('equals TA-Lib within 1e-9, starts where TA-Lib starts, and has not drifted after five years', () => {
    const { parameters, lines, last } = talibVector.expected[kind]!;
    const { absolute } = talibVector.tolerance;
    const actual = indicatorLines(apple, kind, parameters);
    expect(actual).toHaveLength(lines.length);
    actual.forEach((line, i) => {
      expect(largestDifference(line.subarray(0, 100), lines[i]!)).toBeLessThanOrEqual(absolute);
      expect(Math.abs(line.at(-1)! - last[i]!)).toBeLessThanOrEqual(absolute);
    });
  });
});

/** Parameters, and the first bar with a value on every line. */
const againstTextbook: [keyof typeof textbook, number[], number][] = [
  ['vwap', [20], 19],
  ['vwap', [3], 2],
  ['keltner', [20, 10, 2], 19],
  ['keltner', [5, 9, 1.5], 9],
  ['volatility', [20], 20],
  ['volatility', [2], 2],
  ['drawdown', [], 0],
];

test.each(againstTextbook)(
  '%s %j equals its definition written out within 1e-9',
  (kind, parameters, first) => {
    const expected = Array.from(apple.close, (_, bar) =>
      bar < first ? [] : textbook[kind](apple, bar, parameters),
    );
    indicatorLines(apple, kind, parameters).forEach((line, i) => {
      const column = expected.map((values) => values[i] ?? null);
      expect(largestDifference(line, column)).toBeLessThanOrEqual(1e-9);
    });
  },
);

/** Daily bars with ranges and volumes around a random walk. */
const bars: fc.Arbitrary<Candles> = fc
  .array(
    fc.record({
      move: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      up: fc.double({ min: 0, max: 0.05, noNaN: true }),
      down: fc.double({ min: 0, max: 0.05, noNaN: true }),
      volume: fc.nat(1e9),
    }),
    { maxLength: 60 },
  )
  .map((days) => {
    let close = 100;
    return candlesFromRows(
      days.map(({ move, up, down, volume }, i) => {
        const open = close;
        close *= Math.exp(move);
        const high = Math.max(open, close) * (1 + up);
        const low = Math.min(open, close) * (1 - down);
        return { time: i * 86_400, open, high, low, close, volume };
      }),
    );
  });

describe.each(kinds)('%s', (kind) => {
  test('has a column per line, as long as the bars, and does not change its input', () => {
    fc.assert(
      fc.property(bars, (candles) => {
        const before = structuredClone(candles);
        const lines = indicatorLines(candles, kind, initial(kind));
        expect(candles).toEqual(before);
        expect(lines.map((line) => line.length)).toEqual(
          INDICATORS[kind].lines.map(() => candles.close.length),
        );
      }),
    );
  });

  test('does not look ahead', () => {
    fc.assert(
      fc.property(bars, fc.nat(60), (candles, cut) => {
        const parameters = smallest(kind);
        const head = Object.fromEntries(
          Object.entries(candles).map(([name, column]) => [name, column.slice(0, cut)]),
        ) as unknown as Candles;
        expect(indicatorLines(head, kind, parameters)).toEqual(
          indicatorLines(candles, kind, parameters).map((line) => line.subarray(0, cut)),
        );
      }),
    );
  });

  test.each([0, 1, 2, 3, 500])(
    'is finite or undefined on %i bars, including flat and untraded ones',
    (count) => {
      const moving = Array.from({ length: count }, (_, i) => 100 + (i % 7));
      for (const closes of [moving, moving.map(() => 1e-10), moving.map(() => 1e11)]) {
        for (const parameters of [initial(kind), smallest(kind), largest(kind)]) {
          for (const line of indicatorLines(candlesOf(closes), kind, parameters)) {
            expect(line).toHaveLength(count);
            expect(line.some((value) => Math.abs(value) === Infinity)).toBe(false);
          }
        }
      }
    },
  );

  test('throws a RangeError for a missing, surplus or out-of-range parameter', () => {
    const parameters = initial(kind);
    const wrong = [
      [...parameters, 1],
      ...parameters.map((_, i) => parameters.toSpliced(i, 1)),
      ...INDICATORS[kind].parameters.flatMap(({ min, max, step }, i) =>
        [min - step, max + step, NaN, Infinity, ...(step === 1 ? [min + 0.5] : [])].map((value) =>
          parameters.with(i, value),
        ),
      ),
    ];
    for (const values of wrong) expect(() => indicatorLines(apple, kind, values)).toThrow(RangeError);
  });
});

/** Each line's value on bars that never move: price 0.1, 10 units traded a day. */
const onFlatBars: Record<IndicatorKind, number[]> = {
  sma: [0.1],
  ema: [0.1],
  wma: [0.1],
  vwap: [0.1],
  bollinger: [0.1, 0.1, 0.1],
  keltner: [0.1, 0.1, 0.1],
  rsi: [50],
  macd: [0, 0, 0],
  stochastic: [50, 50],
  atr: [0],
  adx: [0, 0, 0],
  obv: [10],
  volatility: [0],
  drawdown: [0],
};

test.each(kinds)('%s reads its resting value on a price that never moves', (kind) => {
  // As many bars as the longest warm-up: three times the largest period, in the stochastic oscillator.
  const flat = candlesOf(Array.from({ length: 1200 }, () => 0.1));
  flat.volume.fill(10);
  for (const parameters of [initial(kind), smallest(kind), largest(kind)]) {
    const lines = indicatorLines(flat, kind, parameters);
    onFlatBars[kind].forEach((value, i) => expect(lines[i]!.at(-1)).toBeCloseTo(value, 10));
  }
});

test('VWAP has no value without trades, and forgets a large volume once it has left the window', () => {
  const candles = candlesOf([10, 1, 2, 3, 4, 5]);
  candles.volume.set([1e15, 0, 0, 1, 0, 3]);
  expect(indicatorLines(candles, 'vwap', [2])[0]).toEqual(Float64Array.of(NaN, 10, NaN, 3, 3, 5));
});

test('a period of 1 gives the bar itself', () => {
  expect(indicatorLines(apple, 'wma', [1])[0]).toEqual(apple.close);
  expect(indicatorLines(apple, 'bollinger', [1, 2])[0]).toEqual(apple.close);
  const [k] = indicatorLines(apple, 'stochastic', [1, 1, 1]);
  expect(k![0]).toBeCloseTo((100 * (apple.close[0]! - apple.low[0]!)) / (apple.high[0]! - apple.low[0]!), 10);
  // +DI, −DI and ADX for a single step up of 2 within a true range of 4.
  const step = candlesOf([10, 12]);
  step.low[1] = 8;
  step.low[0] = 9;
  expect(indicatorLines(step, 'adx', [1]).map((line) => line[1])).toEqual([100, 50, 0]);
});

test('a MACD with exchanged periods is the same; with equal periods it is 0', () => {
  expect(indicatorLines(apple, 'macd', [26, 12, 9])).toEqual(indicatorLines(apple, 'macd', [12, 26, 9]));
  expect(indicatorLines(apple, 'macd', [12, 12, 9])[0]!.at(-1)).toBe(0);
});

test('a year has 252 sessions, 365 days, 52 weeks or 12 months', () => {
  expect(barsInYear(apple.time)).toBe(252);
  expect(barsInYear(candlesOf(apple.close).time)).toBe(365);
  expect(barsInYear(resample(apple, 'week').time)).toBe(52);
  expect(barsInYear(resample(apple, 'month').time)).toBe(12);
});

const newYork = { timezone: 'America/New_York', calendar: 'nyse', instrument: 'equity' } as const;
const thanksgiving = Date.UTC(2026, 10, 25) / 1000;

test('a year has the minutes of whole sessions, and all minutes if trading never ends', () => {
  const sessions = comingFrom(thanksgiving, 'nyse', [570, 960]);
  // From 9:30 to 16:00, on the second day to 13:00.
  const withHalfDay = { ...sessions, closes: sessions.closes.map((close, i) => (i === 1 ? 780 : close)) };
  expect(intradayBarsInYear({ listing: newYork, sessions: withHalfDay }, 60)).toBe(252 * 390);
  expect(intradayBarsInYear({ listing: newYork, sessions: withHalfDay }, 300)).toBe(252 * 78);
  expect(intradayBarsInYear({ listing: newYork, sessions: comingFrom(thanksgiving) }, 60)).toBe(252 * 390);
  const coin = {
    listing: { timezone: 'UTC', calendar: 'daily', instrument: 'crypto' },
    sessions: comingFrom(thanksgiving, 'daily'),
  } as const;
  expect(intradayBarsInYear(coin, 60)).toBe(365 * 1440);
});

test('volatility from minutes is per year, like that from days', () => {
  const count = 390 * 3;
  const closes = Array.from({ length: count }, (_, i) => 100 * Math.exp(0.001 * (i % 2)));
  const minutes = { ...candlesOf(closes), time: Float64Array.from(closes, (_, i) => 1.79e9 + i * 60) };
  const [realised] = indicatorLines(minutes, 'volatility', [20], 252 * 390);
  // Moves of ±0.1 % a minute: by the minute's own deviation, √(252 · 390) of it.
  expect(realised!.at(-1)).toBeCloseTo(0.001 * Math.sqrt(20 / 19) * Math.sqrt(252 * 390), 10);
  expect(() => indicatorLines(minutes, 'volatility', [20])).toThrow(RangeError);
});

const meanFrom60 = (column: Float64Array) =>
  column.subarray(60).reduce((sum, value) => sum + value, 0) / 1200;

test("the model's volatility stands beside the realised one, near it on average, and does not look ahead", () => {
  const model = modelVolatility({ candles: apple, calendar: 'nyse' });
  const [realised] = indicatorLines(apple, 'volatility', [20]);
  expect(model.findIndex((value) => !Number.isNaN(value))).toBe(59);
  expect(meanFrom60(model) / meanFrom60(realised!)).toBeGreaterThan(0.8);
  expect(meanFrom60(model) / meanFrom60(realised!)).toBeLessThan(1.25);
  const head = Object.fromEntries(
    Object.entries(apple).map(([name, column]) => [name, column.slice(0, 700)]),
  ) as unknown as Candles;
  expect(modelVolatility({ candles: head, calendar: 'nyse' })).toEqual(model.subarray(0, 700));
  expect(modelVolatility({ candles: candlesOf([1, 2, 3]), calendar: 'daily' })).toEqual(
    new Float64Array(3).fill(NaN),
  );
});
