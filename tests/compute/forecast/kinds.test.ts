import {
  analyse,
  forecast,
  listingKind,
  sessionDates,
  sliceCandles,
  type Candles,
  type Forecast,
  type Instrument,
  type ListingKind,
} from '#compute';
import { describe, expect, test } from 'vitest';
import { trackRecord } from '#compute/back-test/track-record.ts';
import { LEVEL } from '#compute/forecast/bar-states.ts';
import { FITTED_SESSIONS, POOLED_MODEL } from '#compute/forecast/pooled-model.ts';
import { medianMove } from '#compute/forecast/kind-rules.ts';
import { ownScale, readVolatility, spreadAt } from '#compute/forecast/volatility.ts';
import { comingFrom } from '#support/coming-sessions.ts';
import { uniform } from '../seeded.ts';
import { appleCandles, candlesOf, scaleCandles } from '../series.ts';
import { plainDays, plainFeatures } from './plain-model.ts';

const apple = appleCandles();

/** Closes of a walk whose daily moves are uniform within ± `step`, with high and low a third of a step outside. */
function walkOf(n: number, step: number, seed = 1): Candles {
  const random = uniform(seed);
  let close = 100;
  const closes = Array.from({ length: n }, () => (close *= Math.exp((random() - 0.5) * 2 * step)));
  const candles = candlesOf(closes, '2019-01-01');
  for (let t = 1; t < n; t++) {
    candles.open[t] = candles.close[t - 1]!;
    candles.high[t] = Math.max(candles.open[t]!, closes[t]!) * (1 + step / 3);
    candles.low[t] = Math.min(candles.open[t]!, closes[t]!) / (1 + step / 3);
  }
  return candles;
}

