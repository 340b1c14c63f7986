import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SingleFlight, withDeadline, within } from '#worker/resilience/single-flight.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ignore = () => undefined;
const failing = () => Promise.reject(new Error('broken'));

/** A call that counts itself and resolves after a time. */
function answering(value: string, afterMs: number) {
  return vi.fn<() => Promise<string>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    return value;
  });
}

describe('calls of one key', () => {
  test('share one flight if concurrent, which the leader gets', async () => {
    const flights = new SingleFlight<string>();
    const call = answering('first', 100);
    const kept: Promise<unknown>[] = [];
    const both = Promise.all([
      flights.run('key', (work) => void kept.push(work), call),
      flights.run('key', (work) => void kept.push(work), call),
    ]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await both).toEqual(['first', 'first']);
    expect(call).toHaveBeenCalledTimes(1);
    expect(kept).toHaveLength(1);
  });

  test('run twice if consecutive', async () => {
    const flights = new SingleFlight<string>();
    const call = answering('value', 0);
    for (let turn = 0; turn < 2; turn++) {
      const running = flights.run('key', ignore, call);
      await vi.advanceTimersByTimeAsync(0);
      await running;
    }
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('run concurrently for different keys', async () => {
    const flights = new SingleFlight<string>();
    const [a, b] = [answering('a', 10), answering('b', 10)];
    const both = Promise.all([flights.run('a', ignore, a), flights.run('b', ignore, b)]);
    await vi.advanceTimersByTimeAsync(10);
    expect(await both).toEqual(['a', 'b']);
  });

  test('fail for every waiting caller, and the background work never rejects', async () => {
    const flights = new SingleFlight<string>();
    const kept: Promise<unknown>[] = [];
    const both = [
      flights.run('key', (work) => void kept.push(work), failing),
      flights.run('key', ignore, failing),
    ];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await Promise.all(kept)).toEqual([undefined]);
  });
});

describe('K13 a lost flight', () => {
  test('is replaced after 2.5 s by one call for all waiting callers', async () => {
    const flights = new SingleFlight<string>();
    void flights.run('key', ignore, () => new Promise(() => undefined));
    const second = answering('second', 50);
    const followers = Promise.all([1, 2, 3].map(() => flights.run('key', ignore, second)));
    await vi.advanceTimersByTimeAsync(2499);
    expect(second).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(second).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(50);
    expect(await followers).toEqual(['second', 'second', 'second']);
  });

  test('that ends late does not end its replacement', async () => {
    const flights = new SingleFlight<string>();
    void flights.run('key', ignore, answering('late', 2600));
    const second = answering('second', 2000);
    const follower = flights.run('key', ignore, second);
    // The first ends at 2.6 s, while the second runs; a new caller still joins the second.
    await vi.advanceTimersByTimeAsync(3000);
    const third = answering('third', 0);
    const joining = flights.run('key', ignore, third);
    await vi.advanceTimersByTimeAsync(2000);
    expect(third).not.toHaveBeenCalled();
    expect([await follower, await joining]).toEqual(['second', 'second']);
  });

  test('is followed by a new call after its replacement has finished', async () => {
    const flights = new SingleFlight<string>();
    void flights.run('key', ignore, () => new Promise(() => undefined));
    const early = flights.run('key', ignore, answering('second', 10));
    await vi.advanceTimersByTimeAsync(20);
    // Joins the lost flight at 20 ms, so retries at 2520 ms, after the second has ended.
    const call = answering('third', 0);
    const later = flights.run('key', ignore, call);
    await vi.advanceTimersByTimeAsync(2600);
    expect([await early, await later]).toEqual(['second', 'third']);
    expect(call).toHaveBeenCalledTimes(1);
  });
});

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
    void withDeadline(1000, untilAborted).then((value) => (outcome = value));
    await vi.advanceTimersByTimeAsync(999);
    expect(outcome).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBe('aborted');
  });

  test('aborts with its parent, and at once under a parent that has aborted', async () => {
    const parent = new AbortController();
    const running = withDeadline(1000, untilAborted, parent.signal);
    parent.abort();
    expect(await running).toBe('aborted');
    expect(await withDeadline(1000, untilAborted, parent.signal)).toBe('aborted at once');
  });

  test('returns the result and leaves no timer behind', async () => {
    expect(await withDeadline(1000, async () => 'done')).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('rethrows an exception and leaves no timer behind', async () => {
    const broken = withDeadline(1000, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('within', () => {
  test('returns the outcome and leaves no timer behind', async () => {
    expect(await within(1000, Promise.resolve('value'))).toEqual({ value: 'value' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('returns null after its time and not before', async () => {
    let outcome: unknown = 'waiting';
    void within(1000, never()).then((value) => (outcome = value));
    await vi.advanceTimersByTimeAsync(999);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBeNull();
  });

  test('rejects like the work', async () => {
    await expect(within(1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });
});
