import { expect, test } from 'vitest';
import { BoundedMap } from '../../worker/bounded-map.ts';

test('the entry unused for longest is forgotten; reading one and writing it again both count as use', () => {
  const map = new BoundedMap<number>(3);
  for (const key of ['a', 'b', 'c']) map.set(key, 1);
  map.get('a');
  map.set('b', 2);
  map.set('d', 1);
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([1, 2, undefined, 1]);
});

test('a deleted entry leaves room for another', () => {
  const map = new BoundedMap<number>(2);
  map.set('a', 1);
  map.set('b', 1);
  map.delete('a');
  map.set('c', 1);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([undefined, 1, 1]);
});

test('G18 of 100,000 keys 500 are held', () => {
  const map = new BoundedMap<number>(500);
  for (let key = 0; key < 100_000; key++) map.set(`K${key}`, key);
  let held = 0;
  for (let key = 0; key < 100_000; key++) if (map.get(`K${key}`) === key) held += 1;
  console.log(`G18: ${held} of 100,000 keys held`);
  expect(held).toBe(500);
});