function made(candles: Candles, kind: ListingKind, rest: object = {}): Forecast {
  const result = forecast({ candles, kind, horizonDays: 30, calendar: 'weekday', ...rest });
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

const inverse = ({ open, high, low, close, ...rest }: Candles): Candles => ({
  ...rest,
  open: open.map((price) => 1 / price),
  high: low.map((price) => 1 / price),
  low: high.map((price) => 1 / price),
  close: close.map((price) => 1 / price),
});

test.each<[Instrument, string, string, ListingKind]>([
  ['equity', 'AAPL', 'Apple Inc.', 'share'],
  ['etf', 'TLT', 'iShares 20+ Year Treasury Bond ETF', 'fund'],
  ['etf', 'VYM', 'High Dividend Yield ETF', 'fund'],
  ['etf', 'VXX', 'Short-Term Volatility ETN', 'fund'],
  ['fund', 'VFIAX', '', 'fund'],
  ['index', '^GSPC', 'S&P 500', 'index'],
  ['index', '^TNX', 'CBOE Interest Rate 10 Year T No', 'driftless'],
  ['index', '^XYZ', 'Germany 10 Year Treasury Bond', 'driftless'],
  ['index', '^VIX', 'CBOE', 'volatility'],
  ['index', '^VHSI', 'HSI Volatility Index', 'volatility'],
  ['currency', 'EURUSD=X', 'EUR/USD', 'currency'],
  ['crypto', 'BTC-USD', 'Bitcoin USD', 'driftless'],
  ['future', 'CL=F', 'Crude Oil', 'driftless'],
  ['other', 'AAPL261218C00200000', 'AAPL Dec 2026 200 call', 'none'],
])('a listing of type %s, %s, is treated by its kind', (instrument, symbol, name, kind) => {
  expect(listingKind(instrument, symbol, name)).toBe(kind);
});

test('a currency pair and its inverse say the same', () => {
  const pair = walkOf(700, 0.012);
  const [there, back] = [pair, inverse(pair)].map((candles) => made(candles, 'currency').points);
  there!.forEach((point, i) => {
    const other = back![i]!;
    expect(point.probabilityUp + other.probabilityUp).toBeCloseTo(1, 9);
    expect(point.price * other.price).toBeCloseTo(1, 9);
    expect(point.low80 * other.high80).toBeCloseTo(1, 9);
  });
  // A share's drift and shape are those of a rise.
  const [up, down] = [pair, inverse(pair)].map((candles) => made(candles, 'share').points.at(-1)!);
  expect(up!.probabilityUp + down!.probabilityUp).toBeGreaterThan(1.05);
});

describe('a price that is set has no range', () => {
  const jitter = uniform(7);
  const still = Array.from({ length: 400 }, (_, i) => 1 + (i % 40 === 0 ? 0.001 : 0));
  const peg = Array.from({ length: 400 }, () => 7.8 * (1 + (jitter() - 0.5) * 0.0004));
  const bills = Array.from({ length: 400 }, (_, i) => 91 + 0.012 * (i % 20));

  test.each<[string, readonly number[], ListingKind, boolean]>([
    ['money fund', still, 'fund', true],
    ['currency peg', peg, 'currency', false],
    ['bill fund', bills, 'fund', false],
    ['stablecoin', peg.map((price) => price / 7.8), 'driftless', false],
    ['blank-cheque share', peg.map((price) => price * 1.28), 'share', false],
  ])('%s', (_, closes, kind, isStill) => {
    const result = forecast({ candles: candlesOf(closes), kind, horizonDays: 7, calendar: 'weekday' });
    expect(result).toEqual({ ok: false, error: { reason: 'set_price', isStill } });
  });

  test('neither has an option', () => {
    expect(forecast({ candles: apple, kind: 'none', horizonDays: 7, calendar: 'nyse' })).toEqual({
      ok: false,
      error: { reason: 'not_forecast', coverage80: null },
    });
  });

  test('once the price moves freely, windows from before are not scored', () => {
    const found = walkOf(330, 0.02);
    const candles = candlesOf([...peg.map((price) => (price * 100) / 7.8), ...found.close]);
    const record = trackRecord(readVolatility({ candles, calendar: 'daily' }), 7)!;
    // A forecast needs more than 125 moving sessions among the last 250.
    expect(record.n).toBe(Math.floor((330 - 126 - 7) / 5) + 1);
    const first = candles.close.length - 1 - 7 - (record.n - 1) * 5;
    const at = (bar: number) =>
      forecast({ candles: sliceCandles(candles, 0, bar + 1), horizonDays: 7, calendar: 'daily' }).ok;
    expect([at(first), at(first - 5)]).toEqual([true, false]);
  });
});

/** Returns to 20 with a half-life of 60 sessions, moving by 7 % a day. */
function volatilityIndex(n: number): Candles {
  const random = uniform(3);
  let log = Math.log(20);
  return candlesOf(
    Array.from({ length: n }, () => {
      log += (Math.log(20) - log) * (1 - 2 ** (-1 / 60)) + (random() - 0.5) * 0.24;
      return Math.exp(log);
    }),
    '2015-01-01',
  );
}

test.each<ListingKind>(['volatility', 'index'])(
  'a volatility index known by %s returns halfway to its yearly mean in 60 sessions',
  (kind) => {
    const candles = volatilityIndex(700);
    const logs = Array.from(candles.close.subarray(-250), Math.log);
    const mean = logs.reduce((sum, log) => sum + log, 0) / 250;
    const { points, basePrice } = made(candles, kind);
    expect(Math.log(points[29]!.price / basePrice)).toBeCloseTo(
      (mean - Math.log(basePrice)) * (1 - 0.5 ** 0.5),
      9,
    );
    // While a session runs it starts from the price.
    const price = 60;
    const running = made(candles, kind, { quote: { price, sessionLeft: 0 } });
    expect(running.points[29]!.price).toBeCloseTo(
      price * Math.exp((mean - Math.log(price)) * (1 - 0.5 ** 0.5)),
      6,
    );
  },
);

test('the drift is three times the variance and at most a share’s; coins, futures and yields have none', () => {
  const driftOf = (candles: Candles, kind: ListingKind): number =>
    medianMove(readVolatility({ candles, calendar: 'weekday', kind }).kind, candles.close.length - 1, 1);
  const bonds = walkOf(700, 0.005);
  const squares = Array.from(bonds.close)
    .slice(1)
    .map((close, i) => Math.min(Math.log(close / bonds.close[i]!) ** 2, 0.01));
  const variance = squares.reduce((sum, x) => sum + x, 0) / squares.length;
  expect(driftOf(bonds, 'fund')).toBeCloseTo(3 * variance, 12);
  expect(driftOf(bonds, 'fund')).toBeLessThan(0.0001);
  expect(driftOf(bonds, 'share')).toBe(0.0003);
  expect(driftOf(walkOf(700, 0.05), 'fund')).toBe(0.0003);
  expect(driftOf(bonds, 'driftless')).toBe(0);
});

describe.each([0.002, 0.09])('outside the shares’ range of volatility, with daily moves of %d', (step) => {
  const candles = { ...walkOf(700, step), volume: new Float64Array(700).fill(1e6) };
  const last = candles.close.length - 1;
  const days = plainDays(candles);
  const days250 = days.squares.map((x, i) => x * 2 ** ((i - last) / 250));
  const weights250 = days.squares.map((_, i) => (i === 0 ? 0 : 2 ** ((i - last) / 250)));
  const sum = (values: readonly number[]): number => values.reduce((total, x) => total + x, 0);
  const level = Math.log(sum(days250) / sum(weights250)) + 8.5;
  const gap = Math.max(0, -1.1 - level) - Math.max(0, level - 1);

  test.each([1, 7, 30])(
    'the level over %d sessions is the listing’s own, and its own scale weighs more',
    (h) => {
      expect(gap).not.toBe(0);
      const fitted = FITTED_SESSIONS.indexOf(h);
      const { weights } = POOLED_MODEL.range[fitted]!;
      const volatility = readVolatility({ candles, calendar: 'weekday', kind: 'fund' });
      const features = plainFeatures(days, last, h, 'weekday');
      const log = features.reduce((total, x, k) => total + weights[k]! * x, gap * (weights[LEVEL]! - 1));
      const { sigma } = spreadAt(volatility, last, h);
      const scale = ownScale(volatility, last, fitted);
      expect(sigma / scale / Math.exp(log / 2)).toBeCloseTo(1, 9);
      const residuals: number[] = [];
      for (let t = last - 5 * Math.ceil(h / 5); t >= 59; t -= 5) {
        const pooled = spreadAt(volatility, t, h).sigma / ownScale(volatility, t, fitted);
        const move = Math.log(candles.close[t + h]! / candles.close[t]!);
        const miss = Math.abs(move - medianMove(volatility.kind, t, h)) / pooled;
        residuals.push(Math.min(miss, 3) / POOLED_MODEL.range[fitted]!.meanResidual);
      }
      const n = residuals.length * Math.min(1, 5 / h);
      const prior = 40 / Math.sqrt(h);
      expect(scale).toBeCloseTo(((sum(residuals) / residuals.length) * n + prior) / (n + prior), 9);
    },
  );
});

test.each<ListingKind>(['fund', 'index', 'volatility', 'currency', 'driftless'])(
  'a window of a %s equals the forecast of the sliced history to the last bit, whatever the later bars',
  (kind) => {
    const candles = kind === 'volatility' ? volatilityIndex(600) : sliceCandles(apple, 0, 600);
    const later = structuredClone(candles);
    for (let t = 401; t < 600; t++)
      for (const name of ['open', 'high', 'low', 'close'] as const) later[name][t]! *= 4;
    for (const origin of [59, 200, 400]) {
      const read = (bars: Candles) => {
        const volatility = readVolatility({ candles: bars, calendar: 'nyse', kind });
        return [spreadAt(volatility, origin, 14), medianMove(volatility.kind, origin, 14)];
      };
      const known = read(sliceCandles(candles, 0, origin + 1));
      expect(read(candles)).toEqual(known);
      expect(read(later)).toEqual(known);
    }
  },
);

test('prices times 7 scale every kind’s forecast by 7', () => {
  for (const kind of ['fund', 'index', 'volatility', 'currency', 'driftless'] as const) {
    const [one, seven] = [apple, scaleCandles(apple, 7)].map((candles) => made(candles, kind).points.at(-1)!);
    expect(seven!.price / one!.price).toBeCloseTo(7, 9);
    expect(seven!.low95 / one!.low95).toBeCloseTo(7, 9);
    expect(seven!.probabilityUp).toBeCloseTo(one!.probabilityUp, 9);
  }
});

test('if far too few past ranges held, no forecast is shown, and the reason states their share', () => {
  // Three calm years, then a year in which the price gains 3 % a session: the spread follows, the median does not.
  const calm = walkOf(1000, 0.01);
  const random = uniform(5);
  let close = calm.close.at(-1)!;
  const trend = Array.from({ length: 262 }, () => (close *= Math.exp(0.03 + (random() - 0.5) * 0.001)));
  const candles = candlesOf([...calm.close, ...trend], '2017-01-01');
  const sessions = sessionDates(comingFrom(candles.time.at(-1)!, 'daily'));
  const result = analyse({
    candles,
    quote: { price: close, sessionLeft: 0 },
    horizonDays: 7,
    calendar: 'daily',
    sessions,
  });
  const record = trackRecord(readVolatility({ candles, calendar: 'daily' }), 7)!;
  expect(record.coverage80.high).toBeLessThan(0.7);
  expect(result).toEqual({
    ok: false,
    error: { reason: 'not_forecast', coverage80: record.coverage80.value },
  });
});
