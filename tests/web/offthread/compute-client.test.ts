// @vitest-environment node
import { afterEach, describe, expect, test, vi } from 'vitest';
import { analyseRequest } from '#web/shared/api/listing-queries.ts';
import { computeApi } from '#web/shared/offthread/compute-api.ts';
import {
  openComputeClient,
  onOwnThread,
  startComputeThread,
  type ComputeThread,
} from '#web/shared/offthread/compute-client.ts';
import { SAMPLE_NOW, sampleResponse } from '../stock/sample-response.ts';

const request = analyseRequest(sampleResponse('AAPL'), 7, SAMPLE_NOW.getTime());
type Start = () => ComputeThread;
type Api = Parameters<Parameters<ComputeThread['run']>[0]>[0];

const never = new AbortController().signal;

/** A thread as the platform provides it, running the real functions. */
function thread(part: Partial<Api> = {}) {
  const api = {
    analyseColumns: vi.fn<Api['analyseColumns']>(async (asked) => computeApi.analyseColumns(asked)),
    compareSeries: vi.fn<Api['compareSeries']>(async (...asked) => computeApi.compareSeries(...asked)),
    jointRecord: vi.fn<Api['jointRecord']>(),
    jointScenarios: vi.fn<Api['jointScenarios']>(),
    modelVolatility: vi.fn<Api['modelVolatility']>(),
    replayedForecast: vi.fn<Api['replayedForecast']>(),
    sinceYesterday: vi.fn<Api['sinceYesterday']>(),
    backTest: vi.fn<Api['backTest']>(),
    recompute: vi.fn<Api['recompute']>(),
    ...part,
  };
  const run: ComputeThread['run'] = async (job) => job(api);
  return { api, run, stop: vi.fn<() => void>() };
}

/** A thread whose script failed to load. */
function brokenThread() {
  return { ...thread(), run: () => Promise.reject(new Error('broken')) };
}

afterEach(() => vi.useRealTimers());

describe('analyseColumns', () => {
  test('gives the same result with and without a thread', async () => {
    const off = await openComputeClient(() => thread()).run((api) => api.analyseColumns(request));
    const on = await openComputeClient(brokenThread).run((api) => api.analyseColumns(request));
    expect(on.ok).toBe(true);
    expect(off).toEqual(on);
  });

  test('falls back to the page if the thread breaks', async () => {
    const client = openComputeClient(brokenThread);
    expect((await client.run((api) => api.analyseColumns(request))).ok).toBe(true);
  });

  test('waits for a thread that has worked before and is only busy', async () => {
    vi.useFakeTimers();
    const jobs: (() => void)[] = [];
    const busy = thread({
      analyseColumns: (asked) =>
        new Promise((resolve) => jobs.push(() => resolve(computeApi.analyseColumns(asked)))),
    });
    const client = openComputeClient(() => busy);
    const ask = () => client.run((api) => api.analyseColumns(request));
    const first = ask();
    jobs[0]!();
    await first;
    const answered = vi.fn<() => void>();
    const second = ask().then(answered);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answered).not.toHaveBeenCalled();
    jobs[1]!();
    await second;
    expect(answered).toHaveBeenCalledOnce();
  });

  test('uses the page if a thread that has worked hangs', async () => {
    vi.useFakeTimers();
    const made = thread();
    const client = openComputeClient(() => made);
    const ask = () => client.run((remote) => remote.analyseColumns(request));
    expect((await ask()).ok).toBe(true);
    made.run = () => new Promise(() => {});
    const answered = vi.fn<() => void>();
    void ask().then(answered);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(answered).toHaveBeenCalledOnce();
    // The next job does not wait for it as long.
    const next = ask();
    await vi.advanceTimersByTimeAsync(300);
    expect((await next).ok).toBe(true);
  });

  test('uses the page if the thread is late, and the thread if the page’s code cannot be loaded', async () => {
    vi.useFakeTimers();
    let finish: (() => void) | undefined;
    const late = thread({
      analyseColumns: (asked) =>
        new Promise((resolve) => {
          finish = () => resolve(computeApi.analyseColumns(asked));
        }),
    });
    const answered = vi.fn<(ok: boolean) => void>();
    const ask = () =>
      openComputeClient(() => late)
        .run((api) => api.analyseColumns(request))
        .then(({ ok }) => answered(ok));

    const first = ask();
    await vi.advanceTimersByTimeAsync(149);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(151);
    await first;
    expect(answered).toHaveBeenLastCalledWith(true);

    vi.doMock('#web/shared/offthread/compute-api.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const second = ask();
    await vi.advanceTimersByTimeAsync(1000);
    expect(answered).toHaveBeenCalledTimes(1);
    finish?.();
    await second;
    expect(answered).toHaveBeenCalledTimes(2);
    vi.doUnmock('#web/shared/offthread/compute-api.ts');
  });

  test('returns expected failures as values', async () => {
    const client = openComputeClient(() => thread());
    const wrongColumns = { ...request, columns: { ...request.columns, close: [0] } };
    const wrongZone = {
      ...request,
      traded: { ...request.traded, listing: { ...request.traded.listing, timezone: 'Mars/Olympus' } },
    };
    for (const malformed of [wrongColumns, wrongZone])
      expect(await client.run((api) => api.analyseColumns(malformed))).toMatchObject({
        ok: false,
        error: { reason: 'malformed_columns' },
      });
  });

  test('derives the finished bars from what is left of the session', async () => {
    const client = openComputeClient(() => thread());
    for (const [sessionLeft, unfinished] of [
      [0, 0],
      [0.2, 1],
    ] as const) {
      const quote = { ...request.quote, sessionLeft };
      const answer = await client.run((api) => api.analyseColumns({ ...request, quote }));
      if (!answer.ok) throw new Error(answer.error.reason);
      const { candles, finished } = answer.value;
      expect(finished.close.length).toBe(candles.close.length - unfinished);
    }
  });

  test('returns only the facts if the history is too short for a forecast', async () => {
    const client = openComputeClient(() => thread());
    const short = { ...request, columns: sampleResponse('AAPL', 10).columns };
    const answer = await client.run((api) => api.analyseColumns(short));
    if (!answer.ok) throw new Error(answer.error.reason);
    expect(answer.value.analysis).not.toHaveProperty('forecast');
    expect(answer.value.analysis).toMatchObject({ performance: { '1W': expect.any(Number), '1M': null } });
  });
});

