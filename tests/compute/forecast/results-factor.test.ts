import {
  backTest,
  forecast,
  HORIZON_OPTIONS_DAYS,
  isTradingDay,
  sliceCandles,
  withResults,
  type Candles,
} from '#compute';
import { describe, expect, test } from 'vitest';
import { trackRecord } from '#compute/back-test/track-record.ts';
import { nextTradingDays } from '#compute/forecast/model-calendar.ts';
import { FITTED_SESSIONS, POOLED_MODEL } from '#compute/forecast/pooled-model.ts';
import { readVolatility, spreadAt, spreadsUpTo } from '#compute/forecast/volatility.ts';
import { appleCandles, scaleCandles, seconds } from '../series.ts';
import { plainDays, plainFeatures } from './plain-model.ts';

const apple = appleCandles();
const settled = apple.close.length - 1;
const DAY = 86_400;

/** Apple's results came after the close; these sessions reacted. */
const REACTED =
  `2013-07-24 2013-10-29 2014-01-28 2014-04-24 2014-07-23 2014-10-21 2015-01-28 2015-04-28 2015-07-22 2015-10-28
  2016-01-27 2016-04-27 2016-07-27 2016-10-26 2017-02-01 2017-05-03 2017-08-02 2017-11-03 2018-02-02 2018-05-02`
    .split(/\s+/)
    .map(seconds);
const dated = withResults(apple, REACTED);
const barOf = (date: string): number => apple.time.indexOf(seconds(date));

/** Published table of 20,335 cases: chance by distance from the projected date, percent. */
const TABLE =
  '.03 .04 .06 .14 .09 .18 .42 1.57 1.22 1.43 2.33 5.36 49.96 9.60 6.44 4.89 3.66 9.19 1.06 .73 .42 .41 .51 .14 .10'
    .split(' ')
    .map(Number);
function plainChance(place: number, horizon: number): number {
  const total = TABLE.reduce((sum, share) => sum + share, 0);
  const sumOf = (is: (at: number) => boolean): number =>
    TABLE.reduce((sum, share, i) => (is(place + i - 12) ? sum + share / total : sum), 0);
  return (
    sumOf((at) => at >= 1 && at <= horizon) /
    Math.max(
      0.02,
      sumOf((at) => at >= 1),
    )
  );
}

const days = plainDays(apple);

/** The move of each reacting session from the 60th bar on, relative to the usual move: the formula written plainly. */
const ratios = REACTED.map((at) => apple.time.indexOf(at)).flatMap((bar) => {
  if (bar < 59) return [];
  let sum = 0;
  let bottom = 0;
  for (let i = 1; i < bar; i++) {
    const weight = 2 ** ((i - bar) / 60);
    sum += weight * days.ranges[i]!;
    bottom += weight;
  }
  const move = Math.abs(Math.log(apple.close[bar]! / apple.close[bar - 1]!));
  return { bar, ratio: Math.min(move / Math.sqrt(sum / bottom), 8) / 0.82 };
});

/** Added variance of a reacting session as known at bar `t`. */
function plainExcess(t: number): number {
  if (!REACTED.some((at) => at <= apple.time[t]!)) return 0;
  const past = ratios.filter(({ bar }) => bar <= t);
  const ratio = (30 + past.reduce((sum, { ratio: own }) => sum + own, 0)) / (10 + past.length);
  return 1.1 * Math.max(0, ratio ** 2 - 1);
}

const plainFactor = (excess: number, expected: number, h: number): number =>
  Math.sqrt((1 + (excess * expected) / h) / (1 + (0.6 * excess) / 63));

