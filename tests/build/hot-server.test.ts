/** `npm run dev`: what the hot-reload server forwards to the Worker's server, since Vite has no page or file for it. */
import { existsSync, readdirSync } from 'node:fs';
import type { ConfigEnv } from 'vite';
import { expect, it } from 'vitest';
import { fromRoot } from '#scripts/stack/repository.ts';
import { MCP_PATH } from '#worker/http/guards.ts';
import { OPERATIONS } from '#worker/http/operations.ts';
import { TEST_BUILD } from './test-build.ts';
import viteConfig from '../../vite.config.ts';

const ENV: ConfigEnv = { command: 'serve', mode: 'emulator' };
const forwarded = Object.keys(viteConfig(ENV).server?.proxy ?? {}).map((pattern) => new RegExp(pattern));
const isForwarded = (path: string) => forwarded.some((pattern) => pattern.test(path));

const built = readdirSync(fromRoot(TEST_BUILD.web), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(fromRoot(TEST_BUILD.web).length));

it('forwards every route of the Worker, with and without parameters', () => {
  const routes = [MCP_PATH, ...Object.values(OPERATIONS).map(({ path }) => path)];
  expect(routes.filter((path) => !isForwarded(path) || !isForwarded(`${path}?days=7`))).toEqual([]);
});

it('forwards every file that only a build has', () => {
  const isViteFile = (path: string) =>
    path.startsWith('/assets/') || existsSync(fromRoot(`web/public${path}`));
  // Development registers no service worker, and the headers are the platform's configuration.
  const isUnused = (path: string) => ['/service-worker.js', '/_headers'].includes(path);
  const files = built.filter((path) => !path.endsWith('.html') && !isViteFile(path) && !isUnused(path));
  expect(files).toContain('/llms.txt');
  expect(files.filter((path) => !isForwarded(path))).toEqual([]);
});

it('forwards no page and no module', () => {
  const pages = built.filter((path) => path.endsWith('.html')).map((path) => path.slice(0, -'.html'.length));
  expect(pages).toContain('/api');
  expect(['/', '/app/main.tsx', '/features/api/api.mdx', ...pages].filter(isForwarded)).toEqual([]);
});
