/** What a page notes of itself while a bench uses it: inputs, long tasks and layout shifts. */
import type { Browser, Page } from 'playwright';
import { median } from './measure.ts';

const ROUNDS = 5;
/** Longer than anything that a click starts. */
export const SETTLE_MS = 1000;
/** The browser reports no faster input. */
const FASTEST_INPUT_MS = 16;

interface Observed {
  /**
   * Milliseconds from each input to the next paint, by the Event Timing API, which rounds to 8. Keyed by the interaction,
   * whose slowest event counts.
   */
  readonly inputMs: Record<number, number>;
  readonly longTaskMs: number[];
  readonly shifts: number[];
}

declare global {
  var observed: Observed;
}

/** A page that notes what happens to it from its start. */
export async function openObserved(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observeFromStart);
  return page;
}

/** Runs in the page, before anything of it. */
function observeFromStart(): void {
  globalThis.observed = { inputMs: {}, longTaskMs: [], shifts: [] };
  const { inputMs, longTaskMs, shifts } = globalThis.observed;
  type Entry = PerformanceEntry & {
    readonly interactionId?: number;
    // A layout shift; undefined in other entries.
    readonly value?: number;
    readonly hadRecentInput?: boolean;
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      const { entryType, duration, interactionId = 0, value = 0, hadRecentInput } = entry;
      if (entryType === 'longtask') longTaskMs.push(duration);
      else if (entryType === 'layout-shift' && hadRecentInput === false) shifts.push(value);
      else if (interactionId > 0) inputMs[interactionId] = Math.max(inputMs[interactionId] ?? 0, duration);
    }
  });
  // Without a threshold the browser reports only events of 104 ms and more.
  const threshold = { durationThreshold: 16 };
  for (const type of ['event', 'longtask', 'layout-shift']) observer.observe({ type, ...threshold });
}

/** Does each thing once a round, one after the other, and gives what the page observed meanwhile. */
export async function observe(
  page: Page,
  choices: readonly string[],
  choose: (choice: string) => Promise<unknown>,
): Promise<Record<string, number>> {
  await page.evaluate(() => {
    observed.longTaskMs.length = 0;
    observed.shifts.length = 0;
    for (const id of Object.keys(observed.inputMs)) delete observed.inputMs[Number(id)];
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const choice of choices) {
      await choose(choice);
      await page.waitForTimeout(SETTLE_MS);
    }
  }
  const { longTaskMs, shifts, ...own } = await page.evaluate(() => observed);
  const seen = Object.values(own.inputMs);
  const unseen = Math.max(choices.length * ROUNDS - seen.length, 0);
  const inputMs = [...seen, ...Array.from({ length: unseen }, () => FASTEST_INPUT_MS)];
  return {
    'input to paint, median ms': median(inputMs),
    'slowest, ms': Math.max(...inputMs),
    'tasks over 50 ms': longTaskMs.length,
    'longest task, ms': Math.round(Math.max(0, ...longTaskMs)),
    'layout shift': shifts.reduce((sum, value) => sum + value, 0),
  };
}
