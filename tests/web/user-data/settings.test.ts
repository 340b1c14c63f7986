// @vitest-environment node
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CLOCKS,
  REGIONS,
  DEFAULT_SETTINGS,
  PALETTES,
  parseSettings,
  serialiseSettings,
  SHORTCUTS,
  TRAFFIC,
} from '../../../web/shared/user-data/settings.ts';

const anySettings = fc.record({
  palette: fc.constantFrom(...PALETTES),
  region: fc.constantFrom(...REGIONS),
  clock: fc.constantFrom(...CLOCKS),
  traffic: fc.constantFrom(...TRAFFIC),
  shortcuts: fc.constantFrom(...SHORTCUTS),
});

test('what is stored reads back', () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      expect(parseSettings(serialiseSettings(settings))).toEqual(settings);
    }),
  );
});

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['half a document', '{"version":1,"palette":"sa'],
  ['null', 'null'],
  ['a list', '[1]'],
  ['a word', '"safe"'],
  ['an older version', '{"palette":"safe"}'],
  ['a newer version', '{"version":2,"palette":"safe"}'],
])('%s reads as the defaults', (_name, stored) => {
  expect(parseSettings(stored)).toEqual(DEFAULT_SETTINGS);
});

test('an unknown value falls back alone', () => {
  expect(
    parseSettings(
      '{"version":1,"palette":"neon","region":"de","clock":7,"traffic":"reduced","shortcuts":false,"extra":1}',
    ),
  ).toEqual({ palette: 'classic', region: 'de', clock: 'exchange', traffic: 'reduced', shortcuts: 'on' });
});

test('no stored text throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      expect(Object.keys(parseSettings(stored))).toEqual(Object.keys(DEFAULT_SETTINGS));
    }),
  );
});
