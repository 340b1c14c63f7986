/**
 * The chart workbench with five overlays and three panes, on five years of days and on five days of minutes, beside
 * lightweight-charts drawing the same on a bare page: clicks to paint with the CPU slowed four times, and how long the main
 * thread works on a frame while the wheel pans and zooms, slowed and not.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { build } from 'vite';
import { AUTH_ORIGIN } from '../../tests/e2e/addresses.ts';
import { fromRoot } from '../stack/repository.ts';
import { signIn, WEB_OUT, withApp } from './app.ts';
import { CPU_SLOWDOWN, median, printTables } from './measure.ts';
import { observe, openObserved, SETTLE_MS } from './observe-page.ts';

const PORT = 8896;
const FRAMES = 120;
const VIEW = 'in=sma-20*1_ema-50*2_wma-100*3_vwap-20*4_sma-200*5_rsi-14*1_macd-12-26-9*2_atr-14*3';

/** Names of buttons on both pages, pressed one after the other; the last one leads back to where it began. */
const ON_DAYS = {
  range: ['6M', '1Y', 'ALL'],
  interval: ['Week', 'Day'],
  scale: ['Log', 'Linear'],
};
const ON_MINUTES = { range: ['ALL', '5D'], scale: ['Log', 'Linear'] };

interface Subject {
  readonly page: Page;
  /** Removes an indicator, by a click. */
  readonly remove: () => Promise<void>;
  /** Brings it back. */
  readonly restore: () => Promise<unknown>;
}

buildPages();
await buildBarePage();
await withApp({ port: PORT, isBuilt: true }, async (origin, browser) => {
  const subjects = {
    candor: await openWorkbench(origin, browser),
    'lightweight-charts': await openBarePage(origin, browser),
  };
  await measure('five years of days', 'ALL', ON_DAYS, subjects);
  await measure('five days of minutes', '5D', ON_MINUTES, subjects);
});

/** The server notes which files there are when it starts. */
function buildPages(): void {
  const env = { ...process.env, CANDOR_WEB_OUT: WEB_OUT, VITE_FIREBASE_AUTH_EMULATOR: AUTH_ORIGIN };
  execFileSync('npm', ['run', '--silent', 'build:worker'], { cwd: fromRoot(), env, stdio: 'ignore' });
}

async function buildBarePage(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'bare-charts'),
    base: '/bare-charts/',
    build: { outDir: fromRoot(WEB_OUT, 'bare-charts'), emptyOutDir: true, target: 'esnext' },
  });
}

async function openWorkbench(origin: string, browser: Browser): Promise<Subject> {
  const page = await openObserved(browser);
  await signIn(page, origin);
  await page.goto(`${origin}/workbench?ticker=NVDA&range=ALL&fan=off&${VIEW}`);
  await page.locator('figure canvas').nth(3).waitFor();
  return {
    page,
    remove: () => page.getByRole('button', { name: 'Remove ATR 14' }).click(),
    restore: () => page.goBack(),
  };
}

async function openBarePage(origin: string, browser: Browser): Promise<Subject> {
  const page = await openObserved(browser);
  await page.goto(`${origin}/bare-charts/`);
  await page.locator('canvas').first().waitFor();
  return {
    page,
    remove: () => press(page, 'Remove'),
    restore: () => press(page, 'Restore'),
  };
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** Both pages take turns, so that a slow moment of the machine hits both. */
async function measure(
  title: string,
  range: string,
  choices: Readonly<Record<string, readonly string[]>>,
  subjects: Readonly<Record<string, Subject>>,
): Promise<void> {
  const clicks: Record<string, Record<string, number>> = {};
  const frames: Record<string, Record<string, number>> = {};
  for (const [name, subject] of Object.entries(subjects)) {
    const { page } = subject;
    await page.bringToFront();
    await press(page, range);
    await page.waitForTimeout(SETTLE_MS);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    for (const slowdown of [1, CPU_SLOWDOWN]) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      for (const gesture of ['pan', 'zoom'] as const) {
        frames[`${name}: ${gesture}, CPU ${slowdown}×`] = await gestureFrames(page, session, gesture);
      }
    }
    for (const [kind, names] of Object.entries(choices)) {
      clicks[`${name}: ${kind}`] = await observe(page, names, (button) => press(page, button));
    }
    clicks[`${name}: indicator`] = await observe(page, ['indicator'], async () => {
      await subject.remove();
      await page.waitForTimeout(SETTLE_MS);
      await subject.restore();
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  }
  printTables([
    { title: `${title}: clicks, CPU ${CPU_SLOWDOWN}×`, rows: clicks },
    { title: `${title}: ${FRAMES} frames of the wheel`, rows: frames },
  ]);
}

function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

/**
 * A wheel event in each frame, to and fro: the time between frames, which is at least that of the display, and how long the
 * main thread worked on each.
 */
async function gestureFrames(
  page: Page,
  session: CDPSession,
  gesture: 'pan' | 'zoom',
): Promise<Record<string, number>> {
  const box = await page.locator('canvas').first().boundingBox();
  if (box === null) throw new Error('There is no chart.');
  // Away from the edges, so that there is room to pan and to zoom.
  const place = { x: box.x + box.width / 2, y: box.y + 150 };
  const workedMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const before = await workedMs();
  const intervals = await page.evaluate(turnWheel, { ...place, gesture, frames: FRAMES });
  const after = await workedMs();
  return {
    'main thread, ms a frame': Number(((after - before) / FRAMES).toFixed(1)),
    'between frames, median ms': Number(median(intervals).toFixed(1)),
    'p95 ms': Number(percentile95(intervals).toFixed(1)),
  };
}

interface WheelTurn {
  readonly x: number;
  readonly y: number;
  readonly gesture: 'pan' | 'zoom';
  readonly frames: number;
}

/** Runs in the page. */
function turnWheel({ x, y, gesture, frames }: WheelTurn): Promise<number[]> {
  const intervals: number[] = [];
  const surface = document.elementFromPoint(x, y);
  const turn = (deltaX: number, deltaY: number) =>
    surface?.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        clientX: x,
        clientY: y,
        deltaX,
        deltaY,
        ctrlKey: deltaY !== 0,
      }),
    );
  // Into the middle, so that both directions have something to show.
  for (let i = 0; i < 10; i += 1) turn(0, -100);
  return new Promise((resolve) => {
    let last = performance.now();
    let count = 0;
    const frame = (nowMs: number) => {
      intervals.push(nowMs - last);
      last = nowMs;
      if (count === frames) return resolve(intervals.slice(1));
      const sign = Math.floor(count / 30) % 2 === 0 ? 1 : -1;
      if (gesture === 'pan') turn(sign * 12, 0);
      else turn(0, sign * 20);
      count += 1;
      return requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
