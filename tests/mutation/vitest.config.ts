/**
 * The Worker's tests in Node, for mutation testing alone: Stryker cannot run the pool of the Workers runtime. What the
 * tests take from that runtime is stood in for; `npm test` runs them in it.
 */
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const standIn = (file: string) => resolve(import.meta.dirname, file);

/** Tests that wait in real time or send thousands of requests: too slow to repeat for every mutant. */
const SLOW = [
  'an hour at 10',
  'in normal running',
  '1,000 cold',
  'JSON nested',
  'an array of a million',
  'an upstream that hangs',
  'does not answer',
  'longer than 500 ms',
  'U01 a hang',
  'K13',
  'K14',
  'K15',
  'K16',
];

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  resolve: {
    alias: {
      'cloudflare:test': standIn('cloudflare-test.ts'),
      'cloudflare:workers': standIn('cloudflare-workers.ts'),
    },
  },
  test: {
    environment: 'node',
    // One start of the sources for all files: a mutant costs a third of the time.
    isolate: false,
    fileParallelism: false,
    pool: 'threads',
    include: [
      'tests/worker/cache/*.test.ts',
      'tests/worker/fault-matrix/*.test.ts',
      'tests/worker/market-data/{upstream-faults,upstream,fetch-json}.test.ts',
      'tests/worker/params.test.ts',
    ],
    testNamePattern: new RegExp(`^(?!.*(?:${SLOW.join('|')}))`),
    env: { VITE_MODEL_RUNS: '50' },
  },
});
