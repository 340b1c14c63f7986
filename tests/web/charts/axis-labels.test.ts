import { expect, test } from 'vitest';
import { axisDecimals } from '../../../web/shared/charts/axis-labels.ts';

test.each([
  [50, 0],
  [5, 0],
  [1, 0],
  [2.5, 2],
  [0.5, 2],
  [0.25, 2],
  [0.3, 2],
  [0.1, 2],
  [0.05, 2],
  [0.025, 3],
  [0.000001, 6],
  [0.0000005, 7],
  [0.000000000001, 10],
])('labels %d apart need %d decimals', (increment, decimals) => {
  expect(axisDecimals(increment)).toBe(decimals);
});
