/**
 * The first analysis of a signed-in visitor, cold, beside a bare page with the same data and uPlot: when the data is
 * requested, the price shown and the chart painted, and what is transferred before that. Also a repeat visit with the
 * service worker on, and what that adds to one response. Both pages take turns in every round, so that a slow moment of the
 * machine hits both; one server serves them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { AUTH_ORIGIN, E2E_PORTS } from '../../tests/e2e/addresses.ts';
import { DEMO_ACCOUNT, ensureAccount } from '../stack/accounts.ts';
import { startAuthEmulator } from '../stack/auth-emulator.ts';
import { findChromium } from '../stack/find-chromium.ts';
import { fromRoot } from '../stack/repository.ts';
import { startWorkerServer } from '../stack/worker-server.ts';
import { median, printTables, SLOW_4G } from './measure.ts';

const PORT = 8897;
const WEB_OUT = 'dist/web-bench';
const ROUNDS = Number(process.env['CANDOR_BENCH_ROUNDS'] ?? 7);
const RESPONSE_ROUNDS = 60;
const TICKER = 'NVDA';
const SMALL_SCRIPT_BYTES = 2048;

interface Profile {
  readonly name: string;
  readonly isSlowNetwork: boolean;
  readonly cpuSlowdown: number;
}

const PROFILES: readonly Profile[] = [
  { name: 'unthrottled', isSlowNetwork: false, cpuSlowdown: 1 },
  { name: 'CPU 4×', isSlowNetwork: false, cpuSlowdown: 4 },
  { name: 'slow 4G', isSlowNetwork: true, cpuSlowdown: 1 },
  { name: 'slow 4G, CPU 4×', isSlowNetwork: true, cpuSlowdown: 4 },
];

/** One visit, times in milliseconds since its navigation began. */
interface Visit {
  readonly askedMs: number;
  readonly priceMs: number;
  readonly chartMs: number;
  readonly requests: number;
  readonly scripts: number;
  readonly smallScripts: number;
  readonly kib: number;
  /** Whether the page's own copy of the maths was fetched: the compute worker had failed or was late. */
  readonly inPage: number;
}

await buildPages();
const auth = await startAuthEmulator(E2E_PORTS);
const server = startWorkerServer({
  port: PORT,
  webOut: WEB_OUT,
  authOrigin: AUTH_ORIGIN,
  vars: { MARKET_DATA: 'sample' },
  isBuilt: true,
});
const found = findChromium();
const launch = {
  ...(found && { executablePath: found.path }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
};
try {
  await Promise.all([auth.ready, server.ready]);
  await ensureAccount(AUTH_ORIGIN, DEMO_ACCOUNT);
  for (const profile of PROFILES) {
    await measure(profile);
  }
  await measureServiceWorker();
} finally {
  await Promise.all([server.stop(), auth.stop()]);
}

/** Builds both pages into one folder. The server notes which files there are when it starts. */
async function buildPages(): Promise<void> {
  const env = { ...process.env, CANDOR_WEB_OUT: WEB_OUT, VITE_FIREBASE_AUTH_EMULATOR: AUTH_ORIGIN };
  execFileSync('npm', ['run', '--silent', 'build:worker'], { cwd: fromRoot(), env, stdio: 'ignore' });
  const root = join(import.meta.dirname, 'bare-page');
  const outDir = fromRoot(WEB_OUT, 'bare');
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    base: '/bare/',
    build: { outDir, emptyOutDir: true },
  });
}

