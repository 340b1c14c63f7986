/** Forecasts during the last bar's session. */
import {
  analyse,
  candlesFromRows,
  forecast,
  sessionDates,
  sliceCandles,
  type Candle,
  type Candles,
  type Forecast,
  type HorizonDays,
} from '#compute';
import { trackRecord } from '#compute/back-test/track-record.ts';
import type { ForecastInput } from '#compute/forecast/forecast.ts';
import { describe, expect, inject, test } from 'vitest';
import { varianceLeft } from '#compute/forecast/forecast.ts';
import { readVolatility } from '#compute/forecast/volatility.ts';
import { comingFrom } from '#support/coming-sessions.ts';
import { appleCandles, candlesOf } from '../series.ts';

const apple = sliceCandles(appleCandles(), 20);
const MINUTES = 390;
const FIRST_ORIGIN = 500;
/** Sessions from one forecast to the next. */
const EVERY = inject('isThorough') ? 1 : 3;

/** A listing's bars, the last one as of some minutes after the open, and the quote at that time. */
interface Moment {
  readonly candles: Candles;
  readonly quote: NonNullable<ForecastInput['quote']>;
}

/** Uniform numbers in (0, 1), the same ones for the same seed (a linear congruential generator, Numerical Recipes). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

function barAt(candles: Candles, t: number): Candle {
  const { time, open, high, low, close, volume } = candles;
  return {
    time: time[t]!,
    open: open[t]!,
    high: high[t]!,
    low: low[t]!,
    close: close[t]!,
    volume: volume[t]!,
  };
}

/**
 * Bar `t` as it may have been `minutes` after the open: the price walks from open to close inside the day's range, with steps
 * sized by that range (Parkinson 1980), and `volumeShare` of the day's volume has traded.
 */
function momentOf(candles: Candles, t: number, minutes: number, volumeShare: number): Moment {
  const bar = barAt(candles, t);
  const random = uniform(t);
  const step = Math.log(bar.high / bar.low) / Math.sqrt(4 * Math.LN2 * MINUTES);
  const walk = [0];
  for (let i = 1; i <= MINUTES; i++) {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    walk.push(walk[i - 1]! + step * normal);
  }
  const drift = (Math.log(bar.close / bar.open) - walk[MINUTES]!) / MINUTES;
  const path = walk
    .slice(0, minutes + 1)
    .map((moved, i) => Math.min(bar.high, Math.max(bar.low, bar.open * Math.exp(moved + drift * i))));
  const price = path.at(-1)!;
  const partial = {
    ...bar,
    high: Math.max(...path),
    low: Math.min(...path),
    close: price,
    volume: bar.volume * volumeShare,
  };
  const seen = structuredClone(sliceCandles(candles, 0, t + 1));
  for (const name of ['high', 'low', 'close', 'volume'] as const) seen[name][t] = partial[name];
  return { candles: seen, quote: { price, sessionLeft: 1 - minutes / MINUTES } };
}

function forecastOf(moment: Partial<Moment>, horizonDays: HorizonDays): Forecast {
  const made = forecast({ candles: apple, horizonDays, calendar: 'nyse', ...moment });
  if (!made.ok) throw new Error(made.error.reason);
  return made.value;
}

/** Share of daily forecasts whose outcome fell into the last day's 80 % band. */
function coverage80(momentAt: (t: number) => Partial<Moment>, horizonDays: HorizonDays): number {
  let held = 0;
  let n = 0;
  for (let t = FIRST_ORIGIN; t + horizonDays < apple.close.length; t += EVERY) {
    const { low80, high80 } = forecastOf(momentAt(t), horizonDays).points.at(-1)!;
    const outcome = apple.close[t + horizonDays]!;
    if (outcome >= low80 && outcome <= high80) held++;
    n++;
  }
  return held / n;
}

describe.each([1, 7] as const)('the 80 % band over %d days', (horizonDays) => {
  const finished = coverage80((t) => ({ candles: sliceCandles(apple, 0, t + 1) }), horizonDays);

  test.each([
    ['at the open', 0, 0.01],
    ['30 minutes after it', 30, 0.12],
    ['at midday', 195, 0.5],
    ['30 minutes before the close', 360, 0.85],
  ])('holds as often as one from the close if forecast %s', (_, minutes, volumeShare) => {
    const running = coverage80((t) => momentOf(apple, t, minutes, volumeShare), horizonDays);
    expect(Math.abs(running - finished)).toBeLessThan(0.03);
  });
});

const midday = momentOf(apple, apple.close.length - 1, 195, 0.5);

