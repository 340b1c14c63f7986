/** Goals that are counted on the sources and on the built Worker. Each test prints its figure. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { fromRoot } from '../stack/repository.ts';

const TEST_FILE = /\.test\.tsx?$/;
/** A row of the fault matrix in the text of a name; a comment is no test. */
const ROW = /\b[UKI]\d\d\b/g;
const NAME = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** The rows: 27 of upstreams, 16 of KV, clock and concurrency, 17 of hostile input. */
const ROWS = [rows('U', 27), rows('K', 16), rows('I', 17)].flat();

function rows(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
}

function testFiles(): string[] {
  return readdirSync(fromRoot('tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => TEST_FILE.test(file) && !file.endsWith('contract/goals.test.ts'))
    .map((file) => join(fromRoot('tests'), file));
}

/** The rows that the names of a file's tests state. */
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

test('G7 every row of the fault matrix has a test of its name', () => {
  const named = new Set(testFiles().flatMap((file) => rowsNamedIn(readFileSync(file, 'utf8'))));
  console.log(`G7: ${ROWS.filter((row) => named.has(row)).length} of ${ROWS.length} rows`);
  expect(ROWS.filter((row) => !named.has(row))).toEqual([]);
});

/** A bundle as it is deployed: one minified module, without what the `external` names stand for. */
async function bundled(
  contents: string,
  external: readonly string[] = [],
): Promise<{ readonly gzipBytes: number; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: fromRoot('worker'), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    external: [...external],
    absWorkingDir: fromRoot('.'),
  });
  return { gzipBytes: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length, metafile };
}

// The Worker's own 60 KiB are held by `npm run size`, on the script that is deployed.
test('G16 the resilience module is at most 3 KiB, and the Worker holds at most 4 packages', async () => {
  const resilience = await bundled(
    `export { createReadThrough } from './cache/read-through.ts';
    export { createKvStore } from './cache/kv-store.ts';
    export { Breaker } from './cache/breaker.ts';
    export { RetryBudget } from './cache/retry-budget.ts';`,
    ['#compute', 'valibot'],
  );
  const worker = await bundled(`export { default } from './index.ts';`);
  const packages = new Set(
    Object.keys(worker.metafile.inputs).flatMap(
      (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
    ),
  );
  console.log(
    `G16: resilience module ${resilience.gzipBytes} B gzip, packages in the Worker: ${[...packages].join(', ')}`,
  );
  expect(resilience.gzipBytes).toBeLessThanOrEqual(3 * 1024);
  expect(packages.size).toBeLessThanOrEqual(4);
});
