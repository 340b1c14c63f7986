// @vitest-environment node
import { backTest as scoreAll, decodeCandles, err, ok } from '#compute';
import { expect, test, vi } from 'vitest';
import {
  createBackTest,
  type BackTestRequest,
  type BackTestResult,
} from '../../../web/features/stock/back-test/back-test-state.ts';
import { sampleResponse } from './sample-response.ts';

const decoded = decodeCandles(sampleResponse('AAPL').columns);
if (!decoded.ok) throw new Error(decoded.error.reason);
const candles = decoded.value;
const result = scoreAll(candles, 'nyse');

/** A back-test whose runs end when the test says so. */
function setUp() {
  const runs: { request: BackTestRequest; answer: (result: BackTestResult) => void }[] = [];
  let clockMs = 0;
  const backTest = createBackTest({
    run: (request) => new Promise((answer) => runs.push({ request, answer })),
    nowMs: () => (clockMs += 100),
  });
  return { runs, backTest, now: backTest.state.get };
}

test('runs, tells its progress and ends with the result and the time it took', async () => {
  const { runs, backTest, now } = setUp();
  const done = backTest.start(candles, 'nyse');
  expect(now()).toMatchObject({ status: 'running', share: 0 });
  runs[0]!.request.onProgress(0.4);
  expect(now()).toMatchObject({ status: 'running', share: 0.4 });
  runs[0]!.answer(ok(result));
  await done;
  expect(now()).toEqual({ status: 'done', result, bars: candles.close.length, elapsedMs: 100 });
});

test('says that it failed, and can be started again', async () => {
  const { runs, backTest, now } = setUp();
  const failed = backTest.start(candles, 'nyse');
  runs[0]!.answer(err({ reason: 'unavailable' }));
  await failed;
  expect(now()).toEqual({ status: 'failed' });
  void backTest.start(candles, 'nyse');
  expect(now()).toMatchObject({ status: 'running' });
});

test('a second start while it runs is no second run', () => {
  const { runs, backTest } = setUp();
  void backTest.start(candles, 'nyse');
  void backTest.start(candles, 'nyse');
  expect(runs).toHaveLength(1);
});

test('cancelling aborts the run, and neither its late progress nor its late answer shows', async () => {
  const { runs, backTest, now } = setUp();
  const cancelled = backTest.start(candles, 'nyse');
  backTest.cancel();
  expect(runs[0]!.request.signal.aborted).toBe(true);
  expect(now()).toEqual({ status: 'idle', wasCancelled: true });
  void backTest.start(candles, 'nyse');
  runs[0]!.request.onProgress(0.9);
  runs[0]!.answer(ok(result));
  await cancelled;
  expect(now()).toMatchObject({ status: 'running', share: 0 });
  runs[1]!.request.onProgress(0.1);
  await vi.waitFor(() => expect(now()).toMatchObject({ share: 0.1 }));
});

test('cancelling what does not run changes nothing', () => {
  const { backTest, now } = setUp();
  backTest.cancel();
  expect(now()).toEqual({ status: 'idle', wasCancelled: false });
});
