/**
 * Builds the page into `dist/web`. Settings come from the environment, then `.dev.vars`, then `web/.env.<mode>`; only
 * `VITE_` names reach the bundle.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { apiReferenceModule } from './vite.api-reference.ts';
import { CLASS_NAMES } from './vite.class-names.ts';
import { compileEarly } from './vite.compile-early.ts';
import { securityHeaders } from './vite.headers.ts';
import { lazyIntl } from './vite.lazy-intl.ts';
import { precache } from './vite.precache.ts';
import { prerenderPages } from './vite.prerender.ts';
import { prose } from './vite.prose.ts';
import { samplePicture } from './vite.sample-picture.ts';
import { thirdPartyNotices } from './scripts/supply-chain/third-party-notices.ts';
import { llmsText } from './scripts/llms-text.ts';
import { openApiDocument } from './scripts/openapi-document.ts';

const ROOT = import.meta.dirname;
/** The analysis, which runs in the browser worker. A page loads it only if that worker fails. */
const MATHS_MODULES = [
  'compute/(?:analysis|columns|prices/compare)\\.',
  'compute/back-test/',
  'compute/ledger/',
  'compute/indicators/indicator-set\\.',
  'compute/forecast/(?!expected-change|fitted-dates|forecast-absence)',
  'compute/signals/(?!signal\\.)',
];
/** The maths uses a few of their functions, the workbench all of them. */
const INDICATOR_MODULES = ['compute/indicators/(?!indicator-set)'];
/** This page's imports are bundled into few files, without those that only other pages need. */
const ANALYSIS_PAGE = 'features/stock/stock-page.tsx';
/** These share parts of the analysis page but must not load its charts. */
const LIGHT_PAGES = ['features/home/home-page.tsx', 'features/auth/entry-pages.tsx'];
/** Index files also export these to the analysis page, but only other pages use them. */
const OTHER_PAGES_MODULES = [
  'query-core/.*/queriesObserver\\.',
  'react-query/.*/useQueries\\.',
  'compute/(?:as-of/|dates/expected-date\\.|format/number-input\\.|portfolio/|symbols/|words/(?:ledger-texts|move-rarity|replay|triggered-alert|verdict-))',
  'worker/contract/alert-crossings\\.',
  'lucide-react/.*/icons/(?:bell-ring|chart-.*|eye|eye-off|messages-square)\\.',
];
/** What the suggestions, the palette and failed searches load together. */
const SEARCH_MODULES = [
  'web/shared/search/suggestion-list\\.',
  'web/shared/api/(?:name-match|renames)\\.',
  'web/shared/ui/listbox\\.',
  'compute/symbols/',
];
/** What pages with lists or tables share, and neither home nor the analysis page needs. */
const LIST_MODULES = [
  'web/shared/ui/(?:action-menu|ask-first|data-table|listing-table|page|sort|use-now)\\.',
];
/** Features whose pages and dialogs are small and share most of their code. */
const ONE_FILE_FEATURES = ['auth', 'legal', 'palette'];
/** Files that keep their names, so that URLs show when the code of the identity service or the sync is requested. */
const NAMED_FILES = new Set(['firebase-auth', 'account-sync']);

/**
 * Returns a test for modules whose path inside the repository matches one of `paths`; the checkout's folder may have any name.
 */
function inRepository(paths: readonly string[]): (id: string) => boolean {
  const pattern = new RegExp(`/(?:${paths.join('|')})`);
  return (id) => pattern.test(id.replace(ROOT, ''));
}

type ImportsOf = (id: string) => readonly string[];

/** Returns a function that names the file for a module that the analysis page imports, at any depth; `null` for other modules. */
function analysisFiles(
  root: string,
): (id: string, importsOf: ImportsOf) => 'analysis-ui' | 'analysis-data' | null {
  const modulesOf = new Map<string, ReadonlySet<string>>();
  return (id, importsOf) => {
    const isImportedBy = (page: string) => {
      const modules = modulesOf.get(page) ?? withImports(resolve(root, page), importsOf);
      modulesOf.set(page, modules);
      return modules.has(id);
    };
    if (!isImportedBy(ANALYSIS_PAGE)) return null;
    return LIGHT_PAGES.some(isImportedBy) ? 'analysis-ui' : 'analysis-data';
  };
}

function withImports(entry: string, importsOf: ImportsOf): ReadonlySet<string> {
  const all = new Set([entry]);
  for (const id of all) {
    for (const imported of importsOf(id)) all.add(imported);
  }
  return all;
}

/** The settings of the page, and of the build alone (without `VITE_`). */
function readSettings(mode: string): Record<string, string> {
  const file = resolve(ROOT, '.dev.vars');
  const local = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const merged = { ...loadEnv(mode, resolve(ROOT, 'web'), 'VITE_'), ...local, ...process.env };
  return Object.fromEntries(
    Object.entries(merged).flatMap(([name, value]) =>
      (name.startsWith('VITE_') || name === 'HSTS_PRELOAD') && value !== undefined
        ? [[name, value] as const]
        : [],
    ),
  );
}

/** The settings in the bundle. Admins' email addresses are included as hashes only. */
function bundledSettings(settings: Record<string, string>): Record<string, string> {
  const { VITE_ADMIN_EMAILS: emails = '', HSTS_PRELOAD: _build, ...others } = settings;
  const hashes = emails
    .split(',')
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== '')
    .map((email) => createHash('sha256').update(email).digest('hex'));
  return { ...others, VITE_ADMIN_EMAIL_HASHES: hashes.join(',') };
}

