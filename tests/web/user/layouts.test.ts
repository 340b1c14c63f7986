// @vitest-environment node
import { expect, test } from 'vitest';
import { layoutName, layoutsAtom, setLayouts } from '#web/shared/user/layouts.ts';
import { edit, userStore } from '#support/web/user-store.ts';

test('layouts are listed by name; another name takes the place of the layout that had it', () => {
  const store = userStore();
  edit(store, setLayouts(new Map(['c', 'a', 'b'].map((name) => [name, `range=${name}`]))));
  expect([...store.get(layoutsAtom).keys()]).toEqual(['a', 'b', 'c']);
  edit(
    store,
    setLayouts(
      new Map([
        ['a', null],
        ['c', 'range=a'],
      ]),
    ),
  );
  expect([...store.get(layoutsAtom)]).toEqual([
    ['b', 'range=b'],
    ['c', 'range=a'],
  ]);
});

test('names are trimmed and printable', () => {
  expect(layoutName('  Day\u0000 trade ')).toBe('Day trade');
  for (const typed of ['', '   ', '\u200B', 'x'.repeat(61)]) expect(layoutName(typed)).toBeNull();
});
