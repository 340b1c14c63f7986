import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { expect, test } from 'playwright/test';
import { differences } from '../compute/parity-vector.ts';

test('analyse() in Chromium gives the shared vector', async ({ page }) => {
  const { outputFiles } = await build({
    entryPoints: [new URL('../compute/parity-vector.ts', import.meta.url).pathname],
    bundle: true,
    format: 'iife',
    globalName: 'parity',
    write: false,
  });
  const file = new URL('../vectors/analyse-parity.json', import.meta.url);
  const { expected, ...vector } = JSON.parse(await readFile(file, 'utf8')) as { expected: unknown };
  const script = outputFiles[0]?.text ?? '';
  const answer: unknown = await page.evaluate(
    `(() => { ${script}; return parity.parityAnswer(${JSON.stringify(vector)}); })()`,
  );
  expect(differences(answer, expected)).toEqual([]);
});
