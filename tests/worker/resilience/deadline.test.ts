import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withDeadline, within } from '../../../worker/resilience/deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

/** Work that ends when its signal aborts. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    if (signal.aborted) resolve('aborted at once');
    signal.addEventListener('abort', () => resolve('aborted'));
  });

describe('withDeadline', () => {
  test('aborts the work after its time and not before', async () => {
    let outcome = '';
    void withDeadline(1000, null, untilAborted).then((value) => (outcome = value));
    await vi.advanceTimersByTimeAsync(999);
    expect(outcome).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBe('aborted');
  });

  test('aborts with its parent, and at once under a parent that has aborted', async () => {
    const parent = new AbortController();
    const running = withDeadline(1000, parent.signal, untilAborted);
    parent.abort();
    expect(await running).toBe('aborted');
    expect(await withDeadline(1000, parent.signal, untilAborted)).toBe('aborted at once');
  });

  test('hands out the result, and leaves neither a timer nor a listener behind', async () => {
    const parent = new AbortController();
    const remove = vi.spyOn(parent.signal, 'removeEventListener');
    let seen: AbortSignal | null = null;
    const result = await withDeadline(1000, parent.signal, async (signal) => {
      seen = signal;
      return 'done';
    });
    expect(result).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledWith('abort', expect.any(Function));
    parent.abort();
    expect(seen).toMatchObject({ aborted: false });
  });

  test('passes an exception on and leaves no timer behind', async () => {
    const failing = withDeadline(1000, null, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('within', () => {
  test('answers the outcome and leaves no timer behind', async () => {
    expect(await within(1000, Promise.resolve('value'))).toEqual({ value: 'value' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('answers null after its time and not before', async () => {
    let outcome: unknown = 'waiting';
    void within(1000, never()).then((value) => (outcome = value));
    await vi.advanceTimersByTimeAsync(999);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBeNull();
  });

  test('rejects as the work does', async () => {
    await expect(within(1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });
});
