/**
 * Charts in the browser. Click to painted on the product's whole page, beside a bare uPlot and Recharts, in one Chromium
 * run. Then the product alone: with the CPU slowed four times, the slowest click and long tasks; the deep back-test; and
 * whether a chart is made anew. Ratios carry over to other machines, milliseconds do not.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { preview } from 'vite';
import { findChromium } from '../support/find-chromium.ts';
import { buildPages, PAGES } from './browser/build-pages.ts';
import { median } from './median.ts';
import { startRun } from './report/bench-run.ts';

const ROUNDS = 15;
const SLOW_CPU = 4;
const TARGETS = ['1M', '1Y', 'ALL'] as const;

const BACK_TESTS = { 1250: 'AAPL', 5000: 'LONG' } as const;
const BACK_TEST_RUNS = 3;

const names = ['candor', 'bare-uplot', 'recharts'];
const finish = startRun('browser');

const outDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
try {
  await buildPages(names, outDir);
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
    report({
      version: browser.version(),
      measured: await sideBySide(browser, origin),
      slow: await slowed(browser, origin),
      backTests: await deepBackTests(browser, origin),
      madeAnew: await chartsMadeAnew(browser, origin),
    });
  } finally {
    await browser.close();
    await server.close();
  }
} finally {
  await rm(outDir, { recursive: true, force: true });
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
    measured['listing'] = await clickToPainted(() => benchPage.showTicker('MSFT'));
    await globalThis.settled();
    measured['listing, whole page'] = await clickToPainted(() => benchPage.showWholeTicker('AAPL'));
    await globalThis.settled();
    // oxlint-enable no-await-in-loop
    return measured;
  }, TARGETS);
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
      const mid = (kind: string) => median(measured.map((round) => round[kind] ?? Number.NaN));
      return [name, Object.fromEntries(kinds.map((kind) => [kind, mid(kind)]))];
    }),
  );
}

/** The product with a slow CPU: the slowest of its clicks, and the tasks over 50 ms while ranges were switched. */
async function slowed(browser: Browser, origin: string) {
  const page = await open(browser, origin, 'candor');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  const longTasks = await watchLongTasks(page);
  const ranges = await page.evaluate(async (targets) => {
    const { benchPage, clickToPainted } = globalThis;
    const measured: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const target of [...targets, '1W'] as const) {
        // oxlint-disable-next-line no-await-in-loop -- switches come one after the other
        measured.push(await clickToPainted(() => benchPage.showRange(target)));
      }
    }
    return measured;
  }, TARGETS);
  const tasks = await longTasks();
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
    rangeMedianMs: median(ranges),
    rangeSlowestMs: Math.max(...ranges),
    longTasks: tasks.length,
    tickerSlowestMs: Math.max(...tickers),
  };
}

/** Wall time and tasks over 50 ms on the page, best of a few runs: other work stretches a task and cannot shorten one. */
async function deepBackTests(browser: Browser, origin: string) {
  const page = await open(browser, origin, 'candor');
  const longTasks = await watchLongTasks(page);
  const results: { bars: number; wallMs: number; longTasks: number; longestMs: number }[] = [];
  for (const [bars, ticker] of Object.entries(BACK_TESTS)) {
    // oxlint-disable no-await-in-loop -- one run after the other
    await page.evaluate(
      (wanted) => globalThis.clickToPainted(() => globalThis.benchPage.showWholeTicker(wanted)),
      ticker,
    );
    await page.evaluate(() => globalThis.settled());
    const runs: (typeof results)[number][] = [];
    for (let run = 0; run < BACK_TEST_RUNS; run += 1) {
      await longTasks();
      const startMs = performance.now();
      await page.getByRole('button', { name: /^Run (back-test|again)$/ }).click();
      await page.getByText(`over ${bars} sessions, scored in`).waitFor();
      const wallMs = performance.now() - startMs;
      const tasks = await longTasks();
      runs.push({ bars: Number(bars), wallMs, longTasks: tasks.length, longestMs: Math.max(0, ...tasks) });
    }
    // oxlint-enable no-await-in-loop
    const [best] = runs.toSorted((a, b) => a.longTasks - b.longTasks || a.wallMs - b.wallMs);
    if (best) results.push(best);
  }
  await page.close();
  return results;
}

