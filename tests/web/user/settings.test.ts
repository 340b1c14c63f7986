// @vitest-environment node
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withChoices } from '../../../web/shared/user/change-settings.ts';
import { DEFAULT_SETTINGS, parseSettings, SETTING_CHOICES } from '../../../web/shared/user/settings.ts';

const anySettings = fc.record({
  palette: fc.constantFrom(...SETTING_CHOICES.palette),
  region: fc.constantFrom(...SETTING_CHOICES.region),
  clock: fc.constantFrom(...SETTING_CHOICES.clock),
  traffic: fc.constantFrom(...SETTING_CHOICES.traffic),
  shortcuts: fc.constantFrom(...SETTING_CHOICES.shortcuts),
});

test('what is stored reads back', () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      expect(parseSettings(withChoices(null, settings))).toEqual(settings);
    }),
  );
});

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['half a document', '{"setting":[["palette",{"cho'],
  ['null', 'null'],
  ['a list', '[1]'],
  ['a word', '"safe"'],
  ['no item', '{"setting":[["palette"],"safe",[7,{}]]}'],
])('%s reads as the defaults', (_name, stored) => {
  expect(parseSettings(stored)).toEqual(DEFAULT_SETTINGS);
});

test('an unknown value falls back alone, and stays with what a later build stored', () => {
  const text = JSON.stringify({
    setting: [
      ['palette', { choice: 'neon' }],
      ['region', { choice: 'de' }],
      ['clock', { choice: 7 }],
      ['sound', { choice: 'off' }],
    ],
  });
  expect(parseSettings(text)).toEqual({ ...DEFAULT_SETTINGS, region: 'de' });
  const after = withChoices(text, { clock: 'utc' });
  expect(parseSettings(after)).toEqual({ ...DEFAULT_SETTINGS, region: 'de', clock: 'utc' });
  expect(after).toContain('["palette",{"choice":"neon"}]');
  expect(after).toContain('["sound",{"choice":"off"}]');
});

test('a region that was never chosen is the browser’s', () => {
  expect(parseSettings(null, 'de').region).toBe('de');
  const chosen = JSON.stringify({ setting: [['region', { choice: 'us' }]] });
  expect(parseSettings(chosen, 'de').region).toBe('us');
});

test('no stored text throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      expect(Object.keys(parseSettings(stored))).toEqual(Object.keys(DEFAULT_SETTINGS));
    }),
  );
});
