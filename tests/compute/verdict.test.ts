import { verdictOn } from '#compute';
import { expect, test } from 'vitest';

test.each([
  [0.81, 0.9, 'above'],
  [0.7, 0.79, 'below'],
  [0.7, 0.9, 'undecided'],
  // An interval that ends on the value has not left it behind.
  [0.8, 0.9, 'undecided'],
  [0.7, 0.8, 'undecided'],
  [null, null, 'undecided'],
] as const)('%s to %s is %s of 0.8', (low, high, verdict) => {
  expect(verdictOn({ low, high }, 0.8)).toBe(verdict);
});
