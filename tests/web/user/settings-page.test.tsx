/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clearStorage } from '#web/features/settings/settings-panel.tsx';
import { useFormat } from '#web/shared/format/use-format.ts';
import { hydratedAtom } from '#web/shared/browser/browser-state.ts';
import { withSettings } from '#support/web/settings.ts';
import {
  areShortcutsOnAtom,
  DEFAULT_SETTINGS,
  isReducedDataAtom,
  settingsAtom,
  type Settings,
} from '#web/shared/user/settings.ts';
import { itemsKey } from '#web/shared/user/user-items.ts';
import { createStore } from '#web/store.ts';
import { openStore, setUpPages, TEST_CONFIG } from '#support/web/page-setup.tsx';
import { edit, inStore, signInAs, userStore } from '#support/web/user-store.ts';

const root = document.documentElement;
const html = readFileSync(resolve(import.meta.dirname, '../../../web/index.html'), 'utf8');
const [, firstScript = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];

/** Runs the inline script of the page, as the browser does before the first paint. */
function firstPaint() {
  document.head.innerHTML =
    '<meta name="theme-color" content="" /><link rel="preload" as="font" media="not all" />';
  new Function(firstScript)();
}

/** Chooses settings in another tab, for a guest or a user; returns the key under which they are stored. */
function chooseElsewhere(settings: Partial<Settings>, uid: string | null = null): string {
  edit(userStore(localStorage, uid), withSettings(settings));
  return itemsKey('setting', uid ?? '');
}

function tell(key: string | null) {
  act(() => void dispatchEvent(new StorageEvent('storage', { key })));
}

setUpPages();
afterEach(() => {
  for (const name of [...Object.keys(DEFAULT_SETTINGS), 'session', 'language']) delete root.dataset[name];
});

const STORED = {
  palette: 'safe',
  region: 'de',
  clock: 'local',
  traffic: 'reduced',
  shortcuts: 'off',
} as const;

describe('on a new visit', () => {
  test('stored settings are in force, and what style sheets need is there before the first paint', () => {
    chooseElsewhere(STORED);
    firstPaint();
    expect(root.dataset).toMatchObject({ palette: 'safe', shortcuts: 'off', region: 'de', clock: 'local' });
    expect(openStore().get(settingsAtom)).toEqual(STORED);
  });

  test('those of the stored sign-in are in force before it has been checked, never another user’s', () => {
    chooseElsewhere({ palette: 'safe' }, 'ada');
    chooseElsewhere({ palette: 'red-up', shortcuts: 'off' }, 'bob');
    localStorage.setItem(
      `firebase:authUser:${TEST_CONFIG.apiKey}:[DEFAULT]`,
      JSON.stringify({ uid: 'ada', apiKey: TEST_CONFIG.apiKey, stsTokenManager: { refreshToken: 'r' } }),
    );
    firstPaint();
    expect([root.dataset['palette'], root.dataset['shortcuts']]).toEqual(['safe', undefined]);
    expect(openStore().get(settingsAtom)).toEqual({ ...DEFAULT_SETTINGS, palette: 'safe' });
  });

  test.each(['', '{', 'null', '[]', '{"palette":"safe"}', '[["palette",{"value":null,"version":3}]]'])(
    'a store that holds %j means the defaults',
    (stored) => {
      localStorage.setItem(itemsKey('setting', ''), stored);
      expect(firstPaint).not.toThrow();
      expect(openStore().get(settingsAtom)).toEqual(DEFAULT_SETTINGS);
    },
  );

  test('storage that cannot be read means the defaults', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(firstPaint).not.toThrow();
    expect(openStore().get(settingsAtom)).toEqual(DEFAULT_SETTINGS);
  });
});

test('a change is in force at once, stored for the next visit, and leaves the rest alone', () => {
  const store = openStore();
  edit(store, withSettings({ palette: 'red-up' }));
  edit(store, withSettings({ region: 'fr' }));
  const expected = { ...DEFAULT_SETTINGS, palette: 'red-up', region: 'fr' };
  expect(store.get(settingsAtom)).toEqual(expected);
  expect(root.dataset['palette']).toBe('red-up');
  expect(openStore().get(settingsAtom)).toEqual(expected);
});

test('where storage is full a change lasts as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const store = openStore();
  edit(store, withSettings({ traffic: 'reduced', shortcuts: 'off' }));
  expect(store.get(isReducedDataAtom)).toBe(true);
  expect(store.get(areShortcutsOnAtom)).toBe(false);
});

test('another tab’s choice is followed, another key is not, and clearing everything means the defaults', () => {
  const store = openStore();
  tell(chooseElsewhere({ palette: 'safe' }));
  expect([store.get(settingsAtom).palette, root.dataset['palette']]).toEqual(['safe', 'safe']);
  tell('theme');
  expect(store.get(settingsAtom).palette).toBe('safe');
  localStorage.clear();
  tell(null);
  expect(store.get(settingsAtom)).toEqual(DEFAULT_SETTINGS);
  expect(root.dataset['palette']).toBeUndefined();
});

function Price() {
  return <p>{useFormat().price(1234.5, 'USD')}</p>;
}

describe('formats', () => {
  test('the page is formatted again when the region changes', () => {
    const store = openStore();
    render(<Price />, { wrapper: inStore(store) });
    expect(screen.getByText('$1,234.50').isConnected).toBe(true);
    act(() => void edit(store, withSettings({ region: 'de' })));
    expect(screen.getByText(/^1\.234,50\s\$$/).isConnected).toBe(true);
  });

  test('a prerendered page hydrates without a mismatch, then takes the region of the reader', async () => {
    const onRecoverableError = vi.fn<(error: unknown) => void>();
    const host = document.body.appendChild(document.createElement('div'));
    const store = createStore();
    signInAs(store, 'ada');
    edit(store, withSettings({ region: 'de' }));
    store.set(hydratedAtom, false);
    const page = inStore(store)({ children: <Price /> });
    host.innerHTML = renderToString(page);
    expect(host.textContent).toBe('$1,234.50');
    const hydrated = await act(async () => hydrateRoot(host, page, { onRecoverableError }));
    act(() => store.set(hydratedAtom, true));
    expect(host.textContent).toMatch(/^1\.234,50\s\$$/);
    expect(onRecoverableError).not.toHaveBeenCalled();
    act(() => hydrated.unmount());
    host.remove();
  });
});

describe('clearStorage', () => {
  test('removes everything but the sign-in, in every area', () => {
    localStorage.setItem('theme', 'light');
    localStorage.setItem('candor:star:ada', '[]');
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
