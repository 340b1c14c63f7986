/** Every fault and every requirement that docs/fault-matrix.md lists is named by a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/stack/repository.ts';

const TEST_FILE = /\.(?:test|spec)\.tsx?$/;
/** A row's identifier: a fault (U, K, A, I) or a requirement (G). */
const ROW = /\b(?:[UKAI]\d\d|G\d{1,2})\b/g;
const NAME = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** The rows that the titles of a file's tests name; a comment is no test. */
function rowsNamedIn(source: string): string[] {
  const names = source.replace(COMMENT, '').match(NAME) ?? [];
  return names.flatMap((name) => name.match(ROW) ?? []);
}

test('a comment or a bare word names no row', () => {
  expect(rowsNamedIn("/* 'U01' */\n// 'U02'\nconst U03 = 1;\ntest('U04, K05 x', run);")).toEqual([
    'U04',
    'K05',
  ]);
});

test('G7 every row of the fault matrix has a test of its name, and no test names another row', () => {
  const page = readFileSync(fromRoot('docs/fault-matrix.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([UKAI]\d\d|G\d{1,2}) \|/gm)].map(([, row]) => row);
  const named = new Set(
    readdirSync(fromRoot('tests'), { recursive: true, encoding: 'utf8' })
      .filter((file) => TEST_FILE.test(file))
      .flatMap((file) => rowsNamedIn(readFileSync(fromRoot('tests', file), 'utf8'))),
  );
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((row) => !named.has(row ?? ''))).toEqual([]);
  expect([...named].filter((row) => !rows.includes(row))).toEqual([]);
});
