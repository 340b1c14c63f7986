// @vitest-environment node
import { expect, test } from 'vitest';
import { inParallel } from '#web/shared/api/in-parallel.ts';

test('runs at most six jobs at a time, and keeps the order of the items', async () => {
  const running = new Set<number>();
  const counts: number[] = [];
  const results = await inParallel(new Set(Array.from({ length: 20 }, (_, i) => i)), async (item) => {
    running.add(item);
    counts.push(running.size);
    for (let turn = 0; turn < 20 - item; turn++) await Promise.resolve();
    running.delete(item);
    return item * 2;
  });
  expect(Math.max(...counts)).toBe(6);
  expect(results).toEqual(Array.from({ length: 20 }, (_, i) => i * 2));
});
