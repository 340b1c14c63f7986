/**
 * `npm run lighthouse`: Lighthouse scores of the public pages and of a signed-in user's analysis on a phone, median of three
 * runs. Builds the page and starts the Worker itself. Fetches Lighthouse through npx, because nothing else here needs its 200
 * packages.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { migrateLedger } from '../stack/ledger-database.ts';
import { BROWSER_FLAGS, LAUNCH, signIn, withApp } from './app.ts';
import { median, printTables, type Table } from './measure.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const PORT = 8895;
const RUNS = 3;
const MAX_ATTEMPTS = 5;
const PUBLIC_PAGES = ['/', '/about', '/login', '/demo'];
const PROTECTED_PAGE = '/prediction';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

interface Report {
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const run = promisify(execFile);
// A signed-in page syncs its account. Without tables its requests fail, which Lighthouse counts as page errors.
await migrateLedger();
// Letters instead of logos, to exclude another service's speed and faults.
const buildEnv = { VITE_SITE_ORIGIN: `http://localhost:${PORT}`, VITE_LOGO_URL_TEMPLATE: '' };
await withApp({ port: PORT, buildEnv }, async (origin) => {
  const rows: Record<string, Table['rows'][string]> = {};
  for (const path of PUBLIC_PAGES) {
    rows[path] = await measured(origin + path);
  }
  const profile = await mkdtemp(join(tmpdir(), 'candor-lighthouse-'));
  try {
    const context = await chromium.launchPersistentContext(profile, LAUNCH);
    await signIn(context.pages()[0] ?? (await context.newPage()), origin).finally(() => context.close());
    rows[PROTECTED_PAGE] = await measured(origin + PROTECTED_PAGE, profile);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
  printTables([{ title: `Lighthouse, mobile, median of ${RUNS}`, rows }]);
});

/** A row of the table: a page's scores and three of its measures. */
async function measured(url: string, profile?: string): Promise<Table['rows'][string]> {
  const reports: Report[] = [];
  for (let count = 0; count < RUNS; count += 1) {
    reports.push(await audit(url, profile));
  }
  const score = (name: Category) =>
    Math.round(median(reports.map(({ categories }) => (categories[name].score ?? 0) * 100)));
  const measure = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])),
    'largest paint, ms': Math.round(measure('largest-contentful-paint')),
    'blocked, ms': Math.round(measure('total-blocking-time')),
    'layout shift': measure('cumulative-layout-shift').toFixed(3),
  };
}

/** Audits a page. Lighthouse clears a fresh profile's storage but keeps that of a given one. */
async function audit(url: string, profile?: string): Promise<Report> {
  const flags = ['--headless=new', ...BROWSER_FLAGS, ...(profile ? [`--user-data-dir=${profile}`] : [])];
  const options = [`--chrome-flags=${flags.join(' ')}`, ...(profile ? ['--disable-storage-reset'] : [])];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { stdout } = await run(
        'npx',
        ['--yes', LIGHTHOUSE, url, '--output=json', '--quiet', ...options],
        {
          maxBuffer: 64 * 1024 * 1024,
          env: { ...process.env, ...(LAUNCH.executablePath && { CHROME_PATH: LAUNCH.executablePath }) },
        },
      );
      return JSON.parse(stdout) as Report;
    } catch (cause) {
      // The opener policy gives each page a new process, and the trace sometimes misses its start.
      const isTraceIncomplete = String((cause as { stderr?: string }).stderr).includes('NO_NAVSTART');
      if (!isTraceIncomplete || attempt === MAX_ATTEMPTS) throw cause;
    }
  }
}
