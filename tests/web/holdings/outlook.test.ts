import { describe, expect, test } from 'vitest';
import { formatFor, type JointForecast } from '#compute';
import type { Listing } from '#web/shared/api/listing-queries.ts';
import {
  gainOf,
  holdingOf,
  priceBefore,
  ratePairs,
  valueFan,
  valueOf,
  type PricedTicker,
} from '#web/features/holdings/holdings-view.ts';
import { answerText, diversificationText, ruleTexts } from '#web/features/holdings/outlook-words.ts';
import type { Outlook } from '#web/features/holdings/use-outlook.ts';

const DAY = 86_400;
const FORMAT = formatFor({ region: 'us', clock: 'exchange' });

const SHAPE = {
  price: 1,
  change: 0,
  currency: 'USD',
  closes: [] as readonly number[],
  dates: null as string[] | null,
  absence: null as Listing['absence'],
  splits: [] as readonly object[],
};

/** The parts of a listing that the page's sums read. */
function listing(ticker: string, shape: Partial<typeof SHAPE>): Listing {
  const { price, change, currency, closes, dates, absence, splits } = { ...SHAPE, ...shape };
  const time = Float64Array.from(closes, (_, day) => (20_000 + day) * DAY);
  return {
    ticker,
    absence,
    response: {
      ticker,
      currency,
      as_of: '2026-11-25T21:00:00Z',
      exchange_timezone: 'America/New_York',
      corporate_actions: { splits },
    },
    candles: { time, close: Float64Array.from(closes) },
    analysis: {
      currentPrice: price,
      dayChange: change,
      ...(dates && { forecast: { points: dates.map((date) => ({ date })) } }),
    },
  } as unknown as Listing;
}

/** Priced by listings; the last one's price divides if it is inverse. */
const priced = (listings: readonly Listing[], isInverse = false): PricedTicker => ({
  ticker: listings[0]?.ticker ?? 'CASH:USD',
  prices: listings.map((each, i) => ({ listing: each, isInverse: isInverse && i > 0 })),
});

const held = (quantity: number, ...listings: readonly Listing[]) => ({
  ...priced(listings),
  position: undefined,
  quantity,
});

const FORECAST = { value: 100_000, valueAtRisk95: 2140, expectedShortfall95: 3010, diversification: 990 };
const outlook = (facts: object) =>
  Object.assign({ missing: [], currency: 'USD' } as unknown as Outlook, facts);
const joint = (change: Partial<JointForecast> = {}): JointForecast =>
  Object.assign({ points: [], parts: [], chances: [] }, FORECAST, change);

describe('values', () => {
  const eurusd = listing('EURUSD=X', { price: 1.2, change: 0.02 });

  test('a currency becomes another through the dollar, by the pairs that markets quote', () => {
    const pairs = (from: string, to: string) =>
      ratePairs(from, to).map(({ ticker, isInverse }) => (isInverse ? `1 / ${ticker}` : ticker));
    expect(pairs('EUR', 'USD')).toEqual(['EURUSD=X']);
    expect(pairs('USD', 'EUR')).toEqual(['1 / EURUSD=X']);
    expect(pairs('JPY', 'USD')).toEqual(['1 / USDJPY=X']);
    expect(pairs('GBP', 'HKD')).toEqual(['GBPUSD=X', 'USDHKD=X']);
    expect(pairs('JPY', 'CHF')).toEqual(['1 / USDJPY=X', 'USDCHF=X']);
    expect(pairs('EUR', 'EUR')).toEqual([]);
  });

  test('pence count as pounds, and foreign prices through their pair, now and at the previous close', () => {
    const gbpusd = listing('GBPUSD=X', { price: 1.3 });
    const pence = held(10, listing('AZN.L', { price: 12_000, change: 1000, currency: 'GBp' }), gbpusd);
    const euros = held(2, listing('SAP.DE', { price: 200, change: Number.NaN, currency: 'EUR' }), eurusd);
    const dollars = { ...held(6), ...priced([listing('AAPL', { price: 100 }), eurusd], true) };
    expect([pence, euros, dollars].map((holding) => Math.round(valueOf(holding)))).toEqual([1560, 480, 500]);
    const gone = held(1, listing('OLD', { price: 9, change: 1, absence: { reason: 'not_trading' } }));
    const before = [pence, euros, gone].map((holding) => Math.round(valueOf(holding, priceBefore)));
    expect(before).toEqual([1430, 472, 9]);
  });

  const split = { date: '2026-06-10', numerator: 3, denominator: 1 };
  const share = priced([listing('AAPL', { price: 200, splits: [split] })]);
  const position = (entered: string, more = {}) => ({ ticker: '', name: '', quantity: 60, entered, ...more });

  test('a weight buys its percent of 100,000, cash included; later splits multiply shares', () => {
    const quantity = (entered: string, of = share, more = {}) =>
      holdingOf(of, position(entered, more)).quantity;
    expect(quantity('2026-06-09', share, { weighted: true })).toBe(300);
    expect(quantity('2026-06-09', priced([]), { weighted: true })).toBe(60_000);
    expect([quantity('2026-06-09'), quantity('2026-06-10')]).toEqual([180, 60]);
    expect(holdingOf(share, undefined).quantity).toBe(0);
  });

  test('a gain is the value less the cost, after splits and in either unit of a price in pence', () => {
    const gain = (of: PricedTicker, more = {}) => gainOf(holdingOf(of, position('2026-06-09', more)));
    expect(gain(share, { cost: 400 })).toEqual({ gain: 12_000, cost: 24_000 });
    const pence = priced([listing('AZN.L', { price: 12_000, currency: 'GBp' }), eurusd]);
    const inPence = gain(pence, { cost: 10_000 });
    expect(inPence?.gain).toBeCloseTo(60 * 20 * 1.2, 9);
    expect(gain(pence, { cost: 100 })).toEqual(inPence);
    for (const none of [gain(share), gain(share, { cost: 5, weighted: true }), gain(priced([]), { cost: 5 })])
      expect(none).toBeNull();
  });
});

