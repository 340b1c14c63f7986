import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { displayedPrice, SAMPLE_STOCKS } from '../../../web/features/home/sample-stocks.ts';
import { rotationWindow, useRotation } from '../../../web/features/home/live-stocks.tsx';

const symbolsFrom = (start: number) => rotationWindow(SAMPLE_STOCKS, start).map(({ symbol }) => symbol);

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('the sample stocks', () => {
  it('are the ten of the specification, in its order', () => {
    expect(SAMPLE_STOCKS.map(({ symbol }) => symbol).join(' ')).toBe(
      'AAPL TSLA MSFT GOOGL AMZN META NVDA AMD NFLX COIN',
    );
  });

  it('show the base price adjusted by the change percent', () => {
    expect(displayedPrice({ ...SAMPLE_STOCKS[0]!, basePrice: 200, change: -2.5 })).toBeCloseTo(195, 10);
  });
});

it('three are visible at a time, and the list wraps around its end', () => {
  expect(symbolsFrom(0)).toEqual(['AAPL', 'TSLA', 'MSFT']);
  expect(symbolsFrom(9)).toEqual(['COIN', 'AAPL', 'TSLA']);
});

describe('useRotation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('advances by 3 every 10 seconds, not a moment earlier, with wrap-around', () => {
    const { result } = renderHook(() => useRotation(10, false));
    pass(9_999);
    expect(result.current).toBe(0);
    pass(1);
    expect(result.current).toBe(3);
    pass(20_000);
    expect(result.current).toBe(9);
    pass(10_000);
    expect(result.current).toBe(2);
  });

  it('stands still while paused and goes on from where it was', () => {
    const { result, rerender } = renderHook(({ paused }) => useRotation(10, paused), {
      initialProps: { paused: false },
    });
    pass(10_000);
    rerender({ paused: true });
    pass(60_000);
    expect(result.current).toBe(3);
    rerender({ paused: false });
    pass(10_000);
    expect(result.current).toBe(6);
  });

  it('leaves no timer behind', () => {
    const { unmount } = renderHook(() => useRotation(10, false));
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
