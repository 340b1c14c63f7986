/** Three runtimes, three projects: Node for the maths and the tooling, workerd for the edge, a DOM for the page. */
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** A limit for what hangs, far above what anything takes on a busy machine. */
const LIMITS = { testTimeout: 60_000, hookTimeout: 60_000 };

/** Tests whose streams, responses and hashes have to be of one realm with Node's own, which a context of a thread is not. */
const NODE_GLOBALS = [
  'tests/web/{app,auth,home,profile,session}/**/*.test.{ts,tsx}',
  'tests/web/api/client.test.ts',
  'tests/web/export/export-files.test.ts',
  'tests/web/ledger/recompute.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...LIMITS,
          name: 'compute',
          environment: 'node',
          include: [
            'tests/compute/**/*.test.ts',
            'tests/tooling/**/*.test.ts',
            'tests/contract/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { RECORD_MIGRATIONS: await readD1Migrations('worker/migrations') },
            },
          })),
        ],
        test: { ...LIMITS, name: 'worker', include: ['tests/worker/**/*.test.ts'] },
      },
      {
        plugins: [react()],
        test: {
          ...LIMITS,
          name: 'web',
          environment: 'jsdom',
          // A module graph and a document for each file, as by default, but jsdom itself is loaded once, not once a file.
          pool: 'vmThreads',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          exclude: NODE_GLOBALS,
        },
      },
      {
        plugins: [react()],
        test: { ...LIMITS, name: 'web, own process', environment: 'jsdom', include: NODE_GLOBALS },
      },
    ],
  },
});
