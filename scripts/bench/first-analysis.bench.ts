/**
 * A visitor's first analysis beside a bare page with the same data and uPlot: times of the first paint, the first screen (price
 * and forecast) and the chart, and the bytes transferred before the chart. One server serves both pages from memory, and they
 * take turns in every round, so that a slow moment of the machine affects both. Also measures a later visit with the service
 * worker, the way through the sign-in, and the service worker's cost per response.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { AUTH_ORIGIN } from '../../tests/e2e/addresses.ts';
import { DEMO_ACCOUNT } from '../stack/accounts.ts';
import { fromRoot } from '../stack/repository.ts';
import { LAUNCH, WEB_OUT, withApp } from './app.ts';
import { median, printTables, SLOW_4G } from './measure.ts';
import { startMemoryServer } from './memory-server.ts';

const APP_PORT = 8897;
const PORT = 8898;
const ROUNDS = Number(process.env['CANDOR_BENCH_ROUNDS'] ?? 5);
const RESPONSE_ROUNDS = 60;
const TICKER = 'NVDA';

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

const BARE = `/bare/?ticker=${TICKER}`;
const DEMO = `/demo?ticker=${TICKER}`;
const ANALYSIS = `/prediction?ticker=${TICKER}`;

/** Paint times, milliseconds since the navigation began. */
interface Marks {
  readonly screenMs: number;
  readonly chartMs: number;
}

interface Visit extends Marks {
  readonly paintMs: number;
  readonly requests: number;
  readonly kib: number;
}

buildApp();
await buildBarePage();
await withApp({ port: APP_PORT, isBuilt: true }, async (upstream) => {
  const server = await startMemoryServer(PORT, upstream);
  try {
    for (const profile of PROFILES) await measure(server.origin, profile);
    await measureServiceWorker(server.origin);
  } finally {
    await server.close();
  }
});

function buildApp(): void {
  const env = { ...process.env, CANDOR_WEB_OUT: WEB_OUT, VITE_FIREBASE_AUTH_EMULATOR: AUTH_ORIGIN };
  execFileSync('npm', ['run', '--silent', 'build:worker'], { cwd: fromRoot(), env, stdio: 'ignore' });
}

/** Builds into the app's folder, before the server starts, because the server lists its files at start. */
async function buildBarePage(): Promise<void> {
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

async function measure(origin: string, profile: Profile): Promise<void> {
  const visits = { bare: [], demo: [], analysis: [], later: [] } as Record<string, Visit[]>;
  const afterSignInMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    visits['bare']?.push(await coldVisit(origin, profile, BARE));
    visits['demo']?.push(await coldVisit(origin, profile, DEMO));
    visits['analysis']?.push(await coldVisit(origin, profile, ANALYSIS));
    visits['later']?.push(await laterVisit(origin, profile));
    afterSignInMs.push(await chartAfterSignIn(origin, profile));
  }
  const bareMs = median((visits['bare'] ?? []).map(({ chartMs }) => chartMs));
  const rows = Object.entries(visits).map(([name, of]) => {
    const middle = (field: keyof Visit) => median(of.map((one) => one[field]));
    const ratio = (field: keyof Visit) => (middle(field) / bareMs).toFixed(2);
    return [
      name,
      {
        'first paint': Math.round(middle('paintMs')),
        'first screen': Math.round(middle('screenMs')),
        chart: Math.round(middle('chartMs')),
        'screen ÷ bare chart': ratio('screenMs'),
        'chart ÷ bare chart': ratio('chartMs'),
        requests: middle('requests'),
        KiB: Math.round(middle('kib')),
      },
    ] as const;
  });
  printTables([{ title: `${profile.name}, medians of ${ROUNDS}, ms`, rows: Object.fromEntries(rows) }]);
  console.log(`Chart ready ${Math.round(median(afterSignInMs))} ms after the identity service's response.`);
}

/** A visit by a fresh browser; for the analysis it has only a stored sign-in. */
function coldVisit(origin: string, profile: Profile, path: string): Promise<Visit> {
  return inBrowser('block', async (context) => {
    if (path === ANALYSIS) await storeUser(context);
    return visit(await throttledPage(context, profile), origin + path);
  });
}

