// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAutoRefresh } from '../../../web/features/stock/auto-refresh.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const world = { isWanted: true, isOpen: true, receivedAtMs: Date.now() as number | null };
  const refresh = vi.fn<() => void>(() => {
    world.receivedAtMs = Date.now();
  });
  const stop = startAutoRefresh({
    refresh,
    isWanted: () => world.isWanted,
    isMarketOpen: () => world.isOpen,
    receivedAtMs: () => world.receivedAtMs,
    nowMs: Date.now,
    document: page as unknown as Document,
  });
  return { page, world, refresh, stop };
}

test('refreshes once a minute', () => {
  const { refresh } = setUp();
  vi.advanceTimersByTime(59_999);
  expect(refresh).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('looks every ten minutes whether a closed market has opened', () => {
  const { world, refresh } = setUp();
  world.isOpen = false;
  vi.advanceTimersByTime(599_999);
  expect(refresh).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('rests where the reader wants little traffic', () => {
  const { world, refresh } = setUp();
  world.isWanted = false;
  vi.advanceTimersByTime(300_000);
  expect(refresh).not.toHaveBeenCalled();
});

test('rests in a hidden tab and catches up when it is shown', () => {
  const { page, refresh } = setUp();
  page.visibilityState = 'hidden';
  vi.advanceTimersByTime(300_000);
  expect(refresh).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('does nothing without data, and nothing after it was stopped', () => {
  const { world, refresh, stop } = setUp();
  world.receivedAtMs = null;
  vi.advanceTimersByTime(120_000);
  expect(refresh).not.toHaveBeenCalled();
  world.receivedAtMs = 0;
  stop();
  vi.advanceTimersByTime(120_000);
  expect(refresh).not.toHaveBeenCalled();
});