describe('compare', () => {
  const day = 86_400;
  const series = [
    { time: Float64Array.of(0, day, 2 * day), close: Float64Array.of(50, 75, 100) },
    { time: Float64Array.of(0, 2 * day), close: Float64Array.of(10, 5) },
  ];

  test('gives the same result with and without a thread', async () => {
    const made = thread();
    const off = await openComputeClient(() => made).run((api) => api.compareSeries(series, 'ALL'));
    const on = await openComputeClient(brokenThread).run((api) => api.compareSeries(series, 'ALL'));
    expect(made.api.compareSeries).toHaveBeenCalledTimes(1);
    expect(on).toMatchObject({ ok: true, value: { changePercent: [100, -50] } });
    expect(off).toEqual(on);
  });

  test('returns that there is nothing to measure', async () => {
    const client = openComputeClient(() => thread());
    const apart = [series[0]!, { time: Float64Array.of(9 * day), close: Float64Array.of(1) }];
    expect(await client.run((api) => api.compareSeries(apart, '1W'))).toEqual({
      ok: false,
      error: { reason: 'no_shared_days' },
    });
  });
});

describe('the thread', () => {
  test('is started by warm() and used by the first job', async () => {
    const made = thread();
    const start = vi.fn<Start>(() => made);
    const client = openComputeClient(start);
    client.warm();
    expect(start).toHaveBeenCalledTimes(1);
    await client.run((api) => api.analyseColumns(request));
    expect(start).toHaveBeenCalledTimes(1);
    expect(made.api.analyseColumns).toHaveBeenCalledTimes(1);
  });
});

describe('a job on its own thread', () => {
  const ask = (made: ComputeThread, signal = never) =>
    onOwnThread((api) => api.analyseColumns(request), signal, made);

  test('stops its thread when it ends', async () => {
    const made = thread();
    expect((await ask(made)).ok).toBe(true);
    expect(made.stop).toHaveBeenCalledTimes(1);
  });

  test('is unavailable if there is no thread or it breaks', async () => {
    const broken = brokenThread();
    const refused = () => {
      throw new DOMException('no', 'SecurityError');
    };
    for (const made of [startComputeThread(refused), broken]) {
      expect(await ask(made)).toEqual({ ok: false, error: { reason: 'unavailable' } });
    }
    expect(broken.stop).toHaveBeenCalledTimes(1);
  });

  test('stops with the signal', () => {
    const caller = new AbortController();
    const busy = thread({ analyseColumns: () => new Promise(() => {}) });
    void ask(busy, caller.signal);
    caller.abort();
    expect(busy.stop).toHaveBeenCalledTimes(1);
  });
});
