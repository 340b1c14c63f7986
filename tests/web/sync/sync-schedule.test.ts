import { err, ok, type Result } from '#compute';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeSettings } from '../../../web/shared/user/change-settings.ts';
import { startSchedule, syncReport, type SyncReport } from '../../../web/shared/sync/sync-schedule.ts';
import type { Sync, SyncFailure } from '../../../web/shared/sync/sync.ts';

const MINUTE_MS = 60_000;
let page: DocumentVisibilityState;
let isOnline: boolean;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  page = 'visible';
  isOnline = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => page);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function start(given: Partial<Sync> = {}) {
  const state = { answer: ok(undefined) as Result<void, SyncFailure>, unsent: 0, isUserWaiting: true };
  const reports: SyncReport[] = [];
  const round = vi.fn<Sync['round']>(async () => state.answer);
  const send = vi.fn<Sync['send']>(async () => state.answer);
  const stopFollowing = syncReport.follow(() => reports.push(syncReport.get()));
  const schedule = startSchedule(
    {
      round,
      send,
      countUnsent: () => state.unsent,
      isUserWaiting: () => state.isUserWaiting,
      refused: () => [],
      stop: () => undefined,
      ...given,
    },
    'lock',
  );
  stop = () => {
    schedule.stop();
    stopFollowing();
  };
  const fire = async (name: string, target: EventTarget = window) => {
    target.dispatchEvent(new Event(name));
    await vi.advanceTimersByTimeAsync(0);
  };
  const show = async (visibility: DocumentVisibilityState) => {
    page = visibility;
    await fire('visibilitychange', document);
  };
  /** The window gets the focus, longer than a minute after the last look. */
  const look = async () => {
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await fire('focus');
  };
  return { schedule, state, reports, round, send, fire, show, look };
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

test('syncs on focus, but not within a minute of the last look, and at once when the network is back', async () => {
  const { round, fire, look } = start();
  await vi.advanceTimersByTimeAsync(0);
  await look();
  expect(round).toHaveBeenCalledTimes(2);
  await fire('focus');
  expect(round).toHaveBeenCalledTimes(2);
  await fire('online');
  expect(round).toHaveBeenCalledTimes(3);
});

test('several changes are sent together, two seconds after the first, without a fetch before', async () => {
  const { round, send, fire } = start();
  await vi.advanceTimersByTimeAsync(0);
  await fire('candor:changed');
  await vi.advanceTimersByTimeAsync(1500);
  await fire('candor:changed');
  await vi.advanceTimersByTimeAsync(499);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(1);
  expect(round).toHaveBeenCalledTimes(1);
});

test('changes do not put off the next fetch', async () => {
  const { round, send, fire } = start();
  for (let minute = 0; minute < 21; minute++) {
    await fire('candor:changed');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  }
  expect(round).toHaveBeenCalledTimes(3);
  expect(send.mock.calls.length).toBeGreaterThanOrEqual(19);
});

test('what the page notes waits until it is hidden, and goes up together', async () => {
  const { round, send, state, fire, show } = start();
  await vi.advanceTimersByTimeAsync(0);
  state.isUserWaiting = false;
  for (state.unsent = 1; state.unsent <= 4; state.unsent++) {
    await fire('candor:changed');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  }
  expect([round.mock.calls.length, send.mock.calls.length]).toEqual([1, 0]);
  await show('hidden');
  expect([round.mock.calls.length, send.mock.calls.length]).toEqual([1, 1]);
});

test('a day with three visits, twelve saved forecasts and three user changes takes fifteen requests', async () => {
  let requests = 0;
  for (let visit = 0; visit < 3; visit++) {
    const answer = { unsent: 0 };
    const put = () => {
      requests += answer.unsent > 0 ? 1 : 0;
      answer.unsent = 0;
    };
    const round = async () => {
      requests += 1;
      put();
      return ok(undefined);
    };
    const send = async () => {
      put();
      return ok(undefined);
    };
    const { schedule, state, fire, show } = start({ round, send, countUnsent: () => answer.unsent });
    const change = async (isByUser: boolean) => {
      answer.unsent += 1;
      state.isUserWaiting = isByUser;
      await fire('candor:changed');
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
    };
    await vi.advanceTimersByTimeAsync(0);
    await change(false);
    await change(false);
    await show('hidden');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await show('visible');
    await fire('focus');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await change(true);
    await change(false);
    await change(false);
    await show('hidden');
    schedule.stop();
  }
  expect(requests).toBe(15);
});

test('rounds never overlap: a request during one starts another after it', async () => {
  const ends: (() => void)[] = [];
  const round = vi.fn<() => Promise<Result<void, SyncFailure>>>(
    () => new Promise((resolve) => ends.push(() => resolve(ok(undefined)))),
  );
  const { fire } = start({ round, send: round });
  await fire('focus');
  await fire('focus');
  expect(round).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
});

test('a hidden page does not sync by itself, but does when it is shown', async () => {
  const { round, show } = start();
  page = 'hidden';
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(1);
  await show('visible');
  expect(round).toHaveBeenCalledTimes(2);
});

test('with reduced data nothing is synced by itself', async () => {
  changeSettings({ traffic: 'reduced' });
  const { round, fire } = start();
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(1);
  await fire('focus');
  expect(round).toHaveBeenCalledTimes(2);
});

test('without a network it waits, says so, and sends when there is one', async () => {
  isOnline = false;
  const { round, reports, fire } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(round).not.toHaveBeenCalled();
  expect(reports.at(-1)?.phase).toBe('waiting');
  isOnline = true;
  await fire('online');
  expect(round).toHaveBeenCalledOnce();
});

test('after a refusal it waits for as long as the server says', async () => {
  const { round, state, reports, fire, look } = start();
  await vi.advanceTimersByTimeAsync(0);
  state.answer = err({ reason: 'refused', retryAfterSeconds: 300 });
  await look();
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
  const { round, state, reports, fire, look } = start();
  await vi.advanceTimersByTimeAsync(0);
  state.answer = err({ reason });
  await look();
  expect(reports.at(-1)?.phase).toBe(phase);
  const calls = round.mock.calls.length;
  await fire('focus');
  await fire('candor:changed');
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(calls);
});

test('a flush tries once to send what waits, and does nothing where nothing does', async () => {
  const { schedule, send, state } = start();
  await schedule.flush();
  expect(send).not.toHaveBeenCalled();
  state.unsent = 2;
  await schedule.flush();
  expect(send).toHaveBeenCalledTimes(1);
  schedule.stop();
  await schedule.flush();
  expect(send).toHaveBeenCalledTimes(1);
});
