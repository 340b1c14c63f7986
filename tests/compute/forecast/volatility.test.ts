import { sliceCandles, type Candles, type TradingCalendar } from '#compute';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barStates } from '#compute/forecast/bar-states.ts';
import { nextTradingDays } from '#compute/forecast/model-calendar.ts';
import {
  FEATURE_COUNT,
  FITTED_SESSIONS,
  POOLED_MODEL,
  weightedFeatures,
} from '#compute/forecast/pooled-model.ts';
import { LEVELS } from '#compute/forecast/projection.ts';
import { ownScale, readVolatility, spreadAt, spreadsUpTo } from '#compute/forecast/volatility.ts';
import { featuresOf } from '#scripts/forecast/fit-model.ts';
import { appleCandles, candlesOf, scaleCandles, walks } from '../series.ts';
import { plainDays, plainFeatures } from './plain-model.ts';

const apple = appleCandles();
const settled = apple.close.length - 1;

/** Bars up to `last` unchanged, later ones tripled, including ranges and volume. */
function withOtherFuture(candles: Candles, last: number): Candles {
  const changed = structuredClone(candles);
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
    for (let t = last + 1; t < changed.close.length; t++) changed[name][t]! *= 3;
  }
  return changed;
}

const BARS = [59, 60, 85, 130, 260, 317, 402, 640, 900, settled];

describe('the shipped code equals the plainly written formulas at ten bars for', () => {
  const days = plainDays(apple);
  const own = barStates(apple, 'nyse');

  test.each([1, 7, 30])('every feature at a horizon of %d sessions', (sessions) => {
    for (const t of BARS) {
      const row = featuresOf(own, t, FITTED_SESSIONS.indexOf(sessions));
      const expected = plainFeatures(days, t, sessions, 'nyse');
      expect(expected).toHaveLength(FEATURE_COUNT);
      expected.forEach((value, k) => expect(Math.abs(row[k]! - value)).toBeLessThan(1e-9));
    }
  });

  test.each([1, 7, 30])('sigma with the ticker’s own scale at a horizon of %d sessions', (sessions) => {
    const fitted = FITTED_SESSIONS.indexOf(sessions);
    const { weights, meanResidual } = POOLED_MODEL.range[fitted]!;
    const sigmaAt = (t: number): number =>
      Math.exp(plainFeatures(days, t, sessions, 'nyse').reduce((sum, x, k) => sum + weights[k]! * x, 0) / 2);
    const logs = Array.from(apple.close, Math.log);
    for (const origin of BARS) {
      const residuals: number[] = [];
      const oldest = Math.max(59, origin - sessions - 999);
      for (let i = origin - 5 * Math.ceil(sessions / 5); i >= oldest; i -= 5) {
        const miss = Math.abs(logs[i + sessions]! - logs[i]! - 0.0003 * sessions);
        residuals.push(Math.min(miss / sigmaAt(i), 3) / meanResidual);
      }
      const n = residuals.length * Math.min(1, 5 / sessions);
      const prior = 160 / Math.sqrt(sessions);
      const mean = residuals.length === 0 ? 1 : residuals.reduce((sum, x) => sum + x, 0) / residuals.length;
      const expected = sigmaAt(origin) * ((mean * n + prior) / (n + prior));
      const { sigma } = spreadAt(readVolatility({ candles: apple, calendar: 'nyse' }), origin, sessions);
      expect(Math.abs(sigma / expected - 1)).toBeLessThan(1e-9);
    }
  });
});

test('every feature of every bar is finite, whatever the prices', () => {
  const price = fc.double({ min: 1e-8, max: 1e8, noNaN: true });
  const bars = fc.array(fc.tuple(price, price, price, price, fc.nat()), { minLength: 2, maxLength: 80 });
  fc.assert(
    fc.property(bars, (rows) => {
      const candles = candlesOf(rows.map(([, , , close]) => close));
      rows.forEach(([open, high, low, , volume], t) => {
        candles.open[t] = open;
        candles.high[t] = high;
        candles.low[t] = low;
        candles.volume[t] = volume;
      });
      const own = barStates(candles, 'nyse');
      for (let t = 1; t < rows.length; t++) {
        expect(featuresOf(own, t, 0).every(Number.isFinite)).toBe(true);
      }
    }),
  );
});

describe('no spread looks ahead', () => {
  test('changing every later bar leaves all spreads of an origin unchanged, to the last bit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 59, max: settled - 1 }), (origin) => {
        const before = spreadsUpTo(readVolatility({ candles: apple, calendar: 'nyse' }), origin, 30);
        const after = spreadsUpTo(
          readVolatility({ candles: withOtherFuture(apple, origin), calendar: 'nyse' }),
          origin,
          30,
        );
        expect(after).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });
});

