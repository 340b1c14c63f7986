import { analyse, HORIZON_OPTIONS_DAYS, quoteFacts, sliceCandles } from '#compute';
import { describe, expect, test } from 'vitest';
import { appleCandles } from './series.ts';

const candles = appleCandles();

describe('quoteFacts', () => {
  test.each(HORIZON_OPTIONS_DAYS)(
    'over %d days are those of the whole analysis, bit for bit',
    (horizonDays) => {
      for (const bars of [61, 62, 250, 1260]) {
        for (const sessionLeft of [0, 0.7]) {
          const input = {
            candles: sliceCandles(candles, 0, bars),
            currentPrice: candles.close[bars - 1]! * 1.013,
            sessionLeft,
            horizonDays,
            calendar: 'nyse',
          } as const;
          const whole = analyse(input);
          if (!whole.ok) throw new Error(whole.error.reason);
          expect(quoteFacts(input)).toEqual({
            dayChange: whole.value.dayChange,
            dayChangePercent: whole.value.dayChangePercent,
            signal: whole.value.signal.level,
            probabilityBuy: whole.value.forecast.points.at(-1)!.probabilityBuy,
          });
        }
      }
    },
  );

  test('of 59 bars are the change of the day, without signal and probability', () => {
    const short = sliceCandles(candles, 0, 59);
    const facts = quoteFacts({
      candles: short,
      currentPrice: 100,
      sessionLeft: 0,
      horizonDays: 7,
      calendar: 'nyse',
    });
    expect(facts).toEqual({
      dayChange: 100 - short.close[57]!,
      dayChangePercent: expect.any(Number),
      signal: null,
      probabilityBuy: null,
    });
  });

  test('of one bar have no change either', () => {
    const one = sliceCandles(candles, 0, 1);
    const facts = quoteFacts({
      candles: one,
      currentPrice: 100,
      sessionLeft: 0,
      horizonDays: 7,
      calendar: 'nyse',
    });
    expect(facts).toEqual({ dayChange: NaN, dayChangePercent: NaN, signal: null, probabilityBuy: null });
  });
});