async function measure(profile: Profile): Promise<void> {
  const visits = { bare: [] as Visit[], candor: [] as Visit[], repeat: [] as Visit[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    visits.bare.push(await coldVisit(profile, 'bare'));
    visits.candor.push(await coldVisit(profile, 'candor'));
    visits.repeat.push(await repeatVisit(profile));
  }
  const chart = (of: readonly Visit[]) => median(of.map(({ chartMs }) => chartMs));
  console.log(
    `\n${profile.name}: chart painted ${(chart(visits.candor) / chart(visits.bare)).toFixed(2)} × the bare page, ` +
      `repeat visit ${(chart(visits.repeat) / chart(visits.candor)).toFixed(2)} × the first (medians of ${ROUNDS}); ` +
      `analysed by the worker in ${visits.candor.filter(({ inPage }) => inPage === 0).length} of ${ROUNDS} first visits`,
  );
  const rows = Object.fromEntries(Object.entries(visits).map(([name, of]) => [name, { ...summary(of) }]));
  printTables([{ title: profile.name, rows }]);
}

function summary(visits: readonly Visit[]): Visit {
  const middle = (field: keyof Visit) => Math.round(median(visits.map((one) => one[field])));
  return {
    askedMs: middle('askedMs'),
    priceMs: middle('priceMs'),
    chartMs: middle('chartMs'),
    requests: middle('requests'),
    scripts: middle('scripts'),
    smallScripts: middle('smallScripts'),
    kib: middle('kib'),
    inPage: middle('inPage'),
  };
}

/** A visit by a browser that has a session and nothing else. */
async function coldVisit(profile: Profile, which: 'bare' | 'candor'): Promise<Visit> {
  return inBrowser('block', async (context) => {
    if (which === 'candor') await signIn(context);
    const page = await context.newPage();
    await throttle(page, profile);
    // What the sign-in fetched must not be in the cache.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    return visit(page, which);
  });
}

/** A second visit, with the service worker that the first one installed. */
async function repeatVisit(profile: Profile): Promise<Visit> {
  return inBrowser('allow', async (context) => {
    await signIn(context);
    const first = await context.newPage();
    await visit(first, 'candor');
    await first.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await first.waitForLoadState('networkidle');
    await first.close();
    const page = await context.newPage();
    await throttle(page, profile);
    return visit(page, 'candor');
  });
}

/** What the service worker adds to a stock response: the same request from two pages in turn, one without the worker. */
async function measureServiceWorker(): Promise<void> {
  const times = await inBrowser('block', (without) =>
    inBrowser('allow', async (withWorker) => {
      const pages = await Promise.all([without, withWorker].map((context) => context.newPage()));
      await Promise.all(pages.map((page) => page.goto(`${server.origin}/about`)));
      await pages[1]?.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      const rounds = pages.map((): number[] => []);
      for (let round = 0; round < RESPONSE_ROUNDS; round += 1) {
        for (const [i, page] of pages.entries()) {
          rounds[i]?.push(await page.evaluate(responseMs, `/api/stock/${TICKER}?days=7`));
        }
      }
      return rounds.map(median);
    }),
  );
  const [without = Number.NaN, withWorker = Number.NaN] = times;
  console.log(
    `\nA stock response read to its end: ${without.toFixed(1)} ms, with the service worker ${withWorker.toFixed(1)} ms: ` +
      `${(withWorker - without).toFixed(1)} ms more, ${(withWorker / without).toFixed(2)} × (medians of ${RESPONSE_ROUNDS})`,
  );
}

/** Runs in the page. */
async function responseMs(path: string): Promise<number> {
  const startMs = performance.now();
  const response = await fetch(path, { cache: 'no-store' });
  await response.arrayBuffer();
  return performance.now() - startMs;
}

async function inBrowser<T>(
  serviceWorkers: 'allow' | 'block',
  run: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const profileFolder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const context = await chromium.launchPersistentContext(profileFolder, {
    ...launch,
    serviceWorkers,
    viewport: { width: 375, height: 812 },
  });
  try {
    return await run(context);
  } finally {
    await context.close();
    await rm(profileFolder, { recursive: true, force: true });
  }
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill(DEMO_ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/prediction**');
  await page.close();
}

async function throttle(page: Page, { isSlowNetwork, cpuSlowdown }: Profile): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  if (isSlowNetwork) await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

async function visit(page: Page, which: 'bare' | 'candor'): Promise<Visit> {
  // Watches for price and chart inside the page: from outside it would be noticed late.
  await page.addInitScript(() => {
    const marks: Record<string, number> = {};
    Object.assign(window, { candorBench: marks });
    const look = () => {
      const text = document.querySelector('#price')?.textContent ?? document.body?.textContent ?? '';
      if (marks['price'] === undefined && /^\d|Current Price\D{0,3}\d/.test(text))
        marks['price'] = performance.now();
      if (document.querySelector('canvas') === null) return requestAnimationFrame(look);
      // The second animation frame starts after the first one was handed over for painting.
      return requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          marks['chart'] = performance.now();
        }),
      );
    };
    requestAnimationFrame(look);
  });
  const path = which === 'bare' ? '/bare/' : '/prediction';
  await page.goto(`${server.origin}${path}?ticker=${TICKER}`, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => 'chart' in (window as unknown as { candorBench: object }).candorBench,
    null,
    {
      timeout: 60_000,
    },
  );
  return page.evaluate((smallBytes): Visit => {
    const marks = (window as unknown as { candorBench: Record<string, number> }).candorBench;
    const chartMs = marks['chart'] ?? Number.NaN;
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const before = entries.filter(
      ({ startTime, responseEnd }) => startTime < chartMs && responseEnd <= chartMs,
    );
    const scripts = before.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    return {
      askedMs: entries.find(({ name }) => name.includes('/api/stock/'))?.startTime ?? Number.NaN,
      priceMs: marks['price'] ?? chartMs,
      chartMs,
      requests: before.length,
      scripts: scripts.length,
      smallScripts: scripts.filter(({ encodedBodySize }) => encodedBodySize < smallBytes).length,
      kib: before.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
      inPage: entries.filter(({ name }) => name.includes('/assets/compute-api-')).length,
    };
  }, SMALL_SCRIPT_BYTES);
}
