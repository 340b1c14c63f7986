// @vitest-environment node
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withSettings } from '#support/web/settings.ts';
import { itemsKey } from '#web/shared/user/user-items.ts';
import { DEFAULT_SETTINGS, SETTING_CHOICES, settingsAtom, settingsOf } from '#web/shared/user/settings.ts';
import { edit, memoryStorage, userStore } from '#support/web/user-store.ts';

const GUESTS = itemsKey('setting', '');

const anySettings = fc.record({
  palette: fc.constantFrom(...SETTING_CHOICES.palette),
  region: fc.constantFrom(...SETTING_CHOICES.region),
  clock: fc.constantFrom(...SETTING_CHOICES.clock),
  traffic: fc.constantFrom(...SETTING_CHOICES.traffic),
  shortcuts: fc.constantFrom(...SETTING_CHOICES.shortcuts),
});

/** A guest's page of a browser that has stored this text. */
function guestWith(text: string | null) {
  const storage = memoryStorage();
  if (text !== null) storage.setItem(GUESTS, text);
  return { storage, store: userStore(storage, null) };
}

test('what is stored reads back, on this page and the next', () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      const { storage, store } = guestWith(null);
      edit(store, withSettings(settings));
      expect(store.get(settingsAtom)).toEqual(settings);
      expect(userStore(storage, null).get(settingsAtom)).toEqual(settings);
    }),
  );
});

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['half a list', '[["palette",{"val'],
  ['null', 'null'],
  ['no list', '{"palette":{"value":{"choice":"safe"},"version":0}}'],
  ['a word', '"safe"'],
  ['no item', '[["palette"],"safe",[7,{}],["region",null]]'],
])('%s reads as the defaults', (_name, stored) => {
  expect(guestWith(stored).store.get(settingsAtom)).toEqual(DEFAULT_SETTINGS);
});

test('an unknown value falls back alone, and stays with what a later build stored', () => {
  const choices = { palette: 'neon', region: 'de', clock: 7, sound: 'off' };
  const items = Object.entries(choices).map(([name, choice]) => [name, { value: { choice }, version: 1 }]);
  const { storage, store } = guestWith(JSON.stringify(items));
  expect(store.get(settingsAtom)).toEqual({ ...DEFAULT_SETTINGS, region: 'de' });
  edit(store, withSettings({ clock: 'utc' }));
  expect(store.get(settingsAtom)).toEqual({ ...DEFAULT_SETTINGS, region: 'de', clock: 'utc' });
  expect(storage.getItem(GUESTS)).toContain('["palette",{"value":{"choice":"neon"},"version":1}]');
  expect(storage.getItem(GUESTS)).toContain('["sound",{"value":{"choice":"off"},"version":1}]');
});

test('a region that was never chosen is the browser’s', () => {
  expect(settingsOf(new Map(), 'de').region).toBe('de');
  expect(settingsOf(new Map([['region', { choice: 'us' }]]), 'de').region).toBe('us');
});

test('no stored text throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      const settings = guestWith(stored).store.get(settingsAtom);
      expect(Object.keys(settings)).toEqual(Object.keys(DEFAULT_SETTINGS));
    }),
  );
});

test('choices of a guest become those of the account at its first sign-in, and signing out shows the defaults', () => {
  const { storage, store } = guestWith(null);
  edit(store, withSettings({ palette: 'safe' }));
  const ada = userStore(storage);
  edit(ada, withSettings({ region: 'de' }));
  expect(ada.get(settingsAtom)).toMatchObject({ palette: 'safe', region: 'de' });
  expect(userStore(storage, null).get(settingsAtom)).toEqual(DEFAULT_SETTINGS);
  expect(userStore(storage, 'bob').get(settingsAtom)).toEqual(DEFAULT_SETTINGS);
});
