import { expect, test } from 'vitest';
import { differences, parityAnswer, type ParityVector } from '../compute/parity-vector.ts';
import vector from '../vectors/analyse-parity.json';

test('analyse() in workerd gives the shared vector', () => {
  expect(navigator.userAgent).toBe('Cloudflare-Workers');
  expect(differences(parityAnswer(vector as unknown as ParityVector), vector.expected)).toEqual([]);
});
