import { err, ok, type Result } from '#compute';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  startSchedule,
  type ScheduleDeps,
  type SyncReport,
} from '../../../../web/shared/user-data/sync/sync-schedule.ts';
import type { Round, SyncFailure } from '../../../../web/shared/user-data/sync/sync.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const NOTHING_NEW: Round = { hasSent: false, changedAtMs: null };

function start(given: Partial<ScheduleDeps> = {}) {
  const state = {
    answer: ok(NOTHING_NEW) as Result<Round, SyncFailure>,
    visibility: 'visible' as DocumentVisibilityState,
    unsent: 0,
  };
  const reports: SyncReport[] = [];
  const round = vi.fn<() => Promise<Result<Round, SyncFailure>>>(async () => state.answer);
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', {
    get: () => state.visibility,
  }) as Document;
  const browser = new EventTarget() as Window;
  const schedule = startSchedule({
    sync: { round, countUnsent: () => state.unsent, refused: () => [], stop: () => undefined },
    underLock: (work) => work(),
    window: browser,
    document: page,
    isOnline: () => true,
    isReducedData: () => false,
    nowMs: () => Date.now(),
    onReport: (report) => reports.push(report),
    ...given,
  });
  const fire = async (name: string, target: EventTarget = browser) => {
    target.dispatchEvent(new Event(name));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { schedule, state, reports, round, fire, page };
}

test('syncs at once, then every ten minutes', async () => {
  const { round, reports } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(round).toHaveBeenCalledTimes(1);
  expect(reports.at(-1)).toMatchObject({ phase: 'synced', syncedAtMs: Date.now() });
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS - 1);
  expect(round).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(4);
});

test('syncs on focus and when the network is back', async () => {
  const { round, fire } = start();
  await vi.advanceTimersByTimeAsync(0);
  await fire('focus');
  await fire('online');
  expect(round).toHaveBeenCalledTimes(3);
});

test('several changes go up together, two seconds after the first', async () => {
  const { round, fire } = start();
  await vi.advanceTimersByTimeAsync(0);
  await fire('candor:changed');
  await vi.advanceTimersByTimeAsync(1500);
  await fire('candor:changed');
  await vi.advanceTimersByTimeAsync(499);
  expect(round).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
});

test('rounds never overlap: a request during one starts another after it', async () => {
  const ends: (() => void)[] = [];
  const round = vi.fn<() => Promise<Result<Round, SyncFailure>>>(
    () => new Promise((resolve) => ends.push(() => resolve(ok(NOTHING_NEW)))),
  );
  const { fire } = start({ sync: { round, countUnsent: () => 0, refused: () => [], stop: () => undefined } });
  await fire('focus');
  await fire('focus');
  expect(round).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
});

test('a hidden page does not sync by itself, but does when it is shown', async () => {
  const { round, state, fire, page } = start();
  state.visibility = 'hidden';
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(1);
  state.visibility = 'visible';
  await fire('visibilitychange', page);
  expect(round).toHaveBeenCalledTimes(2);
});

test('with reduced data nothing is synced by itself', async () => {
  const { round, fire } = start({ isReducedData: () => true });
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(1);
  await fire('focus');
  expect(round).toHaveBeenCalledTimes(2);
});

test('without a network it waits, says so, and sends when there is one', async () => {
  let isOnline = false;
  const { round, reports, fire } = start({ isOnline: () => isOnline });
  await vi.advanceTimersByTimeAsync(0);
  expect(round).not.toHaveBeenCalled();
  expect(reports.at(-1)?.phase).toBe('waiting');
  isOnline = true;
  await fire('online');
  expect(round).toHaveBeenCalledOnce();
});

test('after a refusal it waits for as long as the server says', async () => {
  const { round, state, reports, fire } = start();
  await vi.advanceTimersByTimeAsync(0);
  state.answer = err({ reason: 'refused', status: 429, retryAfterSeconds: 300 });
  await fire('focus');
  round.mockClear();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await fire('focus');
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS - 1);
  expect(round).not.toHaveBeenCalled();
  expect(reports.at(-1)?.phase).toBe('refused');
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledOnce();
});

test.each([
  ['account_deleted', 'deleted'],
  ['outdated', 'outdated'],
] as const)('%s ends it for this page', async (reason, phase) => {
  const { round, state, reports, fire } = start();
  state.answer = err({ reason });
  await fire('focus');
  expect(reports.at(-1)?.phase).toBe(phase);
  const calls = round.mock.calls.length;
  await fire('focus');
  await fire('candor:changed');
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(calls);
});

test('a flush tries once to send what waits, and does nothing where nothing does', async () => {
  const { schedule, round, state } = start();
  await schedule.flush();
  expect(round).toHaveBeenCalledTimes(1);
  state.unsent = 2;
  await schedule.flush();
  expect(round).toHaveBeenCalledTimes(2);
  schedule.stop();
  await schedule.flush();
  expect(round).toHaveBeenCalledTimes(2);
});

test('the last change is the account’s, or the one that was just sent', async () => {
  const { state, reports, fire } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(reports.at(-1)?.changedAtMs).toBeNull();
  state.answer = ok({ ...NOTHING_NEW, changedAtMs: 1000 });
  await fire('focus');
  expect(reports.at(-1)?.changedAtMs).toBe(1000);
  state.answer = ok({ hasSent: true, changedAtMs: 1000 });
  await fire('focus');
  expect(reports.at(-1)?.changedAtMs).toBe(reports.at(-1)?.syncedAtMs);
});
