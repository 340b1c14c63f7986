/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { areShortcutsOn } from '../../../web/shared/settings/are-shortcuts-on.ts';
import { clearData } from '../../../web/shared/settings/clear-data.ts';
import { isReducedData } from '../../../web/shared/settings/is-reduced-data.ts';
import {
  changeSettings,
  followOtherTabs,
  settingsInForce,
} from '../../../web/shared/settings/settings-in-force.ts';
import { DEFAULT_SETTINGS, SETTINGS_KEY, serialiseSettings } from '../../../web/shared/settings/settings.ts';
import { useSettings } from '../../../web/shared/settings/use-settings.ts';

const root = document.documentElement;
const html = readFileSync(resolve(import.meta.dirname, '../../../web/index.html'), 'utf8');
const [, firstScript = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];

/** Runs the inline script of the page, as the browser does before the first paint. */
function firstPaint() {
  document.head.innerHTML = '<meta name="theme-color" content="" />';
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the script under test is text inside a page
  new Function(firstScript)();
}

function tell(key: string | null, newValue: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of Object.keys(DEFAULT_SETTINGS)) delete root.dataset[name];
});

describe('before the first paint', () => {
  test('stored settings are on the root element', () => {
    const stored = {
      palette: 'safe',
      region: 'de',
      clock: 'local',
      traffic: 'reduced',
      shortcuts: 'off',
    } as const;
    localStorage.setItem(SETTINGS_KEY, serialiseSettings(stored));
    firstPaint();
    expect(settingsInForce()).toEqual(stored);
    expect(isReducedData()).toBe(true);
    expect(areShortcutsOn()).toBe(false);
  });

  test.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"version":0,"palette":"safe"}',
    '{"version":1,"palette":"neon"}',
  ])('a store that holds %j means the defaults', (stored) => {
    if (stored !== null) localStorage.setItem(SETTINGS_KEY, stored);
    expect(firstPaint).not.toThrow();
    expect(settingsInForce()).toEqual(DEFAULT_SETTINGS);
  });

  test('a store that refuses means the defaults', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(firstPaint).not.toThrow();
    expect(settingsInForce()).toEqual(DEFAULT_SETTINGS);
  });
});

test('a change is in force at once, kept for the next visit, and leaves the rest alone', () => {
  changeSettings({ palette: 'red-up' });
  changeSettings({ region: 'fr' });
  expect(settingsInForce()).toEqual({ ...DEFAULT_SETTINGS, palette: 'red-up', region: 'fr' });
  for (const name of ['palette', 'region']) delete root.dataset[name];
  firstPaint();
  expect(settingsInForce()).toEqual({ ...DEFAULT_SETTINGS, palette: 'red-up', region: 'fr' });
});

test('a full store keeps the change for as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  changeSettings({ clock: 'local' });
  expect(settingsInForce().clock).toBe('local');
});

test('another tab’s choice is followed, another key is not, and clearing everything means the defaults', () => {
  const stop = followOtherTabs();
  tell(SETTINGS_KEY, serialiseSettings({ ...DEFAULT_SETTINGS, palette: 'safe' }));
  expect(settingsInForce().palette).toBe('safe');
  tell('theme', 'light');
  expect(settingsInForce().palette).toBe('safe');
  tell(null, null);
  expect(settingsInForce()).toEqual(DEFAULT_SETTINGS);
  stop();
  tell(SETTINGS_KEY, serialiseSettings({ ...DEFAULT_SETTINGS, palette: 'safe' }));
  expect(settingsInForce().palette).toBe('classic');
});

test('useSettings renders each change', async () => {
  const { result } = renderHook(useSettings);
  expect(result.current).toEqual(DEFAULT_SETTINGS);
  // The root element tells of its attributes in a task of its own.
  await act(async () => changeSettings({ traffic: 'reduced' }));
  expect(result.current.traffic).toBe('reduced');
  expect(areShortcutsOn()).toBe(true);
  await act(async () => changeSettings({ shortcuts: 'off' }));
  expect(result.current.shortcuts).toBe('off');
  expect(areShortcutsOn()).toBe(false);
});

describe('clearData', () => {
  test('removes everything but the sign-in, in every area', () => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('candor:stats:ada@example.com', '{}');
    localStorage.setItem('anything', '1');
    localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{}');
    sessionStorage.setItem('candor:x', '1');
    clearData([() => localStorage, () => sessionStorage]);
    expect(Object.keys(localStorage)).toEqual(['firebase:authUser:key:[DEFAULT]']);
    expect(sessionStorage.length).toBe(0);
  });

  test('an area that refuses does not keep the others', () => {
    localStorage.setItem('theme', 'light');
    clearData([
      () => {
        throw new DOMException('refused', 'SecurityError');
      },
      () => localStorage,
    ]);
    expect(localStorage.length).toBe(0);
  });
});
