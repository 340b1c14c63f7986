import { err, ok, type Result } from '#compute';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SyncSchedule, syncReportAtom, type SyncReport } from '#web/shared/sync/account-sync.ts';
import { unsentChangesAtom, type Sync, type SyncFailure } from '#web/shared/sync/sync.ts';
import { withSettings } from '#support/web/settings.ts';
import { KINDS } from '#web/shared/user/items.ts';
import { changeItemsAtom } from '#web/shared/user/user-items.ts';
import { addListings } from '#web/shared/user/watchlist.ts';
import { edit, userStore } from '#support/web/user-store.ts';
import { record } from '../user/journal-entries.ts';

const MINUTE_MS = 60_000;
let page: DocumentVisibilityState;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  page = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => page);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Exchange = (isLast?: boolean) => ReturnType<Sync['round']>;

function start(given: { readonly round?: Exchange; readonly send?: Exchange } = {}) {
  const store = userStore();
  const state = { answer: ok(undefined) as Result<void, SyncFailure> };
  const reports: SyncReport[] = [];
  const round = vi.fn<Exchange>(given.round ?? (async () => state.answer));
  const send = vi.fn<Exchange>(given.send ?? (async () => state.answer));
  const stopFollowing = store.sub(syncReportAtom, () => reports.push(store.get(syncReportAtom)));
  const schedule = new SyncSchedule(store, {
    round: (isSending, isLast) => (isSending ? send(isLast) : round()),
    stop: () => undefined,
  });
  stop = () => {
    schedule.stop();
    stopFollowing();
  };
  let made = 0;
  /** What the user does. */
  const change = () => edit(store, addListings([{ ticker: `T${made++}`, name: '' }]));
  /** What the page saves. */
  const save = () => {
    const { outcome: _, ...value } = record();
    edit(store, () => [{ kind: 'forecast', key: `live T${made++}`, value }]);
  };
  /** The account has everything. */
  const confirm = () =>
    store.set(changeItemsAtom, (read) =>
      Object.fromEntries(
        KINDS.map((kind) => [
          kind,
          new Map([...read(kind).items].map(([key, { value }]) => [key, { value, version: 1 }])),
        ]),
      ),
    );
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
  return { store, schedule, state, reports, round, send, fire, show, look, change, save, confirm };
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
  const { round, send, change } = start();
  await vi.advanceTimersByTimeAsync(0);
  change();
  await vi.advanceTimersByTimeAsync(1500);
  change();
  await vi.advanceTimersByTimeAsync(499);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(1);
  expect(round).toHaveBeenCalledTimes(1);
});

test('changes do not put off the next fetch', async () => {
  const { round, send, change } = start();
  for (let minute = 0; minute < 21; minute++) {
    change();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  }
  expect(round).toHaveBeenCalledTimes(3);
  expect(send.mock.calls.length).toBeGreaterThanOrEqual(19);
});

test('what the page notes waits until it is hidden, and goes up together', async () => {
  const { round, send, show, save } = start();
  await vi.advanceTimersByTimeAsync(0);
  for (let count = 0; count < 4; count++) {
    save();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  }
  expect([round.mock.calls.length, send.mock.calls.length]).toEqual([1, 0]);
  await show('hidden');
  // With what could still be taken back.
  expect([round.mock.calls, send.mock.calls]).toEqual([[[]], [[true]]]);
});

test('a page that is left sends at once, without waiting for other tabs', async () => {
  const { send, show, change } = start();
  await vi.advanceTimersByTimeAsync(0);
  change();
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => undefined) } });
  await show('hidden');
  expect(send).toHaveBeenCalledTimes(1);
});

test('a day with three visits, twelve saved forecasts and three user changes takes fifteen requests', async () => {
  let requests = 0;
  for (let visit = 0; visit < 3; visit++) {
    const put = () => {
      requests += store.get(unsentChangesAtom).length > 0 ? 1 : 0;
      confirm();
      return ok(undefined);
    };
    const round = async () => {
      requests += 1;
      return put();
    };
    const { store, schedule, fire, show, change, save, confirm } = start({ round, send: async () => put() });
    const after = async (act: () => unknown) => {
      act();
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
    };
    await vi.advanceTimersByTimeAsync(0);
    await after(save);
    await after(save);
    await show('hidden');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await show('visible');
    await fire('focus');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await after(change);
    await after(save);
    await after(save);
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
  await vi.advanceTimersByTimeAsync(2000);
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
  const { store, round, fire } = start();
  edit(store, withSettings({ traffic: 'reduced' }));
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(1);
  await fire('focus');
  expect(round).toHaveBeenCalledTimes(2);
});

test('without a network it says so, and syncs at once when there is one', async () => {
  let isOnline = false;
  const { reports, fire } = start({
    round: async () => (isOnline ? ok(undefined) : err({ reason: 'unreachable' })),
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(reports.at(-1)?.phase).toBe('unreachable');
  isOnline = true;
  await fire('online');
  expect(reports.at(-1)?.phase).toBe('synced');
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

test.each(['account_deleted', 'outdated'] as const)('%s ends it for this page', async (reason) => {
  const { round, state, reports, fire, look, change } = start();
  await vi.advanceTimersByTimeAsync(0);
  state.answer = err({ reason });
  await look();
  expect(reports.at(-1)?.phase).toBe(reason);
  const calls = round.mock.calls.length;
  await fire('focus');
  change();
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(round).toHaveBeenCalledTimes(calls);
});

test('a flush tries once to send what waits, and does nothing where nothing does', async () => {
  const { schedule, send, change } = start();
  await schedule.flush();
  expect(send).not.toHaveBeenCalled();
  change();
  await schedule.flush();
  expect(send).toHaveBeenCalledTimes(1);
  schedule.stop();
  await schedule.flush();
  expect(send).toHaveBeenCalledTimes(1);
});