const YEAR_MS = 365 * 86_400_000;

/** The text of `security.txt` (RFC 9116); `null` if the operator gave no email address. */
function securityText({ VITE_OPERATOR = '', VITE_SITE_ORIGIN }: Record<string, string>): string | null {
  const [email] = /[^\s<>,;]+@[^\s<>,;]+/.exec(VITE_OPERATOR) ?? [];
  if (email === undefined) return null;
  const lines = [`Contact: mailto:${email}`, `Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}`];
  if (VITE_SITE_ORIGIN) lines.push(`Canonical: ${VITE_SITE_ORIGIN}/.well-known/security.txt`);
  return `${lines.join('\n')}\nPreferred-Languages: en\n`;
}

/** Emits the files beside the page: the OpenAPI document, `llms.txt`, third-party notices and `security.txt`. */
function generatedFiles(settings: Record<string, string>): Plugin {
  return {
    name: 'candor:generated-files',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'api/openapi.json',
        source: JSON.stringify(openApiDocument()),
      });
      this.emitFile({
        type: 'asset',
        fileName: 'llms.txt',
        source: llmsText(settings['VITE_SITE_ORIGIN'] ?? ''),
      });
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: thirdPartyNotices() });
      const security = securityText(settings);
      if (security !== null)
        this.emitFile({ type: 'asset', fileName: '.well-known/security.txt', source: security });
    },
  };
}

/**
 * The paths that Vite does not serve: the Worker's own, except for the documents of /prediction and /demo, which are the app shell
 * here, and the files that only a build has. Not `/api`, which is a page.
 */
const FROM_WORKER_SERVER =
  '^/(?:api/|\\.well-known/|(?:mcp|badge\\.svg|llms\\.txt|licences\\.txt|robots\\.txt|sitemap\\.xml)(?:\\?|$))';

const ALIASES = {
  alias: [
    // The router imports a shim of a hook that React has had since version 18.
    { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
  ],
};

export default defineConfig(({ mode }) => {
  const settings = readSettings(mode);
  const root = resolve(ROOT, 'web');
  const fileOf = analysisFiles(root);
  const isOfOtherPages = inRepository(OTHER_PAGES_MODULES);
  const define = Object.fromEntries(
    Object.entries(bundledSettings(settings)).map(([name, value]) => [
      `import.meta.env.${name}`,
      JSON.stringify(value),
    ]),
  );
  return {
    root,
    // `define` below passes the settings on, so that `.dev.vars` counts; `readSettings` reads Vite's own files.
    envDir: false,
    define,
    resolve: ALIASES,
    css: { modules: CLASS_NAMES },
    plugins: [
      prose(),
      lazyIntl(),
      react(),
      samplePicture(),
      apiReferenceModule(),
      prerenderPages({
        root,
        mode,
        define,
        resolve: ALIASES,
        siteOrigin: settings['VITE_SITE_ORIGIN'] || null,
        apiHost: (settings['VITE_API_BASE_URL'] ?? '').replace(/\/+$/, ''),
      }),
      securityHeaders(settings),
      generatedFiles(settings),
      compileEarly(new Set(['index', 'analysis-ui', 'analysis-data'])),
      precache(root),
    ],
    worker: { format: 'es' },
    build: {
      outDir: resolve(ROOT, process.env['CANDOR_WEB_OUT'] ?? 'dist/web'),
      emptyOutDir: true,
      target: 'es2023',
      // The policy allows no `data:` scripts or styles, so every asset stays a file.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: resolve(root, 'index.html'),
        output: {
          // By default the bundler makes a file per set of pages that share a module, most of them under 1 KiB.
          codeSplitting: {
            // Otherwise groups would contain their modules' imports, and home would load charts to format a number.
            includeDependenciesRecursively: false,
            groups: [
              { name: 'app', tags: ['$initial'], priority: 3 },
              { name: 'maths', test: inRepository(MATHS_MODULES), minShareCount: 2, priority: 2 },
              { name: 'indicators', test: inRepository(INDICATOR_MODULES), minShareCount: 2, priority: 2 },
              { name: 'lists', test: inRepository(LIST_MODULES), minShareCount: 2, priority: 0 },
              { name: 'search', test: inRepository(SEARCH_MODULES), priority: 2 },
              ...ONE_FILE_FEATURES.map((name) => ({
                name,
                test: inRepository([`web/features/${name}/`]),
                priority: 2,
              })),
              {
                debugName: 'analysis',
                test: (id) => !isOfOtherPages(id),
                name: (id, modules) =>
                  fileOf(id, (module) => modules.getModuleInfo(module)?.importedIds ?? []),
                minShareCount: 2,
                priority: 1,
              },
            ],
          },
          // The entry lists every file of every lazy page, so their names are short, except for `NAMED_FILES`.
          chunkFileNames: ({ name }) =>
            NAMED_FILES.has(name) ? 'assets/[name]-[hash:8].js' : 'assets/[hash:8].js',
          entryFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[hash:8][extname]',
        },
      },
    },
    server: {
      port: 5173,
      strictPort: true,
      proxy: { [FROM_WORKER_SERVER]: process.env['CANDOR_API'] ?? 'http://127.0.0.1:8787' },
    },
  };
});