describe('the shipped factor agrees with plainly written formulas', () => {
  test.each([1, 7, 30])('sigma at a horizon of %d sessions, with the own scale of settled windows', (h) => {
    const { weights, meanResidual } = POOLED_MODEL.range[FITTED_SESSIONS.indexOf(h)]!;
    const sigmas = new Map<number, number>();
    const sigmaAt = (t: number): number => {
      const sum = (): number =>
        plainFeatures(days, t, h, 'nyse').reduce((all, x, k) => all + weights[k]! * x, 0);
      if (!sigmas.has(t)) sigmas.set(t, Math.exp(sum() / 2));
      return sigmas.get(t)!;
    };
    for (const origin of [317, 640, barOf('2018-05-01')]) {
      const nextResultsSeconds = nextTradingDays(apple.time[origin]!, 3, 'nyse')[2]!;
      const known = sliceCandles(dated, 0, origin + 1);
      const residuals: number[] = [];
      for (let i = origin - 5 * Math.ceil(h / 5); i >= Math.max(59, origin - h - 999); i -= 5) {
        const miss = Math.abs(Math.log(apple.close[i + h]! / apple.close[i]!) - 0.0003 * h);
        const hasCome = REACTED.some((at) => at > apple.time[i]! && at <= apple.time[i + h]!);
        const factor = plainFactor(plainExcess(i), Number(hasCome), h);
        residuals.push(Math.min(miss / (sigmaAt(i) * factor), 3) / meanResidual);
      }
      const n = residuals.length * Math.min(1, 5 / h);
      const prior = 160 / Math.sqrt(h);
      const mean = residuals.reduce((sum, x) => sum + x, 0) / residuals.length;
      const scale = (mean * n + prior) / (n + prior);
      const expected = sigmaAt(origin) * scale * plainFactor(plainExcess(origin), Number(h >= 3), h);
      const { sigma } = spreadAt(
        readVolatility({ candles: known, calendar: 'nyse', nextResultsSeconds }),
        origin,
        h,
      );
      expect(Math.abs(sigma / expected - 1)).toBeLessThan(1e-9);
    }
  });

  test.each([
    ['the eve of the projected day', '2017-07-31'],
    ['days before it', '2017-07-20'],
    ['after it, nothing having come', '2017-08-04'],
    ['weeks before it', '2017-06-15'],
  ])('the chance of a projected date on %s', (_, date) => {
    const known = withResults(
      sliceCandles(apple, 0, barOf(date) + 1),
      REACTED.filter((at) => at < seconds('2017-08-01')),
    );
    const next = readVolatility({ candles: known, calendar: 'nyse' }).nextResults(barOf(date))!;
    const projected = seconds('2016-07-27') + 364 * DAY;
    expect(projected).toBe(seconds('2017-07-26'));
    let place = 0;
    for (let at = seconds(date); at < projected; at += DAY) place += Number(isTradingDay(at + DAY, 'nyse'));
    for (let at = seconds(date); at > projected; at -= DAY) place -= Number(isTradingDay(at, 'nyse'));
    for (const h of [1, 7, 30]) expect(next.chanceWithin(h)).toBeCloseTo(plainChance(place, h), 12);
    expect(next.isConfirmed).toBe(false);
  });

  test('with less than a year of dates, results are equally likely on every session of a quarter', () => {
    const next = readVolatility({ candles: sliceCandles(dated, 0, barOf('2014-01-02')), calendar: 'nyse' });
    expect(next.nextResults(barOf('2014-01-02') - 1)!.chanceWithin(7)).toBeCloseTo(7 / 63, 12);
  });
});

function forecastOf(candles: Candles, rest: object = {}) {
  const made = forecast({ candles, horizonDays: 30, calendar: 'nyse', ...rest });
  if (!made.ok) throw new Error(made.error.reason);
  return made.value;
}

test('on the eve of known results the 1-day range at least doubles, the 30-day range widens a little', () => {
  const eve = barOf('2018-05-01');
  const known = sliceCandles(dated, 0, eve + 1);
  const widths = (nextResultsSeconds: number | null): number[] => {
    const { points, basePrice } = forecastOf(known, { nextResultsSeconds });
    return [0, 29].map((i) => (points[i]!.high80 - points[i]!.low80) / basePrice);
  };
  const [soon, later] = [widths(seconds('2018-05-02')), widths(seconds('2018-07-31'))];
  expect(soon[0]! / later[0]!).toBeGreaterThan(2);
  expect(soon[1]! / later[1]!).toBeGreaterThan(1.05);
  expect(soon[1]! / later[1]!).toBeLessThan(1.3);
  const confirmed = { nextResultsSeconds: seconds('2018-05-02'), isAfterClose: true };
  expect(forecastOf(known, confirmed).results).toEqual({
    date: '2018-05-01',
    session: '2018-05-02',
    status: 'confirmed',
    plus_minus_days: 0,
    chance: 1,
  });
});

