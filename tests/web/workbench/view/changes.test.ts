// @vitest-environment node
import { expect, test } from 'vitest';
import { INDICATORS } from '#compute';
import { overlayColors, withAdded, withChanged } from '#web/features/workbench/view/changes.ts';
import { MAX_INDICATORS, type ChosenIndicator } from '#web/features/workbench/view/workbench-view.ts';

const three = (['sma', 'rsi', 'macd'] as const).reduce(
  (list, kind) => withAdded(list, kind, 0),
  [] as readonly ChosenIndicator[],
);

test('an indicator starts with its default parameters and its own colour', () => {
  expect(three.map(({ parameters }) => parameters)).toEqual([[20], [14], [12, 26, 9]]);
  expect(new Set(three.map(({ color }) => color)).size).toBe(3);
  const without = three.toSpliced(1, 1);
  expect(withAdded(without, 'obv', 0).at(-1)?.color).toBe(three[1]?.color);
});

test('overlays and indicators share no colour while there are enough, and keep theirs', () => {
  const sma = withAdded([], 'sma', 0);
  const listings = overlayColors(sma, 2);
  const both = withAdded(sma, 'macd', 2);
  expect(new Set([...both.map(({ color }) => color), ...listings]).size).toBe(4);
  expect(overlayColors(both, 2)).toEqual(listings);
});

test('a change affects only one of two equal indicators', () => {
  const twice = withAdded(withAdded([], 'sma', 0), 'sma', 0);
  expect(withChanged(twice, 1, { parameters: [50] }).map(({ parameters }) => parameters)).toEqual([
    [20],
    [50],
  ]);
});

test('the list is limited', () => {
  const kinds = Array.from({ length: MAX_INDICATORS + 3 }, () => 'ema' as const);
  expect(
    kinds.reduce((list, kind) => withAdded(list, kind, 0), [] as readonly ChosenIndicator[]),
  ).toHaveLength(MAX_INDICATORS);
  expect(Object.keys(INDICATORS).length).toBeLessThan(MAX_INDICATORS);
});
