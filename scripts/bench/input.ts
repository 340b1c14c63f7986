/**
 * The one definition of how a click is measured: real input, sent as `Input.dispatch…` by the browser's debugger, until the
 * paint that follows it, as the browser's Event Timing API reports it (in steps of 8 ms). The driver looks for the control
 * before and reads what the page observed afterwards; in between it does nothing.
 */
import type { CDPSession, Locator, Page } from 'playwright';
import { median, quantile } from './measure.ts';

/** A control to press, or a key to press on a control that has the focus. */
type Target = Locator | { readonly key: string; readonly on: Locator };

export interface Press {
  readonly target: Target;
  /** The row of the table, if its presses have several. */
  readonly row?: string;
  /** Brings the control on screen. */
  readonly prepare?: () => Promise<unknown>;
  /** Waits for the end of the work, or undoes it. */
  readonly finish?: () => Promise<unknown>;
}

/** What one press cost, in milliseconds but for the shift. */
export interface Cost extends Pick<Press, 'row'> {
  readonly paintMs: number;
  /** Processor time of the main thread until the page was quiet. */
  readonly mainThreadMs: number;
  readonly longTasksMs: readonly number[];
  readonly shift: number;
}

export interface ObservedPage {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** After the pointer or the focus has arrived, and between a button's press and release: a person's pace. */
const ARRIVE_MS = 250;
const HOLD_MS = 60;
/** Longer than any work that a press starts on the main thread. */
const SETTLE_MS = 700;
/** The fastest input that the browser reports. */
const FASTEST_INPUT_MS = 16;

declare global {
  var observed: { inputMs: number[]; longTasksMs: number[]; shift: number };
}

/** Opens a page that records its own events from the start. */
export async function openObserved(page: Page): Promise<ObservedPage> {
  await page.addInitScript(observeFromStart);
  const devtools = await page.context().newCDPSession(page);
  // Processor time, so that other programs on the machine do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, devtools };
}

/** Runs in the page before its own scripts. */
function observeFromStart(): void {
  globalThis.observed = { inputMs: [], longTasksMs: [], shift: 0 };
  type Entry = PerformanceEntry & {
    readonly interactionId?: number;
    // The size of a layout shift; undefined in other entries.
    readonly value?: number;
    readonly hadRecentInput?: boolean;
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      const { entryType, duration, interactionId = 0, value = 0, hadRecentInput } = entry;
      if (entryType === 'longtask') observed.longTasksMs.push(duration);
      else if (entryType === 'layout-shift' && hadRecentInput === false) observed.shift += value;
      else if (interactionId > 0) observed.inputMs.push(duration);
    }
  });
  // By default the browser reports only events of 104 ms or more.
  const threshold = { durationThreshold: 16 };
  for (const type of ['event', 'longtask', 'layout-shift']) observer.observe({ type, ...threshold });
}

/** Makes the presses one after the other, as often as there are rounds. */
export async function measurePresses(
  { page, devtools }: ObservedPage,
  rounds: number,
  presses: readonly Press[],
): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { target, prepare, finish, ...row } of presses) {
      await prepare?.();
      const send = await aim(page, target);
      await page.waitForTimeout(ARRIVE_MS);
      await page.evaluate(() => Object.assign(observed, { inputMs: [], longTasksMs: [], shift: 0 }));
      const beforeMs = await mainThreadMs(devtools);
      await send();
      await page.waitForTimeout(SETTLE_MS);
      const spentMs = (await mainThreadMs(devtools)) - beforeMs;
      const { inputMs, longTasksMs, shift } = await page.evaluate(() => observed);
      costs.push({
        ...row,
        // A press is several events, of which the slowest counts.
        paintMs: Math.max(FASTEST_INPUT_MS, ...inputMs),
        mainThreadMs: spentMs,
        longTasksMs,
        shift,
      });
      await finish?.();
    }
  }
  return costs;
}

/** Moves pointer or focus to the target, and returns the input itself. */
async function aim(page: Page, target: Target): Promise<() => Promise<void>> {
  if ('key' in target) {
    await target.on.focus();
    return async () => {
      await page.keyboard.down(target.key);
      await page.waitForTimeout(HOLD_MS);
      await page.keyboard.up(target.key);
    };
  }
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not on screen.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  return async () => {
    await page.mouse.down();
    await page.waitForTimeout(HOLD_MS);
    await page.mouse.up();
  };
}

/** Processor time of the main thread since the page began, milliseconds. */
export async function mainThreadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** A row of the table of presses. `hasTaskLimit`: no task may take over 50 ms. */
export function summary(costs: readonly Cost[], hasTaskLimit = false) {
  const paints = costs.map(({ paintMs }) => paintMs);
  const [medianMs, slowMs] = [median(paints), quantile(paints, 0.95)];
  const tasks = costs.flatMap(({ longTasksMs }) => longTasksMs);
  const isMet = medianMs <= 100 && slowMs <= 130 && !(hasTaskLimit && tasks.length > 0);
  return {
    'input to paint, median ms': medianMs,
    '95%, ms': slowMs,
    'tasks over 50 ms': tasks.length,
    'longest, ms': tasks.length > 0 ? Math.round(Math.max(...tasks)) : '≤ 50',
    'main thread, median ms': Math.round(median(costs.map((cost) => cost.mainThreadMs))),
    'layout shift': Number(costs.reduce((sum, { shift }) => sum + shift, 0).toFixed(3)),
    presses: costs.length,
    '': isMet ? 'met' : '**missed**',
  };
}