test('once the open session reacts to results, the next ones are a quarter away', () => {
  const running = barOf('2018-05-02');
  const quote = { price: apple.close[running]!, sessionLeft: 0.5 };
  const [told, untold] = [dated, withResults(apple, REACTED.slice(0, -1))].map((candles) =>
    forecastOf(sliceCandles(candles, 0, running + 1), { quote }),
  );
  expect(told!.results).toEqual({
    date: '2018-08-01',
    session: '2018-08-01',
    status: 'estimated',
    plus_minus_days: 8,
    chance: 0,
  });
  // Without their date they would still be due.
  expect(untold!.results!.chance).toBeGreaterThan(0.9);
  const width = ({ points }: typeof told & {}): number => points[0]!.high80 / points[0]!.low80;
  expect(width(untold!)).toBeGreaterThan(width(told!));
});

test('a company without past results gets the usual reaction once its first date is known', () => {
  const nextResultsSeconds = nextTradingDays(apple.time[settled]!, 1, 'nyse')[0]!;
  const plain = spreadAt(readVolatility({ candles: apple, calendar: 'nyse' }), settled, 1).sigma;
  const { sigma } = spreadAt(
    readVolatility({ candles: apple, calendar: 'nyse', nextResultsSeconds }),
    settled,
    1,
  );
  expect(sigma / plain).toBeCloseTo(plainFactor(1.1 * 8, 1, 1), 12);
});

test('companies that report every half-year keep their ranges', () => {
  const halfYearly = withResults(
    apple,
    REACTED.filter((_, i) => i % 2 === 0),
  );
  const plain = spreadsUpTo(readVolatility({ candles: apple, calendar: 'nyse' }), settled, 30);
  expect(spreadsUpTo(readVolatility({ candles: halfYearly, calendar: 'nyse' }), settled, 30)).toEqual(plain);
  expect(forecastOf(halfYearly).results).toBeNull();
});

describe('no spread uses the future', () => {
  test('a back-test window equals the forecast of the sliced history, to the last bit', () => {
    const whole = readVolatility({ candles: dated, calendar: 'nyse' });
    for (let origin = 59; origin < settled; origin += 23) {
      const known = readVolatility({ candles: sliceCandles(dated, 0, origin + 1), calendar: 'nyse' });
      expect(spreadsUpTo(whole, origin, 30)).toEqual(spreadsUpTo(known, origin, 30));
    }
  });

  test('later bars and later dates change no spread', () => {
    const origin = 900;
    const changed = structuredClone(withResults(apple, REACTED.slice(0, -3)));
    for (let t = origin + 1; t <= settled; t++)
      for (const name of ['open', 'high', 'low', 'close'] as const) changed[name][t]! *= 3;
    const [before, after] = [dated, changed].map((candles) =>
      spreadsUpTo(readVolatility({ candles, calendar: 'nyse' }), origin, 30),
    );
    expect(after).toEqual(before);
  });
});

test('prices times 7 leave the share of held ranges unchanged', () => {
  const sevenfold = { ...scaleCandles(apple, 7), results: dated.results! };
  const [one, seven] = [dated, sevenfold].map((candles) => readVolatility({ candles, calendar: 'nyse' }));
  for (const horizonDays of HORIZON_OPTIONS_DAYS) {
    expect(trackRecord(seven!, horizonDays)!.coverage80).toEqual(trackRecord(one!, horizonDays)!.coverage80);
  }
});

test('over five years of Apple more 7-day ranges hold if the model knows the results dates', () => {
  const heldAt7 = (candles: Candles): number =>
    backTest({ candles, calendar: 'nyse' })!
      .find(({ horizonDays }) => horizonDays === 7)!
      .calibration.find(({ nominal }) => nominal === 0.95)!.covered.value;
  expect(heldAt7(dated)).toBeGreaterThan(heldAt7(apple));
});
