import { formatFor, lossTail, lossText } from '#compute';
import { expect, test } from 'vitest';

const US = formatFor({ region: 'us', clock: 'exchange' });

test.each([
  [{ low80: 96.6, low95: 93.9 }, '1 in 10: a loss of 3.4% or more by Dec 7. 1 in 40: 6.1%.'],
  [
    { low80: 100.4, low95: 97.9 },
    '1 in 10: a gain of 0.40% or less by Dec 7. 1 in 40: a loss of 2.1% or more.',
  ],
  [{ low80: 100.4, low95: 100.1 }, '1 in 10: a gain of 0.40% or less by Dec 7. 1 in 40: 0.10%.'],
])('says what the tail of %o loses of 100', (end, text) => {
  expect(lossText(US, lossTail(end, 100), ' by Dec 7')).toBe(text);
});
