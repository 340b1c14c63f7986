import { expect, test } from 'vitest';
import { parityAnswer, type ParityVector } from '../compute/parity-vector.ts';
import vector from '../vectors/analyse-parity.json';

test('analyse() in workerd gives the shared vector to the last bit', () => {
  expect(navigator.userAgent).toBe('Cloudflare-Workers');
  expect(parityAnswer(vector as unknown as ParityVector)).toEqual(vector.expected);
});
