/** What a page notes of itself while a bench uses it: inputs, long tasks and layout shifts. */
import type { Page } from 'playwright';

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

/** Runs in the page, before anything of it. */
export function observeFromStart(): void {
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

/** Forgets what was observed so far. */
export async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    observed.longTaskMs.length = 0;
    observed.shifts.length = 0;
    for (const id of Object.keys(observed.inputMs)) delete observed.inputMs[Number(id)];
  });
}
