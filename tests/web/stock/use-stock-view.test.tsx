import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { changeSettings } from '../../../web/shared/user-data/change-settings.ts';
import { DEFAULT_SETTINGS } from '../../../web/shared/user-data/settings.ts';
import { useShortcuts } from '../../../web/features/stock/use-stock-view.ts';

afterEach(() => {
  cleanup();
  changeSettings(DEFAULT_SETTINGS);
});

function setUp() {
  const focusSearch = vi.fn<() => void>();
  const setRange = vi.fn<(range: string) => void>();
  renderHook(() => useShortcuts({ focusSearch, setRange }));
  fireEvent.keyDown(document.body, { key: '/' });
  fireEvent.keyDown(document.body, { key: '6' });
  return { focusSearch, setRange };
}

test('/ goes to the search field, a digit chooses a range', () => {
  const { focusSearch, setRange } = setUp();
  expect(focusSearch).toHaveBeenCalledOnce();
  expect(setRange.mock.calls).toEqual([['ALL']]);
});

test('neither does anything where single-key shortcuts are off', () => {
  changeSettings({ shortcuts: 'off' });
  const { focusSearch, setRange } = setUp();
  expect(focusSearch).not.toHaveBeenCalled();
  expect(setRange).not.toHaveBeenCalled();
});
