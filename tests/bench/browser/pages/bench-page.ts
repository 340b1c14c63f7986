import type { BenchRange, BenchTicker } from './listings.ts';

/** What a page offers to the measuring script. Each action is what a click does; it is over when the frame is out. */
export interface BenchPage {
  /** Resolves when the page can be measured. */
  readonly ready: Promise<void>;
  showRange(range: BenchRange): void;
  showTicker(ticker: BenchTicker): void;
  /** The same, and over only when everything on the page is of that listing, not the first answer alone. */
  showWholeTicker(ticker: BenchTicker): void;
  /** True when what was asked for last is on the page. */
  isShown(): boolean;
}

declare global {
  var benchPage: BenchPage;
  /** Milliseconds from the call of an action to the second frame after what it asked for is on the page. */
  var clickToPainted: (act: () => void) => Promise<number>;
  /** Resolves when what a click started behind the page is over. */
  var settled: () => Promise<void>;
}

/** Longer than the bench's server takes to answer. */
const SETTLE_MS = 600;

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}

/** Puts a page up for measuring. The second frame starts only when the first one was handed on for painting. */
export function publish(page: BenchPage): void {
  globalThis.benchPage = page;
  globalThis.settled = () =>
    new Promise((resolve) => {
      setTimeout(resolve, SETTLE_MS);
    });
  globalThis.clickToPainted = async (act) => {
    const start = performance.now();
    act();
    do {
      // oxlint-disable-next-line no-await-in-loop -- frames come one after the other
      await nextFrame();
    } while (!page.isShown());
    await nextFrame();
    return performance.now() - start;
  };
}
