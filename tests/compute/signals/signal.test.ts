import { forecastSignal } from '#compute';
import { signalLevel } from '#compute/signals/signal.ts';
import { expect, test } from 'vitest';

const percentOf = (price: number, base: number): number => ((price - base) / base) * 100;
const above = (value: number): number => value + 1e-8;
const below = (value: number): number => value - 1e-8;

test.each([
  [2, 'BUY'],
  [above(2), 'BUY'],
  [below(2), 'HOLD'],
  [0, 'HOLD'],
  [-below(2), 'HOLD'],
  [-2, 'SELL'],
  [-above(2), 'SELL'],
  [NaN, 'HOLD'],
  [percentOf(10.2, 10), 'BUY'],
  [percentOf(9.8, 10), 'SELL'],
  [percentOf(10.1999, 10), 'HOLD'],
] as const)('a change of %d percent is %s', (changePercent, signal) => {
  expect(forecastSignal(changePercent)).toBe(signal);
});

test.each([
  [1.02, 'BUY'],
  [0.98, 'SELL'],
] as const)(
  'the last digits of a price times %d, which differ between engines, do not change the signal',
  (ratio, signal) => {
    const ulp = 2 ** -52;
    for (let base = 0.01; base < 1e5; base *= 1.37) {
      for (let ulps = -8; ulps <= 8; ulps += 1) {
        const price = base * ratio * (1 + ulps * ulp);
        expect(forecastSignal(percentOf(price, base))).toBe(signal);
      }
    }
  },
);

test.each([
  [1, 'STRONG BUY'],
  [0.6, 'STRONG BUY'],
  [below(0.6), 'BUY'],
  [0.2, 'BUY'],
  [below(0.2), 'HOLD'],
  [0, 'HOLD'],
  [-below(0.2), 'HOLD'],
  [-0.2, 'SELL'],
  [-below(0.6), 'SELL'],
  [-0.6, 'STRONG SELL'],
  [-1, 'STRONG SELL'],
] as const)('a score of %d is %s', (score, level) => {
  expect(signalLevel(score)).toBe(level);
});
