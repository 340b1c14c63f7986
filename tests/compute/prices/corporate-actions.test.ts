import {
  analyse,
  barOnDate,
  candlesFromRows,
  dividendYieldPercent,
  sessionDates,
  sliceCandles,
  totalReturnByRange,
  withDividends,
  type Candles,
} from '#compute';
import { adjustedCloses } from '#compute/prices/candles.ts';
import { describe, expect, test } from 'vitest';
import { comingFrom } from '../../support/coming-sessions.ts';
import { appleCandles, candlesOf, seconds } from '../series.ts';
import { adjustedCloses as vendorCloses } from '../vectors.ts';

describe('total return', () => {
  test.each(Object.entries(vendorCloses))(
    'of %s equals that of the vendor’s adjusted close within 1e-4',
    (_, { rows, dividends }) => {
      const bars = rows.map(([date, close]) => ({
        time: seconds(date),
        open: close,
        high: close,
        low: close,
        close,
        volume: 0,
      }));
      const adjusted = adjustedCloses(withDividends(candlesFromRows(bars), dividends));
      const [, lastClose, lastAdjusted] = rows.at(-1)!;
      for (const [i, [, , stated]] of rows.entries()) {
        const expected = stated * (lastClose / lastAdjusted);
        expect(Math.abs(adjusted[i]! / expected - 1)).toBeLessThan(1e-4);
      }
    },
  );

  test('counts a dividend once, reinvested at the close before its ex-date', () => {
    // A price of 10, a dividend of 1, then a price of 9: nothing was lost.
    const candles = withDividends(candlesOf([10, 10, 9, 9]), [{ date: '2024-01-03', amount: 1 }]);
    expect(Array.from(adjustedCloses(candles))).toEqual([9, 9, 9, 9]);
    expect(totalReturnByRange(candles).ALL).toBe(0);
  });

  test('equals the price return, in the same array, without a dividend', () => {
    const candles = candlesOf([10, 11, 12]);
    expect(withDividends(candles, [])).toBe(candles);
    expect(adjustedCloses(candles)).toBe(candles.close);
  });

  test('ignores a dividend on or before the first bar, and a future one', () => {
    const candles = candlesOf([10, 11, 12], '2024-01-02');
    const outside = ['2023-12-29', '2024-01-02', '2024-01-05'].map((date) => ({ date, amount: 1 }));
    expect(withDividends(candles, outside)).toBe(candles);
  });

  test('moves a dividend on a day without trading to the next session, and adds up two of one day', () => {
    const friday = { ...candlesOf([10, 10, 9]), time: candlesOf([0, 0, 0]).time.slice() };
    friday.time.set([seconds('2024-01-04'), seconds('2024-01-05'), seconds('2024-01-08')]);
    const paid = ['2024-01-06', '2024-01-08'].map((date) => ({ date, amount: 0.5 }));
    expect(Array.from(withDividends(friday, paid).dividend!)).toEqual([0, 0, 1]);
    expect(barOnDate(friday.time, '2024-01-09')).toBe(3);
  });
});

test('the yield is the last 365 days’ dividends over the last close; a shorter history has none', () => {
  const closes = Array.from({ length: 400 }, () => 50);
  const quarterly = ['2024-01-20', '2024-04-20', '2024-07-20', '2024-10-20', '2025-01-20'];
  const candles = withDividends(
    candlesOf(closes),
    quarterly.map((date) => ({ date, amount: 0.5 })),
  );
  expect(dividendYieldPercent(candles)).toBe(4);
  expect(dividendYieldPercent(sliceCandles(candles, -300))).toBeNull();
  expect(dividendYieldPercent(candlesOf(closes))).toBe(0);
});

describe('a forecast', () => {
  const apple = appleCandles();
  const input = {
    quote: { price: 190, sessionLeft: 0 },
    horizonDays: 7,
    calendar: 'nyse',
    sessions: sessionDates(comingFrom(apple.time.at(-1)!)),
  } as const;
  const widthOf = (candles: Candles): number => {
    const analysis = analyse({ ...input, candles });
    if (!analysis.ok) throw new Error(analysis.error.reason);
    const { high80, low80 } = analysis.value.forecast.points.at(-1)!;
    return high80 / low80;
  };
  /** Raises every price before a bar by a dividend of `share` of the close, as a payment would. */
  const paying = (share: number, bar: number): Candles => {
    const amount = apple.close[bar - 1]! * share;
    const before = (column: Float64Array) =>
      column.map((price, i) => (i < bar ? price / (1 - share) : price));
    const { open, high, low, close } = apple;
    const candles = {
      ...apple,
      open: before(open),
      high: before(high),
      low: before(low),
      close: before(close),
    };
    const dividend = new Float64Array(apple.close.length);
    dividend[bar] = amount / (1 - share);
    return { ...candles, dividend };
  };

  test('does not mistake the gap of an 8 % dividend three sessions ago for a move', () => {
    const bar = apple.close.length - 3;
    const { dividend: _, ...gap } = paying(0.08, bar);
    const calm = widthOf(apple);
    expect(widthOf(paying(0.08, bar))).toBeCloseTo(calm, 3);
    expect(widthOf(gap)).toBeGreaterThan(calm * 1.02);
  });

  test('ignores a dividend after the bars that it reads', () => {
    const candles = paying(0.08, apple.close.length - 3);
    const before = apple.close.length - 4;
    expect(widthOf(sliceCandles(candles, 0, before))).toBe(
      widthOf({ ...sliceCandles(candles, 0, before), dividend: new Float64Array(before) }),
    );
  });

  test('is the same, to the last bit, with a column of zeros', () => {
    expect(
      analyse({ ...input, candles: { ...apple, dividend: new Float64Array(apple.close.length) } }),
    ).toEqual(analyse({ ...input, candles: apple }));
  });
});
