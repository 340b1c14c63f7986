import { beforeEach, expect, it, vi } from 'vitest';
import { afterFirstScreen, firstScreenPaintedAtom } from '#web/shared/browser/first-screen.ts';
import { createStore } from '#web/store.ts';

let store = createStore();

beforeEach(() => {
  vi.useFakeTimers();
  store = createStore();
});

it('work waits for the first screen, and later work runs at once', () => {
  const work = vi.fn<() => void>();
  afterFirstScreen(store, work);
  expect(work).not.toHaveBeenCalled();
  store.set(firstScreenPaintedAtom, true);
  expect(work).toHaveBeenCalledOnce();
  afterFirstScreen(store, work);
  expect(work).toHaveBeenCalledTimes(2);
  store.set(firstScreenPaintedAtom, true);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it.each([
  [2_999, 0],
  [3_000, 1],
])('after %i ms without a first screen, work has run %i times', (waitedMs, times) => {
  const work = vi.fn<() => void>();
  afterFirstScreen(store, work);
  vi.advanceTimersByTime(waitedMs);
  expect(work).toHaveBeenCalledTimes(times);
});

it('cancelled work never runs', () => {
  const work = vi.fn<() => void>();
  afterFirstScreen(store, work)();
  store.set(firstScreenPaintedAtom, true);
  vi.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
});