test('spreadAt and spreadsUpTo agree at every session, in any order of calls', () => {
  const together = spreadsUpTo(readVolatility({ candles: apple, calendar: 'nyse' }), settled, 30);
  const volatility = readVolatility({ candles: apple, calendar: 'nyse' });
  for (let sessions = 30; sessions >= 1; sessions--) {
    expect(spreadAt(volatility, settled, sessions)).toEqual(together[sessions - 1]);
  }
});

test('between two fitted horizons sigma lies between theirs', () => {
  const spreads = spreadsUpTo(readVolatility({ candles: apple, calendar: 'nyse' }), settled, 30);
  for (let i = 1; i < FITTED_SESSIONS.length; i++) {
    const near = spreads[FITTED_SESSIONS[i - 1]! - 1]!.sigma;
    const far = spreads[FITTED_SESSIONS[i]! - 1]!.sigma;
    for (let s = FITTED_SESSIONS[i - 1]! + 1; s < FITTED_SESSIONS[i]!; s++) {
      expect(spreads[s - 1]!.sigma).toBeGreaterThan(near);
      expect(spreads[s - 1]!.sigma).toBeLessThan(far);
    }
  }
});

test('closes without ranges are read by the closes-only regression, real bars by the one with ranges', () => {
  const at7 = FITTED_SESSIONS.indexOf(7);
  const wickless = {
    ...apple,
    high: apple.close.map((close, t) => Math.max(close, apple.open[t]!)),
    low: apple.close.map((close, t) => Math.min(close, apple.open[t]!)),
  };
  const closesOnly = { ...candlesOf(apple.close), time: apple.time };
  const readingOf = (candles: Candles): string => {
    const volatility = readVolatility({ candles, calendar: 'nyse' });
    const log = (reading: 'range' | 'close'): number => {
      const sums = new Float64Array(FITTED_SESSIONS.length);
      const span = { first: at7, last: at7 };
      weightedFeatures(volatility.own, settled, POOLED_MODEL[reading], span, 0, sums);
      return sums[at7]! / 2;
    };
    const said = Math.log(spreadAt(volatility, settled, 7).sigma / ownScale(volatility, settled, at7));
    return Math.abs(said - log('range')) < 1e-9
      ? 'range'
      : Math.abs(said - log('close')) < 1e-9
        ? 'close'
        : 'neither';
  };
  expect([apple, wickless, closesOnly].map(readingOf)).toEqual(['range', 'close', 'close']);
});

test('without ranges, Apple’s bands differ from those with ranges by at most a third', () => {
  const full = spreadAt(readVolatility({ candles: apple, calendar: 'nyse' }), settled, 7).sigma;
  const closesOnly = spreadAt(
    readVolatility({ candles: candlesOf(apple.close), calendar: 'daily' }),
    settled,
    7,
  ).sigma;
  expect(closesOnly / full).toBeGreaterThan(2 / 3);
  expect(closesOnly / full).toBeLessThan(3 / 2);
});

test('a volume of 0 everywhere counts as unknown, not as the lowest volume', () => {
  const silent = { ...apple, volume: new Float64Array(apple.close.length) };
  const steady = { ...apple, volume: new Float64Array(apple.close.length).fill(5e6) };
  expect(spreadAt(readVolatility({ candles: silent, calendar: 'nyse' }), settled, 7)).toEqual(
    spreadAt(readVolatility({ candles: steady, calendar: 'nyse' }), settled, 7),
  );
});

describe('one bad print', () => {
  const origin = settled;
  const usual = spreadAt(readVolatility({ candles: apple, calendar: 'nyse' }), origin, 7).sigma;
  const ratio = (change: (candles: Candles) => void): number => {
    const changed = structuredClone(apple);
    change(changed);
    return spreadAt(readVolatility({ candles: changed, calendar: 'nyse' }), origin, 7).sigma / usual;
  };

  test('in the low, a thousandth of the price, widens the band by less than twice', () => {
    expect(ratio(({ low }) => (low[origin - 3]! /= 1000))).toBeLessThan(2);
  });

  test('in the close, a tenth of the price, 60 sessions ago, widens the band by less than three times', () => {
    expect(ratio(({ close }) => (close[origin - 60]! /= 10))).toBeLessThan(3);
  });

  test('of 0 in the open or low keeps the band finite', () => {
    for (const name of ['open', 'low'] as const) {
      expect(ratio((candles) => (candles[name][origin - 1] = 0))).toBeGreaterThan(0.5);
      expect(ratio((candles) => (candles[name][origin - 1] = 0))).toBeLessThan(2);
    }
  });
});

