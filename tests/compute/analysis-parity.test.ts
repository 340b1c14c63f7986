import { expect, test } from 'vitest';
import { parityAnswer } from './parity-vector.ts';
import { parityVector } from './vectors.ts';

test('analyse() in Node gives the shared vector to the last bit', () => {
  expect(parityAnswer(parityVector)).toEqual(parityVector.expected);
});

test('the shared vector has every part of an analysis, and another price gives another answer', () => {
  const answer = parityAnswer(parityVector) as {
    readonly ok: boolean;
    readonly value: Record<string, unknown>;
  };
  expect(answer.ok).toBe(true);
  expect(answer.value['trackRecord']).not.toBeNull();
  expect(answer.value['indicators']).toHaveProperty('macdHistogram');
  expect(parityAnswer({ ...parityVector, currentPrice: 189.26 })).not.toEqual(answer);
});
