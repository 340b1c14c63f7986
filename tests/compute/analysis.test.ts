import {
  analyse,
  changePercent,
  forecast,
  HORIZON_OPTIONS_DAYS,
  moveRarity,
  quoteFacts,
  sliceCandles,
  type Analysis,
} from '#compute';
import type { AnalysisInput } from '#compute/analysis.ts';
import { trackRecord } from '#compute/back-test/track-record.ts';
import { readHistory } from '#compute/forecast/forecast.ts';
import { ema, sma } from '#compute/indicators/moving-averages.ts';
import { macd, rsi } from '#compute/indicators/oscillators.ts';
import { performanceByRange } from '#compute/prices/performance.ts';
import { describe, expect, test } from 'vitest';
import { comingFrom } from '../support/coming-sessions.ts';
import { appleCandles } from './series.ts';

const candles = appleCandles();
const { close } = candles;
const currentPrice = 190.5;
const sessions = comingFrom(candles.time.at(-1)!);
const input: AnalysisInput = {
  candles,
  currentPrice,
  sessionLeft: 0,
  horizonDays: 7,
  calendar: 'nyse',
  sessions,
};

function analysisOf(overrides: Partial<AnalysisInput>): Analysis {
  const result = analyse({ ...input, ...overrides });
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

test('the day’s change is measured from the close of the bar before the last', () => {
  const { dayChange, dayChangePercent } = analysisOf({});
  expect(close.at(-2)).toBe(190.039993);
  expect(dayChange).toBe(190.5 - 190.039993);
  expect(dayChangePercent).toBe(changePercent(190.039993, 190.5));
});

test.each(HORIZON_OPTIONS_DAYS)(
  'the predicted price is the next trading day’s median at a horizon of %d',
  (horizonDays) => {
    const analysis = analysisOf({ horizonDays });
    expect(analysis.forecast.points).toHaveLength(horizonDays);
    expect(analysis.predictedPrice).toBe(analysis.forecast.points[0]!.price);
    expect(analysis.predictedPrice).toBe(currentPrice * Math.exp(0.0003));
    expect(analysis.profitLoss).toBe(analysis.predictedPrice - currentPrice);
    expect(analysis.profitLossPercent).toBeCloseTo(100 * Math.expm1(0.0003), 10);
    expect(analysis.isProfit).toBe(true);
  },
);

test('the forecast starts from the current price', () => {
  const expected = forecast({
    candles,
    horizonDays: 7,
    calendar: 'nyse',
    quote: { price: currentPrice, sessionLeft: 0 },
  });
  expect({ ok: true, value: analysisOf({}).forecast }).toEqual(expected);
});

test('indicators, performance and track record come from the closes', () => {
  const { indicators, performance, trackRecord: record } = analysisOf({});
  const [line, signal, histogram] = macd(close, 12, 26, 9);
  expect(indicators).toEqual({
    sma20: sma(close, 20),
    ema20: ema(close, 20),
    rsi14: rsi(close, 14),
    macd: line,
    macdSignal: signal,
    macdHistogram: histogram,
  });
  expect(performance).toEqual(performanceByRange(candles));
  const history = readHistory({ candles, calendar: 'nyse', horizonDays: 7 });
  expect(history.ok && trackRecord(history.value, 7)).toEqual(record);
});

test.each([0, -1, NaN, Infinity, -Infinity])('a price of %s gives invalid_price', (price) => {
  expect(analyse({ ...input, currentPrice: price })).toEqual({
    ok: false,
    error: { reason: 'invalid_price' },
  });
});

test('59 bars give short_history, 60 an analysis without a track record', () => {
  expect(analyse({ ...input, candles: sliceCandles(candles, 0, 59) })).toEqual({
    ok: false,
    error: { reason: 'short_history', needBars: 60, gotBars: 59 },
  });
  expect(analysisOf({ candles: sliceCandles(candles, 0, 60) }).trackRecord).toBeNull();
});

test('an empty history gives short_history', () => {
  expect(analyse({ ...input, candles: sliceCandles(candles, 0, 0) })).toMatchObject({
    error: { gotBars: 0 },
  });
});

test('the input is unchanged, and the same input gives the same analysis', () => {
  const before = structuredClone(candles);
  expect(analysisOf({})).toEqual(analysisOf({}));
  expect(candles).toEqual(before);
});

test('an analysis survives the transfer between threads', () => {
  const analysis = analysisOf({});
  expect(structuredClone(analysis)).toEqual(analysis);
});

describe('quoteFacts', () => {
  test.each(HORIZON_OPTIONS_DAYS)('equals the whole analysis over %d days, bit for bit', (horizonDays) => {
    for (const bars of [61, 62, 250, 1260]) {
      for (const sessionLeft of [0, 0.7]) {
        const ofRow = {
          candles: sliceCandles(candles, 0, bars),
          currentPrice: candles.close[bars - 1]! * 1.013,
          sessionLeft,
          horizonDays,
          calendar: 'nyse',
          sessions: comingFrom(candles.time[bars - 1]!),
        } as const;
        const whole = analyse(ofRow);
        if (!whole.ok) throw new Error(whole.error.reason);
        const before = sliceCandles(candles, 0, bars - 1);
        const earlier = analyse({
          ...ofRow,
          sessions: comingFrom(before.time.at(-1)!),
          candles: before,
          currentPrice: before.close.at(-1)!,
          sessionLeft: 0,
        });
        expect(quoteFacts(ofRow)).toEqual({
          dayChange: whole.value.dayChange,
          dayChangePercent: whole.value.dayChangePercent,
          signal: whole.value.signal.level,
          signalBefore: earlier.ok ? earlier.value.signal.level : null,
          probabilityBuy: whole.value.forecast.points.at(-1)!.probabilityBuy,
          probabilitySell: whole.value.forecast.points.at(-1)!.probabilitySell,
          moveRarity: moveRarity(ofRow.candles, ofRow.currentPrice),
        });
      }
    }
  });

  test('has a signal for 60 bars, but none for the previous session', () => {
    const facts = quoteFacts({ ...input, candles: sliceCandles(candles, 0, 60) });
    expect(facts).toMatchObject({ signal: expect.any(String), signalBefore: null });
  });

  test('has only the day’s change for 59 bars', () => {
    const short = sliceCandles(candles, 0, 59);
    const facts = quoteFacts({
      candles: short,
      currentPrice: 100,
      sessionLeft: 0,
      horizonDays: 7,
      calendar: 'nyse',
      sessions,
    });
    expect(facts).toEqual({
      dayChange: 100 - short.close[57]!,
      dayChangePercent: expect.any(Number),
      signal: null,
      signalBefore: null,
      probabilityBuy: null,
      probabilitySell: null,
      moveRarity: null,
    });
  });

  test('has no change for a single bar', () => {
    const one = sliceCandles(candles, 0, 1);
    const facts = quoteFacts({
      candles: one,
      currentPrice: 100,
      sessionLeft: 0,
      horizonDays: 7,
      calendar: 'nyse',
      sessions,
    });
    expect(facts).toEqual({
      dayChange: NaN,
      dayChangePercent: NaN,
      signal: null,
      signalBefore: null,
      probabilityBuy: null,
      probabilitySell: null,
      moveRarity: null,
    });
  });
});
