// @vitest-environment node
import { expect, test } from 'vitest';
import { candlesFromRows, indicatorLines, sliceCandles } from '#compute';
import { createIndicatorApi } from '../../../web/features/workbench/indicator-api.ts';

const all = candlesFromRows(
  Array.from({ length: 300 }, (_, i) => {
    const close = 100 + 9 * Math.sin(i * i);
    return { time: i * 86_400, open: close, high: close + 1, low: close - 1, close, volume: 1 + i };
  }),
);
const indicators = [
  { kind: 'wma', parameters: [20] },
  { kind: 'rsi', parameters: [14] },
  { kind: 'volatility', parameters: [20] },
] as const;

test('each new bar, another listing and the first one again have the lines of all their bars', () => {
  const { linesOf } = createIndicatorApi();
  const other = sliceCandles(all, 20);
  for (const candles of [200, 201, 202, 202, 300]
    .map((bars) => sliceCandles(all, 0, bars))
    .concat(other, all)) {
    const expected = indicators.map(({ kind, parameters }) => indicatorLines(candles, kind, parameters, 365));
    // A window is summed afresh for each bar, so that there is no rounding between them.
    expect(linesOf({ candles, indicators, withinDay: null })).toEqual(expected);
  }
});

test('the same bars give the same lines, an indicator beside them included', () => {
  const { linesOf } = createIndicatorApi();
  const [wma] = linesOf({ candles: all, indicators: indicators.slice(0, 1), withinDay: null });
  const [again, rsi] = linesOf({
    candles: structuredClone(all),
    indicators: indicators.slice(0, 2),
    withinDay: null,
  });
  expect(again).toBe(wma);
  expect(rsi).toEqual(indicatorLines(all, 'rsi', [14]));
});

test('the volatility of bars within the day is that of a year of them', () => {
  const { linesOf } = createIndicatorApi();
  const volatility = indicators.slice(2);
  const hours = { listing: { timezone: 'UTC', calendar: 'daily' }, session: null } as const;
  const yearOf = (intervalSeconds: number) =>
    linesOf({ candles: all, indicators: volatility, withinDay: { hours, intervalSeconds } })[0]?.[0]?.at(-1);
  expect(yearOf(60)).toBeCloseTo(2 * (yearOf(240) ?? Number.NaN), 10);
});
