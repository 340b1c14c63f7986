/** Three runtimes, three projects: Node for the maths and the tooling, workerd for the edge, a DOM for the page. */
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
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
              bindings: { RECORD_MIGRATIONS: await readD1Migrations('worker/record/migrations') },
            },
          })),
        ],
        test: { name: 'worker', include: ['tests/worker/**/*.test.ts'] },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['tests/web/**/*.test.ts', 'tests/web/**/*.test.tsx'],
        },
      },
    ],
  },
});
