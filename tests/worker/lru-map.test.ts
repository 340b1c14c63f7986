import { expect, test } from 'vitest';
import { LruMap } from '../../worker/lru-map.ts';

test('the value unused for longest goes first; reading one and writing it again both count as use', () => {
  const map = new LruMap<number>(3);
  for (const key of ['a', 'b', 'c']) map.set(key, 1);
  map.get('a');
  map.set('b', 2);
  map.set('d', 1);
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([1, 2, undefined, 1]);
});

test('a deleted value leaves room for another', () => {
  const map = new LruMap<number>(2);
  map.set('a', 1);
  map.set('b', 1);
  map.delete('a');
  map.set('c', 1);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 1, 1]);
});

test('values count by their size: a large one makes several small ones leave', () => {
  const map = new LruMap<string>(10, (text) => text.length);
  for (const key of ['a', 'b', 'c']) map.set(key, '123');
  map.set('d', '12345678');
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([
    undefined,
    undefined,
    undefined,
    '12345678',
  ]);
  map.set('d', '1');
  map.set('e', '123456789');
  expect([map.get('d'), map.get('e')]).toEqual(['1', '123456789']);
});

test('a value larger than the map is not held', () => {
  const map = new LruMap<string>(3, (text) => text.length);
  map.set('a', '1');
  map.set('b', '12345');
  expect([map.get('a'), map.get('b')]).toEqual([undefined, undefined]);
});