test('spreads are finite and positive on any walk, at every session', () => {
  fc.assert(
    fc.property(walks(60, 120), (closes) => {
      for (const { sigma, quantiles } of spreadsUpTo(
        readVolatility({ candles: candlesOf(closes), calendar: 'daily' }),
        closes.length - 1,
        30,
      )) {
        expect(sigma).toBeGreaterThan(0);
        expect(sigma).toBeLessThan(Infinity);
        expect(quantiles.every((value, i) => i === 0 || value > quantiles[i - 1]!)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

/** The 22 features of a bar. */
function featuresAt(
  candles: Candles,
  t: number,
  sessions: number,
  calendar: TradingCalendar = 'nyse',
): readonly number[] {
  return featuresOf(barStates(candles, calendar), t, FITTED_SESSIONS.indexOf(sessions));
}

test('the last bar’s calendar features equal those of a bar whose successor is known', () => {
  for (let t = 1; t < settled; t++) {
    expect(nextTradingDays(apple.time[t]!, 1, 'nyse')[0]).toBe(apple.time[t + 1]);
  }
  for (const t of [59, 128, 158, 216, 405, settled - 1]) {
    const known = sliceCandles(apple, 0, t + 1);
    expect(featuresAt(known, t, 1)).toEqual(featuresAt(apple, t, 1));
  }
});

test('the Friday after Thanksgiving is a Friday, a half day and after a holiday; a longer horizon reads no calendar', () => {
  const thanksgivingEve = apple.time.indexOf(Date.UTC(2016, 10, 23) / 1000);
  expect(featuresAt(apple, thanksgivingEve, 1).slice(-5)).toEqual([1, 0, 1, 0, 1]);
  expect(featuresAt(apple, thanksgivingEve, 7).slice(-5)).toEqual([0, 0, 0, 0, 0]);
  expect(featuresAt(apple, thanksgivingEve, 1, 'daily').slice(-5)).toEqual([0, 0, 0, 0, 0]);
});

test('prices times 7 and volumes times 9 change no feature; volumes of 0 are ignored', () => {
  const scaled = scaleCandles({ ...apple, volume: apple.volume.map((volume) => volume * 9) }, 7);
  const silent = { ...apple, volume: new Float64Array(apple.close.length) };
  for (const t of BARS) {
    const own = featuresAt(apple, t, 7);
    featuresAt(scaled, t, 7).forEach((value, k) => expect(value).toBeCloseTo(own[k]!, 9));
    const [volume, cycle] = [featuresAt(silent, t, 7)[11], featuresAt(silent, t, 7).slice(13, 17)];
    expect([volume, ...cycle]).toEqual([0, 0, 0, 0, 0]);
  }
});

test.each([1, 7, 30])(
  'a ticker’s own scale at %d sessions counts only what was settled by the origin',
  (sessions) => {
    const fitted = FITTED_SESSIONS.indexOf(sessions);
    const origin = 900;
    const scaleWith = (t: number): number => {
      const changed = structuredClone(apple);
      for (const name of ['open', 'high', 'low', 'close'] as const) changed[name][t]! *= 1.3;
      return ownScale(readVolatility({ candles: changed, calendar: 'nyse' }), origin, fitted);
    };
    const scale = ownScale(readVolatility({ candles: apple, calendar: 'nyse' }), origin, fitted);
    expect(scaleWith(origin + 1)).toBe(scale);
    expect(scaleWith(origin - 5 * Math.ceil(sessions / 5) + sessions)).not.toBe(scale);
  },
);

describe('a price of a few cents', () => {
  test.each([0.2, 0.6])(
    'from %d up, in whole cents, keeps the 95 % band at 92 % of the outcomes over 7 sessions',
    (first) => {
      const factor = first / apple.close[0]!;
      const cents = (column: Float64Array): Float64Array =>
        column.map((price) => Math.max(0.01, Math.round(price * factor * 100) / 100));
      const [open, high, low, close] = [apple.open, apple.high, apple.low, apple.close].map(cents);
      const candles = { ...apple, open: open!, high: high!, low: low!, close: close! };
      const volatility = readVolatility({ candles, calendar: 'nyse' });
      const lower = LEVELS.indexOf(0.025);
      let inside = 0;
      let n = 0;
      for (let t = 120; t + 7 <= settled; t++, n++) {
        const { sigma, quantiles } = spreadAt(volatility, t, 7);
        const residual = (Math.log(candles.close[t + 7]! / candles.close[t]!) - 0.0021) / sigma;
        if (residual >= quantiles[lower]! && residual <= quantiles[LEVELS.length - 1 - lower]!) inside++;
      }
      expect(inside / n).toBeGreaterThanOrEqual(0.92);
    },
  );

  test('spreads are finite, ordered and positive after a crash by 90 % and on flat bars without volume', () => {
    const worn = structuredClone(apple);
    for (const name of ['open', 'high', 'low', 'close'] as const) {
      for (let t = 600; t <= settled; t++) worn[name][t]! /= 10;
      for (let t = 700; t < 760; t++) worn[name][t] = worn.close[699]!;
    }
    worn.volume.fill(0, 700, 760);
    const volatility = readVolatility({ candles: worn, calendar: 'nyse' });
    for (const origin of [600, 601, 650, 710, 759, 760, 800, settled]) {
      for (const { sigma } of spreadsUpTo(volatility, origin, 30)) {
        expect(sigma).toBeGreaterThan(0);
        expect(sigma).toBeLessThan(3);
      }
    }
  });
});
