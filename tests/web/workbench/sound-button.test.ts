// @vitest-environment node
import { expect, test } from 'vitest';
import { pitches } from '../../../web/features/workbench/sound-button.tsx';

test('equal ratios of prices are equal intervals, over two octaves', () => {
  expect([...pitches(Float64Array.of(100, 200, 400))].map(Math.round)).toEqual([220, 440, 880]);
  expect([...pitches(Float64Array.of(400, 100))].map(Math.round)).toEqual([880, 220]);
});

test('a price that never moves is a tone in the middle', () => {
  expect([...pitches(Float64Array.of(7, 7, 7))].map(Math.round)).toEqual([440, 440, 440]);
});
