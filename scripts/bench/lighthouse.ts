/**
 * `npm run lighthouse`: the public pages and the analysis page of a signed-in user on a phone, as Lighthouse sees them: the
 * median of three runs each. Builds the page and starts the Worker by itself; fetches Lighthouse through npx, since its
 * 200 packages serve nothing else here.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { AUTH_ORIGIN, E2E_PORTS } from '../../tests/e2e/addresses.ts';
import { DEMO_ACCOUNT, ensureAccount } from '../stack/accounts.ts';
import { startAuthEmulator } from '../stack/auth-emulator.ts';
import { findChromium } from '../stack/find-chromium.ts';
import { migrateLedger } from '../stack/ledger-database.ts';
import { startWorkerServer } from '../stack/worker-server.ts';
import { median, printTables } from './measure.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const PORT = 8895;
const RUNS = 3;
const MAX_ATTEMPTS = 5;
const PUBLIC_PAGES = ['/', '/about', '/login'];
const PROTECTED_PAGE = '/prediction';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
const BROWSER_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

interface Report {
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

interface PageResult {
  readonly scores: Readonly<Record<Category, number>>;
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  readonly layoutShift: number;
}

const run = promisify(execFile);
// A signed-in page syncs its account; without tables each of its requests fails, which counts as an error of the page.
await migrateLedger();
const found = findChromium();
// Without it a local build's sign-in page says so, above the form, after it has asked.
const auth = await startAuthEmulator(E2E_PORTS);
const server = startWorkerServer({
  port: PORT,
  webOut: 'dist/web-lighthouse',
  authOrigin: AUTH_ORIGIN,
  vars: { MARKET_DATA: 'sample' },
  // Letters in place of logos: another service's speed and faults are not ours.
  buildEnv: { VITE_SITE_ORIGIN: `http://localhost:${PORT}`, VITE_LOGO_URL_TEMPLATE: '' },
});

try {
  await Promise.all([auth.ready, server.ready]);
  const results: Record<string, PageResult> = {};
  for (const path of PUBLIC_PAGES) {
    results[path] = await measured(path);
  }
  const profile = await mkdtemp(join(tmpdir(), 'candor-lighthouse-'));
  try {
    await signIn(profile);
    results[PROTECTED_PAGE] = await measured(PROTECTED_PAGE, profile);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
  report(results);
} finally {
  await Promise.all([server.stop(), auth.stop()]);
}

/** Leaves a signed-in session in the browser's profile at that path. */
async function signIn(profile: string): Promise<void> {
  await ensureAccount(AUTH_ORIGIN, DEMO_ACCOUNT);
  const context = await chromium.launchPersistentContext(profile, {
    ...(found && { executablePath: found.path }),
    args: BROWSER_FLAGS,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${server.origin}/login`);
    await page.getByLabel('Email').fill(DEMO_ACCOUNT.email);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'AAPL', exact: true }).waitFor();
  } finally {
    await context.close();
  }
}

async function measured(path: string, profile?: string): Promise<PageResult> {
  const reports: Report[] = [];
  for (let count = 0; count < RUNS; count += 1) {
    reports.push(await audit(`${server.origin}${path}`, profile));
  }
  const score = (name: Category) =>
    Math.round(median(reports.map(({ categories }) => (categories[name].score ?? 0) * 100)));
  const measure = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])) as Record<Category, number>,
    largestPaintMs: measure('largest-contentful-paint'),
    blockedMs: measure('total-blocking-time'),
    layoutShift: measure('cumulative-layout-shift'),
  };
}

function report(results: Readonly<Record<string, PageResult>>): void {
  printTables([
    {
      title: `Lighthouse, mobile, median of ${RUNS}`,
      rows: Object.fromEntries(
        Object.entries(results).map(([path, { scores, largestPaintMs, blockedMs, layoutShift }]) => [
          path,
          {
            ...scores,
            'largest paint, ms': Math.round(largestPaintMs),
            'blocked, ms': Math.round(blockedMs),
            'layout shift': layoutShift.toFixed(3),
          },
        ]),
      ),
    },
  ]);
}

/** Lighthouse clears the storage of a fresh profile, and keeps that of the given one. */
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
          env: { ...process.env, ...(found && { CHROME_PATH: found.path }) },
        },
      );
      return JSON.parse(stdout) as Report;
    } catch (cause) {
      // The opener policy gives each page a new process, and the trace misses its start now and then.
      const isTraceIncomplete = String((cause as { stderr?: string }).stderr).includes('NO_NAVSTART');
      if (!isTraceIncomplete || attempt === MAX_ATTEMPTS) throw cause;
    }
  }
}
