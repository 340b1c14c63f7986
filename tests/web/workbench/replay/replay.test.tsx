import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { candlesFromRows, type IsoDate } from '#compute';
import { comingFrom } from '#support/coming-sessions.ts';
import { ReplayBar, toggleReplayAtom } from '#web/features/workbench/replay/replay.tsx';
import type { Replayed } from '#web/features/workbench/data/chart-series.ts';
import { barsUntil, useReplayed } from '#web/features/workbench/data/shown-chart.ts';
import { LINK, viewAtom } from '#web/features/workbench/view/url-state.ts';
import { useAtomValueRawSync, useSetAtom } from '#web/store.ts';
import { openStore, setUpPages } from '#support/web/page-setup.tsx';
import { inStore } from '#support/web/user-store.ts';
import type { Listing } from '#web/shared/api/listing-queries.ts';

setUpPages();

const DAY = 86_400;
const FIRST = Date.parse('2026-01-01') / 1000;

/** A bar a day from January 1, 2026. */
const candles = candlesFromRows(
  Array.from({ length: 120 }, (_, i) => {
    const close = 100 + 3 * Math.sin(i * i);
    return { time: FIRST + i * DAY, open: close, high: close + 1, low: close - 1, close, volume: 1 };
  }),
);

const listing = {
  ticker: 'BTC-USD',
  response: {
    source: 'sample',
    currency: 'USD',
    instrument: 'equity',
    trading_calendar: 'daily',
    sessions: comingFrom(FIRST + 119 * DAY, 'daily'),
  },
  candles,
  finished: candles,
  traded: {
    listing: { timezone: 'UTC', calendar: 'daily' },
    sessions: comingFrom(FIRST + 119 * DAY, 'daily'),
  },
  analysis: {
    currentPrice: 999,
    dayChange: 9,
    dayChangePercent: 9,
    forecast: {},
    indicators: {},
    performance: {},
  },
} as unknown as Listing;

async function replayedOn(replay: IsoDate): Promise<Replayed> {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useReplayed(listing, { replay, horizonDays: 7 }), { wrapper });
  await expect.poll(() => result.current).not.toBeNull();
  return result.current as Replayed;
}

test('a replayed day shows neither later bars nor today’s price', async () => {
  const { listing: then, day, result } = await replayedOn('2026-04-01' as IsoDate);
  expect(day).toBe('2026-04-01');
  expect(then.candles.time.at(-1)).toBe(Date.parse('2026-04-01') / 1000);
  expect(then.finished).toBe(then.candles);
  expect(then.analysis.currentPrice).toBe(then.candles.close.at(-1));
  expect(then.analysis.dayChange).toBeCloseTo(then.candles.close.at(-1)! - then.candles.close.at(-2)!, 10);
  expect(then.analysis).not.toHaveProperty('forecast');
  expect(result.ok && result.value.forecast.baseDate).toBe('2026-04-01');
  // An overlay ends there too, or at its previous session if it has none on that day.
  const other = barsUntil(
    { ...candles, time: candles.time.map((time) => (time > FIRST + 80 * DAY ? time + 30 * DAY : time)) },
    day,
  );
  expect(other.time.at(-1)).toBe(FIRST + 80 * DAY);
});

test('with fewer than 60 sessions there is no forecast, and the replay bar says so', async () => {
  const replayed = await replayedOn('2026-02-01' as IsoDate);
  render(<ReplayBar listing={listing} replayed={replayed} />, { wrapper: inStore(openStore()) });
  const words = screen.getByRole('region', { name: 'Replay' }).textContent;
  expect(words).toContain('Replay: Feb 1, 2026. Forecast computed today, using only prices up to that day.');
  expect(words).toContain('No forecast: only 32 sessions up to this day, and it needs 60.');
});

/** A replay on a page of the workbench, whose URL starts on a day. */
function replaying(from: string, crosshair = 80) {
  history.replaceState(null, '', `/workbench?ticker=BTC-USD&replay=${from}`);
  const store = openStore();
  store.set(LINK.cursorAtom, crosshair);
  const written = vi.spyOn(history, 'replaceState');
  function Page() {
    const { replay } = useAtomValueRawSync(viewAtom);
    const toggle = useSetAtom(toggleReplayAtom);
    const result = { ok: false, error: { reason: 'unavailable' } } as const;
    return (
      <>
        <button type="button" onClick={() => toggle(listing)}>
          Replay
        </button>
        {replay && <ReplayBar listing={listing} replayed={{ listing, day: replay, result }} />}
      </>
    );
  }
  render(<Page />, { wrapper: inStore(store) });
  return {
    written,
    press: (name: string) => act(() => screen.getByRole('button', { name }).click()),
    shownDay: () => store.get(viewAtom).replay,
    urlDay: () => new URLSearchParams(location.search).get('replay'),
  };
}

test('play steps to the latest bar and ends there, and the URL follows after a pause', () => {
  vi.useFakeTimers();
  const { press, shownDay, urlDay, written } = replaying('2026-04-26');
  fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '5' } });
  press('Play');
  for (const day of ['27', '28', '29', '30']) {
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined();
    act(() => vi.advanceTimersByTime(200));
    expect(shownDay()).toBe(`2026-04-${day}`);
  }
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined();
  expect(urlDay()).toBe('2026-04-26');
  act(() => vi.advanceTimersByTime(2000));
  expect(urlDay()).toBe('2026-04-30');
  expect(shownDay()).toBe('2026-04-30');
  expect(written).toHaveBeenCalledOnce();
});

test('a step stops playing and stays within the history; starting and exiting are one change each', async () => {
  const { press, shownDay, urlDay } = replaying('2026-01-02');
  const before = history.length;
  press('Play');
  press('Previous bar');
  press('Previous bar');
  expect(shownDay()).toBe('2026-01-01');
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined();
  press('Replay');
  await expect.poll(urlDay).toBeNull();
  // The crosshair's bar.
  press('Replay');
  await expect.poll(urlDay).toBe('2026-03-22');
  press('Exit replay');
  await expect.poll(urlDay).toBeNull();
  expect(history.length).toBe(before + 3);
});

test('a replay begins before the last bar, where the crosshair leaves no next step', () => {
  const { press, shownDay } = replaying('', 119);
  press('Replay');
  expect(shownDay()).toBe('2026-03-01');
});
