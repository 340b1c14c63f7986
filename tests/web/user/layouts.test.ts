// @vitest-environment node
import { expect, test } from 'vitest';
import { layoutName, layoutsText, parseLayouts, withRenamed } from '../../../web/shared/user/layouts.ts';

test('layouts come back as they were stored, without what is no layout', () => {
  const layouts = new Map([['Swing', 'range=1Y&scale=percent']]);
  expect(parseLayouts(layoutsText(layouts))).toEqual(layouts);
  expect(parseLayouts(layoutsText(new Map([['Long', 'q'.repeat(2001)], ...layouts])))).toEqual(layouts);
  for (const text of [null, '', '[]', 'null', '{"layout":{}}']) expect(parseLayouts(text).size).toBe(0);
});

test('another name keeps the place and takes the one that had it', () => {
  const layouts = new Map(['a', 'b', 'c'].map((name) => [name, name]));
  expect([...withRenamed(layouts, 'a', 'c')]).toEqual([
    ['c', 'a'],
    ['b', 'b'],
  ]);
  expect(withRenamed(layouts, 'a', 'a')).toEqual(layouts);
});

test('names are trimmed and printable', () => {
  expect(layoutName('  Day\u0000 trade ')).toBe('Day trade');
  for (const typed of ['', '   ', '\u200B', 'x'.repeat(61)]) expect(layoutName(typed)).toBeNull();
});
