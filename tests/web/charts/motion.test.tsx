import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { atom, createStore, Provider } from '#web/store.ts';
import { endMotion, holdTexts, startMotion, useValueAtRest } from '#web/shared/charts/motion.ts';

function shownValue() {
  const [store, valueAtom] = [createStore(), atom(0)];
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result } = renderHook(() => useValueAtRest(valueAtom), { wrapper });
  return {
    set: (value: number) => act(() => store.set(valueAtom, value)),
    get: () => result.current,
  };
}

test('texts beside a chart wait for the end of its gesture', () => {
  const value = shownValue();
  value.set(1);
  expect(value.get()).toBe(1);
  startMotion();
  value.set(2);
  expect(value.get()).toBe(1);
  act(endMotion);
  expect(value.get()).toBe(2);
  value.set(3);
  expect(value.get()).toBe(3);
});

test('a gesture that moves no more has ended, for example a wheel that no longer turns', () => {
  vi.useFakeTimers();
  const value = shownValue();
  for (const next of [1, 2, 3]) {
    startMotion();
    value.set(next);
    act(() => vi.advanceTimersByTime(100));
    expect(value.get()).toBe(0);
  }
  act(() => vi.advanceTimersByTime(1000));
  expect(value.get()).toBe(3);
  vi.useRealTimers();
});

test('texts follow a moving pointer as often as they can be read, and show where it rests', () => {
  vi.useFakeTimers();
  const value = shownValue();
  const shown = Array.from({ length: 20 }, (_, i) => {
    value.set(i + 1);
    holdTexts();
    act(() => vi.advanceTimersByTime(16));
    return value.get();
  });
  expect(shown[0]).toBe(1);
  expect(new Set(shown).size).toBe(5);
  act(() => vi.advanceTimersByTime(100));
  expect(value.get()).toBe(20);
  value.set(21);
  act(endMotion);
  expect(value.get()).toBe(21);
  vi.useRealTimers();
});
