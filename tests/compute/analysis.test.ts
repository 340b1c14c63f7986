import {
  analyse,
  changePercent,
  forecast,
  HORIZON_OPTIONS_DAYS,
  sessionDates,
  sliceCandles,
  type Analysis,
} from '#compute';
import type { AnalysisInput } from '#compute/analysis.ts';
import { trackRecord } from '#compute/back-test/track-record.ts';
import { readHistory } from '#compute/forecast/forecast.ts';
import { ema, sma } from '#compute/indicators/moving-averages.ts';
import { macd, rsi } from '#compute/indicators/oscillators.ts';
import { performanceByRange } from '#compute/prices/performance.ts';
import { expect, test } from 'vitest';
import { comingFrom } from '../support/coming-sessions.ts';
import { appleCandles } from './series.ts';

const candles = appleCandles();
const { close } = candles;
const currentPrice = 190.5;
const sessions = sessionDates(comingFrom(candles.time.at(-1)!));
const input: AnalysisInput = {
  candles,
  quote: { price: currentPrice, sessionLeft: 0 },
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
  const history = readHistory({ candles, calendar: 'nyse' });
  expect(history.ok && trackRecord(history.value, 7)).toEqual(record);
});

test.each([0, -1, NaN, Infinity, -Infinity])('a price of %s throws', (price) => {
  expect(() => analyse({ ...input, quote: { price, sessionLeft: 0 } })).toThrow(RangeError);
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