test('range, close and volume of the running session’s bar affect neither forecast nor track record', () => {
  const { time } = apple;
  const last = { ...barAt(apple, time.length - 1), high: 1000, low: 1, close: 500, volume: 1e12 };
  const rows = Array.from({ length: time.length - 1 }, (_, i) => barAt(apple, i));
  const candles = candlesFromRows([...rows, last]);
  expect(forecastOf({ candles, quote: midday.quote }, 30)).toEqual(forecastOf(midday, 30));
  const analysed = analyse({
    candles,
    quote: { price: midday.quote.price, sessionLeft: 0.5 },
    horizonDays: 7,
    calendar: 'nyse',
    sessions: sessionDates(comingFrom(candles.time.at(-1)!)),
  });
  if (!analysed.ok) throw new Error(analysed.error.reason);
  expect(analysed.value.trackRecord).toEqual(
    trackRecord(readVolatility({ candles: sliceCandles(apple, 0, -1), calendar: 'nyse' }), 7),
  );
});

test('the forecast’s base date is the last bar’s, and its days follow that', () => {
  const whole = forecastOf({}, 14);
  const running = forecastOf(midday, 14);
  expect(running.points.map(({ date }) => date)).toEqual(whole.points.map(({ date }) => date));
  expect([running.baseDate, running.basePrice]).toEqual([whole.baseDate, midday.quote.price]);
});

test('every band is wider the more of the session is left, and bands stay nested up to the thirtieth day', () => {
  const points = [0.01, 0.25, 0.5, 0.75, 1].map(
    (sessionLeft) => forecastOf({ quote: { price: 100, sessionLeft } }, 30).points,
  );
  for (let day = 0; day < 30; day++) {
    let narrower = 0;
    for (const path of points) {
      const { low95, low80, low50, price, high50, high80, high95 } = path[day]!;
      const ladder = [low95, low80, low50, price, high50, high80, high95];
      expect(ladder).toEqual(ladder.toSorted((a, b) => a - b));
      expect(high80 / low80).toBeGreaterThan(narrower);
      narrower = high80 / low80;
    }
  }
});

test('with the whole session left and no overnight moves, a day’s band equals that of two sessions', () => {
  // Each bar opens at the previous close.
  const rows = Array.from({ length: 300 }, (_, t) => {
    const open = 100 + 2 * Math.sin(t * 1.7);
    const close = 100 + 2 * Math.sin((t + 1) * 1.7);
    return {
      time: t * 86_400,
      open,
      close,
      high: Math.max(open, close) + 1,
      low: Math.min(open, close) - 1,
      volume: 1000,
    };
  });
  const candles = candlesFromRows(rows);
  const price = candles.close.at(-2)!;
  const running = forecast({ candles, horizonDays: 1, calendar: 'daily', quote: { price, sessionLeft: 1 } });
  const before = forecast({ candles: sliceCandles(candles, 0, -1), horizonDays: 7, calendar: 'daily' });
  if (!running.ok || !before.ok) throw new Error('expected forecasts');
  expect({ ...running.value.points[0], date: null }).toEqual({ ...before.value.points[1], date: null });
});

test('60 bars with one unfinished are one too few', () => {
  const candles = sliceCandles(apple, 0, 60);
  const input = { horizonDays: 7, calendar: 'nyse', quote: { price: 60, sessionLeft: 0.5 } } as const;
  expect(forecast({ ...input, candles })).toEqual({
    ok: false,
    error: { reason: 'short_history', needBars: 60, gotBars: 59 },
  });
  expect(forecast({ ...input, candles: sliceCandles(apple, 0, 61) }).ok).toBe(true);
});

test.each([-0.1, 1.1, NaN])('%s of a session throws a RangeError', (sessionLeft) => {
  expect(() => forecastOf({ quote: { price: 100, sessionLeft } }, 7)).toThrow(RangeError);
});

describe('the variance left of a session', () => {
  test('is less than the time left if prices move between sessions', () => {
    const share = varianceLeft(apple, 1);
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.9);
    expect(varianceLeft(apple, 0.25)).toBeCloseTo(share / 4, 12);
    expect(varianceLeft(apple, 0)).toBe(0);
  });

  test('equals the time left if only closes are known or nothing ever moved', () => {
    expect(varianceLeft(candlesOf(apple.close), 0.4)).toBe(0.4);
    expect(varianceLeft(candlesOf([5, 5, 5]), 0.4)).toBe(0.4);
  });

  test('reads only the last 250 bars', () => {
    const recent = sliceCandles(apple, -251);
    expect(varianceLeft(apple, 1)).toBe(varianceLeft(recent, 1));
  });
});
