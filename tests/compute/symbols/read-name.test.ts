import { readFileSync } from 'node:fs';
import { readName } from '#compute';
import { describe, expect, test } from 'vitest';
import { uniform } from '../seeded.ts';
import { REAL_SPELLINGS } from './real-spellings.ts';

const BUNDLED: readonly { symbol: string }[] = JSON.parse(
  readFileSync(new URL('../../../web/public/listings.json', import.meta.url), 'utf8'),
);

/** The listings that exist in these tests. */
const LISTED: ReadonlySet<string> = new Set([
  ...BUNDLED.map(({ symbol }) => symbol),
  ...REAL_SPELLINGS.flatMap(({ lines }) => lines.flatMap(([, symbol]) => symbol ?? [])),
]);

/** The first reading that a listing has, or the ISIN. */
function resolve(text: string): string | null {
  return (
    readName(text).find(({ kind, text: own }) => kind === 'isin' || (kind === 'ticker' && LISTED.has(own)))
      ?.text ?? null
  );
}

describe.each(REAL_SPELLINGS)('spellings in $source', ({ lines }) => {
  test.each(lines)('reads %j as %j', (spelling, symbol) => {
    expect(resolve(spelling)).toBe(symbol);
  });
});

test('the table has at least 200 lines, and 30 that stay errors', () => {
  const lines = REAL_SPELLINGS.flatMap(({ lines: own }) => own);
  expect(new Set(lines.map(([spelling]) => spelling)).size).toBeGreaterThanOrEqual(200);
  expect(lines.filter(([, symbol]) => symbol === null).length).toBeGreaterThanOrEqual(30);
});

test.each([
  ['600519', ['600519.SS', '600519.KQ', '600519', '600519']],
  ['A1EWWW', ['A1EWWW', 'A1EWWW', 'A1EWWW']],
  ['brk b', ['BRK-B', 'BRK B']],
  ['EURONEXT:MC', ['MC.PA', 'MC.AS', 'MC.BR', 'MC.LS', 'MC.IR']],
])('ranks the readings of %s', (text, readings) => {
  expect(readName(text).map(({ text: own }) => own)).toEqual(readings);
});

test('six digits are a ticker first and a WKN after that', () => {
  expect(readName('600519').map(({ kind }) => kind)).toEqual(['ticker', 'ticker', 'wkn', 'name']);
});

test('random texts give no exception and no listing whose letters they do not have', () => {
  const random = uniform(47);
  const alphabet = [
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZaeiou0123456789   .:-/^=&$#_!\'"()ˆİıß€日本株Ａ\u200b\u0301\t\n😀',
  ];
  for (let round = 0; round < 10_000; round += 1) {
    const length = 1 + Math.floor(random() * 14);
    const text = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
    for (const { kind, text: own } of readName(text)) {
      if (kind !== 'ticker' || !LISTED.has(own)) continue;
      const typed = text.normalize('NFKC').replaceAll('ı', 'I').replaceAll('İ', 'I').toUpperCase();
      const base = own.replace(/(?:\..*|=.*)$/, '').replace(/-USD$/, '');
      // Index codes and padded Hong Kong codes are spelled differently.
      const letters = own.startsWith('^') ? [] : [...base.replace(/^0+/, '').replace(/[^A-Z0-9]/g, '')];
      expect(
        letters.filter((letter) => !typed.includes(letter)),
        `${JSON.stringify(text)} → ${own}`,
      ).toEqual([]);
    }
  }
});
