import type { IntradayResponse } from '#worker/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SessionLegend } from '../../../web/features/workbench/workbench-head.tsx';
import type { IntradayContext } from '../../../web/features/workbench/chart/workbench-series.ts';
import { SettingsProvider } from '../../../web/shared/user/settings-provider.tsx';
import { changeSettings } from '../../../web/shared/user/change-settings.ts';
import { DEFAULT_SETTINGS } from '../../../web/shared/user/settings.ts';

afterEach(() => {
  cleanup();
  changeSettings(DEFAULT_SETTINGS);
});

function legend(parts: readonly IntradayResponse['session_parts'][number]['part'][]) {
  const response = {
    currency: 'USD',
    exchange_timezone: 'America/New_York',
    interval_seconds: 60,
    as_of: '2026-11-20T13:00:00Z',
    session_parts: parts.map((part, i) => ({ part, from: i, to: i + 1 })),
  } as unknown as IntradayResponse;
  const intraday = { response, closeBefore: null, dayRange: null } as unknown as IntradayContext;
  render(
    <SettingsProvider>
      <SessionLegend intraday={intraday} />
    </SettingsProvider>,
  );
  return screen.getByRole('list', { name: 'Session' }).textContent;
}

test('before the open it lists pre-market trading only', () => {
  const text = legend(['pre']);
  expect(text).toContain('Shaded: pre-market');
  expect(text).toContain('Regular trading hasn’t started');
  expect(text).toContain('1-minute bars. Times: New York.');
});

test('the bars use the user’s clock if that is chosen', () => {
  changeSettings({ clock: 'local' });
  const text = legend(['pre', 'regular', 'post']);
  expect(text).toContain('Shaded: pre-market and after hours');
  expect(text).not.toContain('Regular trading hasn’t started');
  expect(text).toContain('1-minute bars. Times: local time.');
});
