// @vitest-environment node
import { decodeCandles } from '#compute';
import { backTest } from '../../../compute/back-test/back-test.ts';
import { describe, expect, test, vi } from 'vitest';
import { runBackTest } from '../../../web/shared/offthread/back-test-client.ts';
import { backTestWithProgress } from '../../../web/shared/offthread/compute-api.ts';
import type { ComputeThread } from '../../../web/shared/offthread/compute-client.ts';
import { sampleResponse } from '../stock/sample-response.ts';

const decoded = decodeCandles(sampleResponse('AAPL', 1300).columns);
if (!decoded.ok) throw new Error(decoded.error.reason);
const candles = decoded.value;
const never = new AbortController().signal;

/** A thread as the platform would give it, running the real function. */
function thread(run: ComputeThread['api']['backTest']) {
  return {
    api: {
      analyseColumns: vi.fn<ComputeThread['api']['analyseColumns']>(),
      compare: vi.fn<ComputeThread['api']['compare']>(),
      modelVolatility: vi.fn<ComputeThread['api']['modelVolatility']>(),
      backTest: run,
    },
    broken: new Promise<never>(() => {}),
    stop: vi.fn<() => void>(),
  };
}

const real: ComputeThread['api']['backTest'] = async (asked, calendar, onProgress) =>
  backTestWithProgress(asked, calendar, onProgress);

/** A platform with this thread and a clock that runs 5 ms at every look. */
function platform(made: ComputeThread | null) {
  let clockMs = 0;
  return { start: () => made, nowMs: () => (clockMs += 5) };
}

function request(part: { signal?: AbortSignal; onProgress?: (share: number) => void } = {}) {
  return { candles, calendar: 'nyse' as const, signal: never, onProgress: () => undefined, ...part };
}

describe('runBackTest', () => {
  test('answers the same on a thread, on the page, and when the thread broke; the thread ends with it', async () => {
    const expected = { ok: true, value: backTest(candles, 'nyse') };
    const working = thread(real);
    const broken = thread(() => Promise.reject(new Error('broken')));
    expect(await runBackTest(request(), platform(working))).toEqual(expected);
    expect(await runBackTest(request(), platform(null))).toEqual(expected);
    expect(await runBackTest(request(), platform(broken))).toEqual(expected);
    expect(working.stop).toHaveBeenCalledTimes(1);
    expect(broken.stop).toHaveBeenCalledTimes(1);
  });

  test('reports progress at most once a percent, always rising', async () => {
    const shares: number[] = [];
    await runBackTest(request({ onProgress: (share) => shares.push(share) }), platform(thread(real)));
    expect(shares.length).toBeGreaterThan(20);
    expect(shares.length).toBeLessThanOrEqual(100);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  test('cancelling stops the thread at once, and no more progress is reported', async () => {
    const caller = new AbortController();
    const onProgress = vi.fn<(share: number) => void>();
    const reports: ((share: number) => void)[] = [];
    const busy = thread((_candles, _calendar, report) => {
      reports.push(report);
      return new Promise(() => {});
    });
    const answer = runBackTest(request({ signal: caller.signal, onProgress }), platform(busy));
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    reports[0]!(0.1);
    expect(onProgress).toHaveBeenCalledWith(0.1);
    caller.abort();
    expect(await answer).toEqual({ ok: false, error: { reason: 'aborted' } });
    expect(busy.stop).toHaveBeenCalledTimes(1);
    reports[0]!(0.2);
    expect(onProgress).toHaveBeenCalledTimes(1);
  });

  test('on the page it yields between slices, where cancelling ends it', async () => {
    const caller = new AbortController();
    const onProgress = vi.fn<(share: number) => void>(() => caller.abort());
    const answer = await runBackTest(request({ signal: caller.signal, onProgress }), platform(null));
    expect(answer).toEqual({ ok: false, error: { reason: 'aborted' } });
    expect(onProgress).toHaveBeenCalledTimes(1);
    expect(onProgress.mock.calls[0]?.[0]).toBeLessThan(0.1);
  });
});
