import type { Page } from 'playwright/test';

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Records layout shifts that no input caused, in every document that `page` opens from now on. */
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

/** The document's total layout shift so far. Call `watchShifts` first. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // The last frame's shifts are reported after it.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { layoutShift: () => number }).layoutShift();
  });
}
