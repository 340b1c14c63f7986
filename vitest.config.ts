/** Three runtimes, three projects: Node for the maths and the tooling, workerd for the edge, a DOM for the page. */
import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { samplePicture } from './vite.sample-picture.ts';

const COMMON = {
  // A limit for what hangs, far above what anything takes on a busy machine.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Vitest leaves one core idle.
  maxWorkers: availableParallelism(),
  provide: { isThorough: process.env['CANDOR_THOROUGH'] === '1' },
};

/** Tests whose streams, responses and hashes have to be of one realm with Node's own, which a context of a thread is not. */
const NODE_GLOBALS = [
  'tests/web/api/client.test.ts',
  'tests/web/format/clock.test.tsx',
  'tests/web/ledger/recompute.test.ts',
  'tests/web/service-worker/first-screens.test.ts',
  'tests/web/sign-in/identity.test.ts',
  'tests/web/stock/watched-alone.test.tsx',
];

export default defineConfig({
  // The tests begin at no page; left to itself Vite would look for dependencies in the pages of the benches, which install their own.
  optimizeDeps: { entries: [] },
  test: {
    projects: [
      {
        test: {
          ...COMMON,
          name: 'compute',
          environment: 'node',
          // Nothing here replaces a module or a global, so what is imported serves every file.
          isolate: false,
          include: [
            'tests/compute/**/*.test.ts',
            'tests/tooling/**/*.test.ts',
            'tests/contract/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...COMMON,
          name: 'build',
          environment: 'node',
          include: ['tests/build/**/*.test.ts'],
          globalSetup: 'tests/build/ensure-build.ts',
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                RECORD_MIGRATIONS: await readD1Migrations('worker/migrations'),
                // For users' objects, which read the settings themselves. The key pair is RFC 8291's example of a sender.
                VAPID_PUBLIC_KEY:
                  'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
                VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
                VAPID_SUBJECT: 'mailto:push@candor.test',
                PUSH_ALLOWED_HOSTS: 'push.test,*.push.test',
              },
            },
          })),
        ],
        test: {
          ...COMMON,
          name: 'worker',
          // One workerd for each core, which its files share: to start one for each file took longer than the tests.
          isolate: false,
          include: ['tests/worker/**/*.test.ts'],
        },
      },
      {
        plugins: [react(), samplePicture()],
        test: {
          ...COMMON,
          name: 'web',
          environment: 'jsdom',
          // A module graph and a document for each file, as by default, but jsdom itself is loaded once, not once a file.
          pool: 'vmThreads',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          exclude: NODE_GLOBALS,
        },
      },
      {
        plugins: [react(), samplePicture()],
        test: {
          ...COMMON,
          name: 'web, own process',
          environment: 'jsdom',
          include: NODE_GLOBALS,
        },
      },
    ],
  },
});
