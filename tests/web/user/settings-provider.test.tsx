/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useFormat } from '../../../web/shared/format/use-format.ts';
import { clearStorage } from '../../../web/features/settings/settings-panel.tsx';
import { changeSettings, withChoices } from '../../../web/shared/user/change-settings.ts';
import {
  areShortcutsOn,
  currentSettings,
  isReducedData,
  DEFAULT_SETTINGS,
  SETTINGS_KEY,
  styleBySettings,
} from '../../../web/shared/user/settings.ts';
import { SettingsProvider } from '../../../web/shared/user/settings-provider.tsx';

const root = document.documentElement;
const html = readFileSync(resolve(import.meta.dirname, '../../../web/index.html'), 'utf8');
const [, firstScript = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];

/** Runs the inline script of the page, as the browser does before the first paint. */
function firstPaint() {
  document.head.innerHTML = '<meta name="theme-color" content="" />';
  new Function(firstScript)();
}

/** The module as a new visit loads it. */
async function nextVisit() {
  vi.resetModules();
  return (await import('../../../web/shared/user/settings.ts')).currentSettings();
}

function tell(key: string | null, newValue: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  changeSettings(DEFAULT_SETTINGS);
  for (const name of Object.keys(DEFAULT_SETTINGS)) delete root.dataset[name];
});

describe('on a new visit', () => {
  test('stored settings are in force, and what style sheets need is there before the first paint', async () => {
    const stored = {
      palette: 'safe',
      region: 'de',
      clock: 'local',
      traffic: 'reduced',
      shortcuts: 'off',
    } as const;
    localStorage.setItem(SETTINGS_KEY, withChoices(null, stored));
    firstPaint();
    expect(root.dataset).toMatchObject({ palette: 'safe', shortcuts: 'off' });
    expect(await nextVisit()).toEqual(stored);
  });

  test.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"setting":{"palette":"safe"}}',
    '{"setting":[["palette",{"choice":"neon"}]]}',
  ])('a store that holds %j means the defaults', async (stored) => {
    if (stored !== null) localStorage.setItem(SETTINGS_KEY, stored);
    expect(firstPaint).not.toThrow();
    expect(await nextVisit()).toEqual(DEFAULT_SETTINGS);
  });

  test('storage that cannot be read means the defaults', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(firstPaint).not.toThrow();
    expect(await nextVisit()).toEqual(DEFAULT_SETTINGS);
  });
});

test('a change is in force at once, stored for the next visit, and leaves the rest alone', async () => {
  const stop = styleBySettings();
  changeSettings({ palette: 'red-up' });
  changeSettings({ region: 'fr' });
  stop();
  expect(currentSettings()).toEqual({ ...DEFAULT_SETTINGS, palette: 'red-up', region: 'fr' });
  expect(root.dataset['palette']).toBe('red-up');
  expect(await nextVisit()).toEqual({ ...DEFAULT_SETTINGS, palette: 'red-up', region: 'fr' });
});

test('where storage is full a change lasts as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  changeSettings({ traffic: 'reduced', shortcuts: 'off' });
  expect(isReducedData()).toBe(true);
  expect(areShortcutsOn()).toBe(false);
});

test('another tab’s choice is followed, another key is not, and clearing everything means the defaults', () => {
  const stop = styleBySettings();
  localStorage.setItem(SETTINGS_KEY, withChoices(null, { palette: 'safe' }));
  tell(SETTINGS_KEY, localStorage.getItem(SETTINGS_KEY));
  expect([currentSettings().palette, root.dataset['palette']]).toEqual(['safe', 'safe']);
  tell('theme', 'light');
  expect(currentSettings().palette).toBe('safe');
  localStorage.clear();
  tell(null, null);
  expect(currentSettings()).toEqual(DEFAULT_SETTINGS);
  expect(root.dataset['palette']).toBeUndefined();
  stop();
});

function Price() {
  return <p>{useFormat().price(1234.5, 'USD')}</p>;
}

describe('formats by context', () => {
  const page = (
    <SettingsProvider>
      <Price />
    </SettingsProvider>
  );

  test('the page is formatted again when the region changes', () => {
    render(page);
    expect(screen.getByText('$1,234.50').isConnected).toBe(true);
    act(() => changeSettings({ region: 'de' }));
    expect(screen.getByText(/^1\.234,50\s\$$/).isConnected).toBe(true);
  });

  test('a prerendered page hydrates without a mismatch, then takes the region of the reader', async () => {
    const onRecoverableError = vi.fn<(error: unknown) => void>();
    const host = document.body.appendChild(document.createElement('div'));
    host.innerHTML = renderToString(page);
    expect(host.textContent).toBe('$1,234.50');
    changeSettings({ region: 'de' });
    const hydrated = await act(async () => hydrateRoot(host, page, { onRecoverableError }));
    expect(host.textContent).toMatch(/^1\.234,50\s\$$/);
    expect(onRecoverableError).not.toHaveBeenCalled();
    act(() => hydrated.unmount());
    host.remove();
  });
});

describe('clearStorage', () => {
  test('removes everything but the sign-in, in every area', () => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('candor:stats:ada@example.com', '{}');
    localStorage.setItem('anything', '1');
    localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{}');
    sessionStorage.setItem('candor:x', '1');
    clearStorage([() => localStorage, () => sessionStorage]);
    expect(Object.keys(localStorage)).toEqual(['firebase:authUser:key:[DEFAULT]']);
    expect(sessionStorage.length).toBe(0);
  });

  test('an area that refuses does not keep the others', () => {
    localStorage.setItem('theme', 'light');
    clearStorage([
      () => {
        throw new DOMException('refused', 'SecurityError');
      },
      () => localStorage,
    ]);
    expect(localStorage.length).toBe(0);
  });
});
