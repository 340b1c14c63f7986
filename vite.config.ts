/**
 * Builds the page into `dist/web`. Settings come from the environment, then `.dev.vars`, then `web/.env.<mode>`; only
 * `VITE_` names reach the bundle. `_headers` is written here because the Content-Security-Policy holds the hash of the
 * inline theme script.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type CSSOptions, type Plugin } from 'vite';
import { chunkOf } from './vite.chunks.ts';
import { prerenderPages } from './vite.prerender.ts';
import { bundledListings } from './worker/market-data/bundled/bundled-listings.ts';
import { openApiDocument } from './worker/openapi.ts';
import { documentHeaders, toHeadersFile } from './worker/security-headers.ts';

const ROOT = import.meta.dirname;
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

function viteSettings(mode: string): Record<string, string> {
  const file = resolve(ROOT, '.dev.vars');
  const local = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const merged = { ...loadEnv(mode, resolve(ROOT, 'web'), 'VITE_'), ...local, ...process.env };
  return Object.fromEntries(
    Object.entries(merged).flatMap(([name, value]) =>
      name.startsWith('VITE_') && value !== undefined ? [[name, value] as const] : [],
    ),
  );
}

/** The origin of a setting that holds an address; `null` when it is absent or relative. Throws for a malformed one. */
function origin(address: string | undefined): string | null {
  return address?.startsWith('http') ? new URL(address).origin : null;
}

/** Emits `_headers` for the built page, with the hash of every inline script in it. */
function securityHeaders(settings: Record<string, string>): Plugin {
  return {
    name: 'candor:security-headers',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('index.html is missing from the bundle');
      const scriptHashes = [...String(page.source).matchAll(INLINE_SCRIPT)].map(
        ([, script]) =>
          `sha256-${createHash('sha256')
            .update(script ?? '')
            .digest('base64')}`,
      );
      this.emitFile({
        type: 'asset',
        fileName: '_headers',
        source: toHeadersFile(
          documentHeaders({
            scriptHashes,
            authDomain: settings['VITE_FIREBASE_AUTH_DOMAIN'] || null,
            emulatorOrigin: origin(settings['VITE_FIREBASE_AUTH_EMULATOR']),
            logoOrigin: origin(settings['VITE_LOGO_URL_TEMPLATE']),
            connectOrigins: ['VITE_API_BASE_URL', 'VITE_TOKEN_SYNC_URL'].flatMap(
              (name) => origin(settings[name]) ?? [],
            ),
          }),
        ),
      });
    },
  };
}

/** Four letters that tell a style sheet from the others; the same on every machine. */
function fileMark(file: string): string {
  const path = relative(ROOT, file).replaceAll('\\', '/');
  return createHash('sha256').update(path).digest('base64url').slice(0, 4);
}

/** Emits what the Worker reads among the page's files, so that it need not be in the script: the description of the API and the large listings. */
function workerFiles(): Plugin {
  return {
    name: 'candor:worker-files',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'openapi.json', source: JSON.stringify(openApiDocument()) });
      this.emitFile({ type: 'asset', fileName: 'listings.json', source: JSON.stringify(bundledListings()) });
    },
  };
}

const ALIASES = {
  alias: [
    // The router asks for a stand-in of a hook that React has had since version 18.
    { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    // What each icon file of Lucide imports.
    { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: resolve(ROOT, 'web/shared/ui/slim-lucide.ts') },
  ],
};

/** Names the build in the service worker: the page holds the hash of every file, so its own hash stands for all. */
function serviceWorkerVersion(): Plugin {
  return {
    name: 'candor:service-worker-version',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const worker = bundle['service-worker.js'];
      if (page?.type !== 'asset' || worker?.type !== 'chunk')
        throw new Error('page or service worker is missing');
      if (worker.imports.length > 0) throw new Error('the service worker must be one file');
      const build = createHash('sha256').update(page.source).digest('base64url');
      worker.code = worker.code.replace('__BUILD__', build);
    },
  };
}

export default defineConfig(({ mode }) => {
  const settings = viteSettings(mode);
  const root = resolve(ROOT, 'web');
  const define = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]),
  );
  const css: CSSOptions = {
    // The name in the source and its file: a hash and a line per name would cost the entry 300 bytes.
    modules: { generateScopedName: (name, file) => `${name}_${fileMark(file)}` },
  };
  return {
    root,
    // Settings are passed on by `define` below, so that `.dev.vars` counts; Vite's own files are read above.
    envDir: false,
    define,
    resolve: ALIASES,
    plugins: [
      react(),
      prerenderPages({
        root,
        mode,
        define,
        css,
        resolve: ALIASES,
        siteOrigin: settings['VITE_SITE_ORIGIN'] || null,
      }),
      serviceWorkerVersion(),
      securityHeaders(settings),
      workerFiles(),
    ],
    worker: { format: 'es' },
    css,
    build: {
      outDir: resolve(ROOT, process.env['CANDOR_WEB_OUT'] ?? 'dist/web'),
      emptyOutDir: true,
      target: 'es2023',
      // The policy allows no data: scripts or styles; keep every asset a file.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Importing compute does nothing by itself, so its one door drags in only what a page asks for.
        treeshake: { moduleSideEffects: [{ test: /\/compute\//, sideEffects: false }] },
        input: {
          index: resolve(root, 'index.html'),
          'service-worker': resolve(root, 'service-worker/service-worker.ts'),
        },
        output: {
          // A group would otherwise take along what its modules import, which has a file of its own.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: chunkOf, debugName: 'stock page' }],
          },
          // The entry lists every file that a lazy page needs. What pages share goes without a name.
          chunkFileNames: ({ isDynamicEntry }) =>
            isDynamicEntry ? 'assets/[name]-[hash:8].js' : 'assets/[hash:8].js',
          // A service worker's address must not change.
          entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
          assetFileNames: 'assets/[hash:8][extname]',
        },
      },
    },
    server: {
      port: 5173,
      strictPort: true,
      proxy: { '/api': process.env['CANDOR_API'] ?? 'http://127.0.0.1:8787' },
    },
  };
});