/** How many of the page's chart canvases were replaced by switches of range, listing and theme. */
async function chartsMadeAnew(browser: Browser, origin: string): Promise<number> {
  const page = await open(browser, origin, 'candor');
  const replaced = await page.evaluate(async () => {
    const { benchPage, clickToPainted, settled } = globalThis;
    const before = [...document.querySelectorAll('canvas')];
    await clickToPainted(() => benchPage.showRange('ALL'));
    await clickToPainted(() => benchPage.showWholeTicker('MSFT'));
    // As another tab's choice arrives.
    localStorage.setItem('theme', 'light');
    dispatchEvent(
      new StorageEvent('storage', { key: 'theme', newValue: 'light', storageArea: localStorage }),
    );
    await settled();
    if (document.documentElement.dataset['theme'] !== 'light') throw new Error('The theme did not change');
    const after = new Set(document.querySelectorAll('canvas'));
    return before.filter((canvas) => !after.has(canvas)).length;
  });
  await page.close();
  return replaced;
}

/** Observes tasks over 50 ms; each call of the result gives those since the last, in milliseconds. */
async function watchLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(globalThis, { longTasks });
    new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
  });
  return () =>
    page.evaluate(async () => {
      // Entries are delivered a little after their task.
      await new Promise((done) => setTimeout(done, 300));
      return (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0, Infinity);
    });
}

interface Results {
  readonly version: string;
  readonly measured: Awaited<ReturnType<typeof sideBySide>>;
  readonly slow: Awaited<ReturnType<typeof slowed>>;
  readonly backTests: Awaited<ReturnType<typeof deepBackTests>>;
  readonly madeAnew: number;
}

function report({ version, measured, slow, backTests, madeAnew }: Results): void {
  const peers = names.slice(1);
  const ratio = (kind: string, peer: string) =>
    (measured['candor']?.[kind] ?? Number.NaN) / (measured[peer]?.[kind] ?? Number.NaN);
  const kinds = Object.keys(measured['candor'] ?? {});
  finish({
    tables: [
      {
        title: `Click to painted, ms, Chromium ${version}, median of ${ROUNDS} rounds (× what ours takes of it)`,
        rows: Object.fromEntries(
          kinds.map((kind) => [
            kind,
            Object.fromEntries(
              names.map((name) => {
                const ms = (measured[name]?.[kind] ?? Number.NaN).toFixed(1);
                return [name, name === 'candor' ? ms : `${ms} (×${ratio(kind, name).toFixed(2)})`];
              }),
            ),
          ]),
        ),
      },
      {
        title: `The product with the CPU slowed ${SLOW_CPU} times`,
        rows: {
          'range switch, median': { ms: Math.round(slow.rangeMedianMs) },
          'range switch, slowest': { ms: Math.round(slow.rangeSlowestMs) },
          'listing switch, slowest': { ms: Math.round(slow.tickerSlowestMs) },
        },
      },
      {
        title: `Deep back-test, best of ${BACK_TEST_RUNS}`,
        rows: Object.fromEntries(
          backTests.map(({ bars, wallMs, longTasks, longestMs }) => [
            `${bars} bars`,
            {
              'click to result, ms': Math.round(wallMs),
              'tasks over 50 ms': longTasks,
              'longest, ms': Math.round(longestMs),
            },
          ]),
        ),
      },
    ],
    figures: {
      ...Object.fromEntries(
        TARGETS.flatMap((range) =>
          peers.map((peer) => [`${range} ÷ ${peer}`, ratio(`range ${range}`, peer)] as const),
        ),
      ),
      'charts made anew': madeAnew,
      'slow, range switch': slow.rangeSlowestMs,
      'slow, listing switch': slow.tickerSlowestMs,
      'slow, long tasks': slow.longTasks,
      ...Object.fromEntries(
        backTests.map(({ bars, longTasks }) => [`back-test ${bars}, long tasks`, longTasks]),
      ),
    },
  });
}
