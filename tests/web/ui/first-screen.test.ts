import { beforeEach, expect, it, vi } from 'vitest';
import type * as FirstScreen from '../../../web/shared/ui/first-screen.ts';

let screen: typeof FirstScreen;

beforeEach(async () => {
  vi.useFakeTimers();
  // Each test gets its own page.
  vi.resetModules();
  screen = await import('../../../web/shared/ui/first-screen.ts');
});

it('work waits for the first screen, and later work runs at once', () => {
  const work = vi.fn<() => void>();
  screen.afterFirstScreen(work);
  expect(work).not.toHaveBeenCalled();
  screen.markFirstScreenPainted();
  expect(work).toHaveBeenCalledOnce();
  screen.afterFirstScreen(work);
  expect(work).toHaveBeenCalledTimes(2);
  screen.markFirstScreenPainted();
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it.each([
  [2_999, 0],
  [3_000, 1],
])('after %i ms without a first screen, work has run %i times', (waitedMs, times) => {
  const work = vi.fn<() => void>();
  screen.afterFirstScreen(work);
  vi.advanceTimersByTime(waitedMs);
  expect(work).toHaveBeenCalledTimes(times);
});

it('cancelled work never runs', () => {
  const work = vi.fn<() => void>();
  screen.afterFirstScreen(work)();
  screen.markFirstScreenPainted();
  vi.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
});
