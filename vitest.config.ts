/** Projects by runtime: Node for maths, tooling and the build, workerd for the Worker, a DOM for the page. */
import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { prose } from './vite.prose.ts';
import { samplePicture } from './vite.sample-picture.ts';

const COMMON = {
  // A limit for tests that hang, far above any test's time on a busy machine.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Vitest's default leaves one core idle.
  maxWorkers: availableParallelism(),
  provide: { isThorough: process.env['CANDOR_THOROUGH'] === '1' },
};

/** Tests whose streams, responses and hashes must share Node's realm, which a thread's context does not. */
const NODE_GLOBALS = [
  'tests/web/api/client.test.ts',
  'tests/web/format/clock.test.tsx',
  'tests/web/offthread/recompute.test.ts',
  'tests/web/service-worker/first-screens.test.ts',
  'tests/web/sign-in/identity.test.ts',
  'tests/web/stock/watched-alone.test.tsx',
];

export default defineConfig({
  // Tests have no entry page. By default Vite would scan the benches' pages for dependencies, which are installed apart.
  optimizeDeps: { entries: [] },
  test: {
    projects: [
      {
        test: {
          ...COMMON,
          name: 'compute',
          environment: 'node',
          // No test here replaces a module or a global, so all files can share imported modules.
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
                // For users' objects, which read the settings themselves. The key pair is RFC 8291's example sender.
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
          // Files share one workerd per core: starting one per file took longer than the tests.
          isolate: false,
          include: ['tests/worker/**/*.test.ts'],
        },
      },
      {
        plugins: [prose(), react(), samplePicture()],
        test: {
          ...COMMON,
          name: 'web',
          environment: 'jsdom',
          // A module graph and a document per file, as by default, but jsdom itself is loaded only once.
          pool: 'vmThreads',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          exclude: NODE_GLOBALS,
        },
      },
      {
        plugins: [prose(), react(), samplePicture()],
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
