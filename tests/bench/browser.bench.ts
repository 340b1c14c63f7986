/**
 * Charts in the browser: `browser.bench.ts [--json]`. Click to painted on the product's whole page, beside a bare uPlot
 * and Recharts, in one Chromium run. Then the product alone with the CPU slowed four
 * times: the slowest click and long tasks. Ratios carry over to other machines, milliseconds do not.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { chromium, type Browser, type Page } from 'playwright';
import { build, preview } from 'vite';
import { findChromium } from '../support/find-chromium.ts';

const ROUNDS = 15;
const SLOW_CPU = 4;
const TARGETS = ['1M', '1Y', 'ALL'] as const;
const PAGES = resolve(import.meta.dirname, 'browser/pages');
const ROOT = resolve(import.meta.dirname, '../..');

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const names = ['candor', 'bare-uplot', 'recharts'];

const outDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
try {
  await buildPages();
  const server = await preview({
    root: PAGES,
    configFile: false,
    build: { outDir },
    preview: { port: 0 },
    appType: 'mpa',
    logLevel: 'silent',
  });
  const chosen = findChromium();
  const browser = await chromium.launch({
    ...(chosen && { executablePath: chosen.path }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  });
  try {
    const origin = server.resolvedUrls?.local[0] ?? '';
    print(await sideBySide(browser, origin), await slowed(browser, origin), browser.version());
  } finally {
    await browser.close();
    await server.close();
  }
} finally {
  await rm(outDir, { recursive: true, force: true });
}

async function buildPages(): Promise<void> {
  await build({
    root: PAGES,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    worker: { format: 'es' },
    resolve: {
      alias: {
        react: join(ROOT, 'node_modules/react'),
        'react-dom': join(ROOT, 'node_modules/react-dom'),
      },
    },
    // The product's own settings name no address of a logo service here: nothing leaves the machine.
    define: { 'import.meta.env.VITE_LOGO_URL_TEMPLATE': '""' },
    build: {
      outDir,
      emptyOutDir: true,
      rollupOptions: { input: names.map((name) => join(PAGES, `${name}.html`)) },
    },
  });
}

async function open(browser: Browser, origin: string, name: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 2600 } });
  await page.goto(`${origin}${name}.html`);
  await page.evaluate(() => globalThis.benchPage.ready);
  return page;
}

/** Milliseconds of one switch to a range from the week, and of one switch of the listing. */
async function times(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async (targets) => {
    const { benchPage, clickToPainted } = globalThis;
    const measured: Record<string, number> = {};
    for (const target of targets) {
      // oxlint-disable no-await-in-loop -- switches come one after the other
      await clickToPainted(() => benchPage.showRange('1W'));
      measured[`range ${target}`] = await clickToPainted(() => benchPage.showRange(target));
    }
    measured['ticker'] = await clickToPainted(() => benchPage.showTicker('MSFT'));
    await globalThis.settled();
    measured['ticker, whole page'] = await clickToPainted(() => benchPage.showWholeTicker('AAPL'));
    await globalThis.settled();
    // oxlint-enable no-await-in-loop
    return measured;
  }, TARGETS);
}

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Medians by page; in every round the pages take turns, so that a slow minute of the machine hits all of them. */
async function sideBySide(browser: Browser, origin: string) {
  const pages = await Promise.all(names.map((name) => open(browser, origin, name)));
  const rounds = pages.map((): Record<string, number>[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < pages.length; turn += 1) {
      const i = (turn + round) % pages.length;
      const page = pages[i];
      if (page === undefined) continue;
      // oxlint-disable no-await-in-loop -- one page at a time has the machine
      await page.bringToFront();
      rounds[i]?.push(await times(page));
      // oxlint-enable no-await-in-loop
    }
  }
  await Promise.all(pages.map((page) => page.close()));
  return Object.fromEntries(
    names.map((name, i) => {
      const measured = rounds[i] ?? [];
      const kinds = Object.keys(measured[0] ?? {});
      const mid = (kind: string) =>
        median(measured.map((round) => round[kind] ?? Number.NaN).toSorted((a, b) => a - b));
      return [name, Object.fromEntries(kinds.map((kind) => [kind, mid(kind)]))];
    }),
  );
}

/** The product with a slow CPU: the slowest of its clicks, and the tasks over 50 ms while ranges were switched. */
async function slowed(browser: Browser, origin: string) {
  const page = await open(browser, origin, 'candor');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  await page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(globalThis, { longTasks });
    new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
  });
  const ranges = await page.evaluate(async (targets) => {
    const { benchPage, clickToPainted } = globalThis;
    const measured: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const target of [...targets, '1W'] as const) {
        // oxlint-disable-next-line no-await-in-loop -- switches come one after the other
        measured.push(await clickToPainted(() => benchPage.showRange(target)));
      }
    }
    await new Promise((done) => setTimeout(done, 200));
    return { measured, tasks: [...(globalThis as unknown as { longTasks: number[] }).longTasks] };
  }, TARGETS);
  const tickers = await page.evaluate(async () => {
    const { benchPage, clickToPainted } = globalThis;
    const measured: number[] = [];
    for (const ticker of ['MSFT', 'AAPL', 'MSFT', 'AAPL'] as const) {
      // oxlint-disable no-await-in-loop -- switches come one after the other
      measured.push(await clickToPainted(() => benchPage.showTicker(ticker)));
      await new Promise((done) => setTimeout(done, 2000));
      // oxlint-enable no-await-in-loop
    }
    return measured;
  });
  await page.close();
  return {
    'range switch, median ms': median(ranges.measured.toSorted((a, b) => a - b)),
    'range switch, slowest ms': Math.max(...ranges.measured),
    'range switch, tasks over 50 ms': ranges.tasks.length,
    'ticker switch, slowest ms': Math.max(...tickers),
  };
}

function print(
  measured: Awaited<ReturnType<typeof sideBySide>>,
  slow: Awaited<ReturnType<typeof slowed>>,
  version: string,
): void {
  const ours = measured['candor'] ?? {};
  const ratios = Object.fromEntries(
    names
      .slice(1)
      .map((name) => [
        `candor / ${name}`,
        Object.fromEntries(
          Object.entries(ours).map(([kind, ms]) => [kind, ms / (measured[name]?.[kind] ?? Number.NaN)]),
        ),
      ]),
  );
  if (values.json) {
    console.log(JSON.stringify({ chromium: version, measured, ratios, slow }, null, 2));
    return;
  }
  console.log(`Chromium ${version}, median of ${ROUNDS} rounds, ms from click to painted`);
  console.table(rounded(measured));
  console.log('Ratios');
  console.table(rounded(ratios));
  console.log(`The product with the CPU slowed ${SLOW_CPU} times`);
  console.table(rounded({ candor: slow }));
}

function rounded(table: Record<string, Record<string, number>>) {
  return Object.fromEntries(
    Object.entries(table).map(([row, cells]) => [
      row,
      Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, Number(value.toFixed(2))])),
    ]),
  );
}
