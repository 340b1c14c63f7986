import { expect, test } from 'vitest';
import { differences, parityAnswer } from './parity-vector.ts';
import { parityVector } from './vectors.ts';

test('analyse() in Node gives the shared vector', () => {
  expect(differences(parityAnswer(parityVector), parityVector.expected)).toEqual([]);
});

test('the shared vector has every part of an analysis, and another price gives another result', () => {
  const answer = parityAnswer(parityVector) as {
    readonly ok: boolean;
    readonly value: Record<string, unknown>;
  };
  expect(answer.ok).toBe(true);
  expect(answer.value['trackRecord']).not.toBeNull();
  expect(answer.value['indicators']).toHaveProperty('macdHistogram');
  const other = parityAnswer({ ...parityVector, currentPrice: 189.25 * (1 + 1e-10) });
  expect(differences(other, answer)).not.toEqual([]);
});
