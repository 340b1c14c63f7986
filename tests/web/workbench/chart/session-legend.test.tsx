import type { Clock } from '#compute';
import type { IntradayResponse } from '#worker/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SessionLegend } from '#web/features/workbench/chart/legends.tsx';
import type { IntradayContext } from '#web/features/workbench/data/chart-series.ts';
import { withSettings } from '#support/web/settings.ts';
import { edit, inStore, userStore } from '#support/web/user-store.ts';

// uPlot reads the pixel ratio when it loads, and jsdom has no media queries.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

afterEach(cleanup);

function legend(
  parts: readonly IntradayResponse['session_parts'][number]['part'][],
  clock: Clock = 'exchange',
) {
  const response = {
    currency: 'USD',
    exchange_timezone: 'America/New_York',
    interval_seconds: 60,
    as_of: '2026-11-20T13:00:00Z',
    session_parts: parts.map((part, i) => ({ part, from: i, to: i + 1 })),
  } as unknown as IntradayResponse;
  const intraday = { response, closeBefore: null, dayRange: null } as unknown as IntradayContext;
  const store = userStore();
  edit(store, withSettings({ clock }));
  render(<SessionLegend intraday={intraday} />, { wrapper: inStore(store) });
  return screen.getByRole('list', { name: 'Session' }).textContent;
}

test('before the open it lists pre-market trading only', () => {
  const text = legend(['pre']);
  expect(text).toContain('Shaded: pre-market');
  expect(text).toContain('Regular trading hasn’t started');
  expect(text).toContain('1-minute bars. Times: New York.');
});

test('the bars use the user’s clock if that is chosen', () => {
  const text = legend(['pre', 'regular', 'post'], 'local');
  expect(text).toContain('Shaded: pre-market and after hours');
  expect(text).not.toContain('Regular trading hasn’t started');
  expect(text).toContain('1-minute bars. Times: local time.');
});