/** A second visit, with the service worker and the copy from the first. */
function laterVisit(origin: string, profile: Profile): Promise<Visit> {
  return inBrowser('allow', async (context) => {
    await storeUser(context);
    const first = await context.newPage();
    await observe(first);
    await visit(first, origin + ANALYSIS);
    await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await first.evaluate(async (path) => {
      while (!(await caches.match(path))) await new Promise((resolve) => setTimeout(resolve, 50));
    }, `/first-screen?ticker=${TICKER}&days=7`);
    await first.close();
    return visit(await throttledPage(context, profile), origin + ANALYSIS);
  });
}

/** Time from the identity service's response to the chart, for a guest redirected from the analysis to the sign-in. */
function chartAfterSignIn(origin: string, profile: Profile): Promise<number> {
  return inBrowser('block', async (context) => {
    const page = await throttledPage(context, profile);
    await page.goto(`${origin}${ANALYSIS}`);
    await page.getByLabel('Email').fill(DEMO_ACCOUNT.email);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    const { chartMs } = await times(page);
    const respondedMs = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return resources.find(({ name }) => name.includes('signInWithPassword'))?.responseEnd ?? Number.NaN;
    });
    return chartMs - respondedMs;
  });
}

/** The service worker's cost per stock response: two pages, one without it, send the same request in turn. */
async function measureServiceWorker(origin: string): Promise<void> {
  const [without = Number.NaN, withWorker = Number.NaN] = await inBrowser('block', (blocked) =>
    inBrowser('allow', async (allowed) => {
      const pages = await Promise.all([blocked, allowed].map((context) => context.newPage()));
      await Promise.all(pages.map((page) => page.goto(`${origin}/about`)));
      await pages[1]?.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      const rounds = pages.map((): number[] => []);
      for (let round = 0; round < RESPONSE_ROUNDS; round += 1) {
        for (const [i, page] of pages.entries())
          rounds[i]?.push(await page.evaluate(responseMs, `/api/stock/${TICKER}?days=7`));
      }
      return rounds.map(median);
    }),
  );
  console.log(
    `\nA stock response read to its end: ${without.toFixed(1)} ms, with the service worker ${withWorker.toFixed(1)} ms ` +
      `(medians of ${RESPONSE_ROUNDS}).`,
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
    ...LAUNCH,
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

/** Stores a signed-in user as the SDK does; it is not verified before the chart. */
async function storeUser(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const apiKey = 'demo-candor';
    const user = {
      uid: 'bench',
      email: 'bench@candor.example',
      apiKey,
      stsTokenManager: { refreshToken: 'none' },
    };
    localStorage.setItem(`firebase:authUser:${apiKey}:[DEFAULT]`, JSON.stringify(user));
  });
}

async function throttledPage(
  context: BrowserContext,
  { isSlowNetwork, cpuSlowdown }: Profile,
): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (isSlowNetwork) await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await observe(page);
  return page;
}

/**
 * Records in the page when its first screen and its chart are painted. It observes changes of the document, because polling in
 * every frame made the browser paint extra frames, which took a third of the time to the chart at CPU 4×.
 */
async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let screenMs: number | null = null;
    /** A task queued in a frame's callback runs after that frame. */
    const afterPaint = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
    const chart = new Promise<Marks>((resolve) => {
      let hasScreen = false;
      const changes = new MutationObserver(() => {
        const isChart = document.querySelector('canvas') !== null;
        const picture = document.querySelector<SVGElement>('#first-screen svg[preserveAspectRatio="none"]');
        if (!hasScreen && (isChart || (picture?.getBoundingClientRect().height ?? 0) > 100)) {
          hasScreen = true;
          afterPaint(() => (screenMs = performance.now()));
        }
        if (!isChart) return;
        changes.disconnect();
        afterPaint(() => resolve({ screenMs: screenMs ?? performance.now(), chartMs: performance.now() }));
      });
      changes.observe(document, { childList: true, subtree: true });
    });
    Object.assign(window, { candorBench: chart });
  });
}

async function visit(page: Page, address: string): Promise<Visit> {
  await page.goto(address, { waitUntil: 'commit' });
  return times(page);
}

function times(page: Page): Promise<Visit> {
  return page.evaluate(async (): Promise<Visit> => {
    const marks = await (window as unknown as { candorBench: Promise<Marks> }).candorBench;
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const before = entries.filter(
      ({ startTime, responseEnd }) => startTime < marks.chartMs && responseEnd <= marks.chartMs,
    );
    return {
      ...marks,
      paintMs: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
      requests: before.length,
      kib: before.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
    };
  });
}
