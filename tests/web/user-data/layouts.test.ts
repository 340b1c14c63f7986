// @vitest-environment node
import { expect, test } from 'vitest';
import {
  layoutName,
  layoutsText,
  parseLayouts,
  withoutLayout,
  withRenamed,
  withSaved,
  withUndone,
} from '../../../web/shared/user-data/layouts.ts';

const layout = { name: 'Swing', query: 'range=1Y&scale=percent' };

test('layouts come back as they were stored, without what is no layout', () => {
  expect(parseLayouts(layoutsText([layout]))).toEqual([layout]);
  const long = { name: 'Long', query: 'q'.repeat(2001) };
  expect(parseLayouts(layoutsText([long, layout]))).toEqual([layout]);
  for (const text of [null, '', '[]', 'null', '{"layout":{}}']) expect(parseLayouts(text)).toEqual([]);
});

test('a name has one layout, and there are 50', () => {
  const other = { ...layout, query: 'range=1W' };
  expect(withSaved([layout], other)).toEqual([other]);
  const many = Array.from({ length: 50 }, (_, i) => ({ name: `${i}`, query: '' }));
  expect(withSaved(many, layout)).toBe(many);
  expect(withSaved(many, { name: '7', query: 'range=1W' })[7]).toEqual({ name: '7', query: 'range=1W' });
});

test('another name keeps the place and takes the one that had it', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, query: name })) as [
    typeof layout,
    typeof layout,
    typeof layout,
  ];
  expect(withRenamed([a, b, c], 'a', 'c')).toEqual([{ name: 'c', query: 'a' }, b]);
  expect(withRenamed([a, b], 'a', 'a')).toEqual([a, b]);
});

test('names are trimmed and printable', () => {
  expect(layoutName('  Day\u0000 trade ')).toBe('Day trade');
  for (const typed of ['', '   ', '\u200B', 'x'.repeat(61)]) expect(layoutName(typed)).toBeNull();
});

test('what is undone is one change, and what another device has done meanwhile stays', () => {
  const before = ['a', 'b', 'c'].map((name) => ({ name, query: name }));
  const elsewhere = { name: 'new', query: 'of another device' };
  const changes = {
    removed: withoutLayout(before, 'b'),
    saved: withSaved(before, { name: 'd', query: '' }),
    overwritten: withSaved(before, { name: 'b', query: 'other' }),
    renamed: withRenamed(before, 'a', 'd'),
    'renamed over another': withRenamed(before, 'a', 'c'),
  };
  for (const after of Object.values(changes)) {
    expect(withUndone(after, { before, after })).toEqual(before);
    expect(withUndone([...after, elsewhere], { before, after })).toEqual([...before, elsewhere]);
  }
});
