/// <reference types="node" />
// @vitest-environment node
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import measured from '#web/features/method/measured-scores.json' with { type: 'json' };
import portfolios from '#web/features/method/portfolio-scores.json' with { type: 'json' };
import weak from '#web/features/method/weak-cases.json' with { type: 'json' };

const documented = readFileSync(resolve(import.meta.dirname, '../../../compute/README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test.each([...measured, ...portfolios, ...weak])(
  '"$name" on the method page matches the scores documented in compute',
  ({ source, values }) => {
    expect(documented.find(([name]) => name === source)?.slice(1)).toEqual([...values]);
  },
);
