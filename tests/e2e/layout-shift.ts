import type { Page } from 'playwright/test';

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Notes what moves without a reason of the reader's, in every document that `page` opens from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput } of entries as ShiftEntry[]) if (!hadRecentInput) sum += value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, {
      layoutShift: () => {
        add(observer.takeRecords());
        return sum;
      },
    });
  });
}

/** The sum of what has moved in the page's document so far; `watchShifts` has to come before it. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // What the last frame moved is noted after it.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { layoutShift: () => number }).layoutShift();
  });
}