test('the fan ends with the slowest calendar, after today’s quantities at the closes of dates with all prices', () => {
  const share = listing('AAPL', { price: 12, closes: [9, 10, 11], dates: ['2026-11-27', '2026-11-30'] });
  const coin = listing('BTC-USD', { price: 5, closes: [4, 5], dates: ['2026-11-26', '2026-11-27'] });
  // The coin's first bar is a day later.
  const late = { ...coin, candles: { ...coin.candles, time: coin.candles.time.map((date) => date + DAY) } };
  const points = [{ price: 36 }, { price: 37 }] as unknown as JointForecast['points'];
  const fan = valueFan([held(2, share), held(2, late)], joint({ value: 34, points }));
  expect([...(fan?.history.close ?? [])]).toEqual([28, 34]);
  expect(fan?.forecast.points.map(({ date, price }) => [date, price])).toEqual([
    ['2026-11-27', 36],
    ['2026-11-30', 37],
  ]);
});

describe('words', () => {
  test('the tail is in money and in shares of the value', () => {
    expect(
      answerText(FORMAT, outlook({ holdings: [held(1)], forecast: joint() }), Date.UTC(2027, 0, 6) / 1000),
    ).toBe(
      '1 in 20: a loss of $2,140 or more by Jan 6; then $3,010 on average. That is 2.1% and 3.0% of the value.',
    );
  });

  test('diversification saves a share of the losses alone, or nothing', () => {
    expect(diversificationText(FORMAT, joint(), 'USD')).toContain('saves 25%');
    expect(diversificationText(FORMAT, joint({ diversification: 0 }), 'USD')).toContain('saves nothing');
  });

  test('withheld, delisted and young holdings and few common days have a sentence each', () => {
    const rules = { ...joint(), young: [0], hasFewDays: true, commonDays: 85, growth: [], correlations: [] };
    const factors = [listing('NEW', { price: 1 })];
    const young = held(1, ...factors);
    const holdings = [
      held(1, listing('OLD', { price: 1, absence: { reason: 'not_trading' } })),
      held(1, listing('PEG', { price: 1, absence: { reason: 'set_price', isStill: true } })),
      young,
    ];
    const texts = ruleTexts(FORMAT, outlook({ missing: ['XYZ: gone'], holdings, factors, forecast: rules }));
    expect(texts.map((text) => text.slice(0, 30))).toEqual([
      'Not included: XYZ: gone',
      'OLD counts at its last price, ',
      'PEG counts at its last price, ',
      'NEW has a short history. For t',
      'Few common days: these holding',
    ]);
    expect(texts[1]).toContain('OLD no longer trades.');
    const none = { ...rules, young: [], hasFewDays: false };
    expect(ruleTexts(FORMAT, outlook({ holdings: [young], factors, forecast: none }))).toEqual([]);
  });

  test('an error names the holding that is to blame', () => {
    const refused = (error: object) =>
      answerText(FORMAT, outlook({ factors: [listing('KLAR', {})], coupled: { ok: false, error } }));
    expect(refused({ reason: 'few_common_days', factor: 0, commonDays: 59 })).toBe(
      'No joint range: with KLAR these holdings share only 59 dates; a range needs 60.',
    );
    const error = { reason: 'short_history', needBars: 60, gotBars: 40 };
    expect(refused({ reason: 'no_forecast', factor: 0, error })).toContain(
      'KLAR has only 40 finished sessions; a forecast needs at least 60.',
    );
  });
});
