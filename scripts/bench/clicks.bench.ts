/**
 * The cost of a click with the CPU slowed 4×: input to next paint, tasks over 50 ms and layout shift. Measured on /prediction
 * while switching ranges, horizons and listings and while the deep back-test runs; on the workbench with five overlays and
 * three panes while switching ranges, intervals, scales and an indicator, and the main thread's time for each move of a
 * pan, a wheel and a pinch there.
 */
import type { Browser, Page } from 'playwright';
import { signIn, withApp } from './app.ts';
import { CPU_SLOWDOWN, median, printTables } from './measure.ts';

const PORT = 8898;
const ROUNDS = 5;
/** Longer than any work that a click starts. */
const SETTLE_MS = 1000;
/** The fastest input that the browser reports. */
const FASTEST_INPUT_MS = 16;

const RANGES = ['1M', '1Y', 'ALL', '1W'];
/** From 7 days to 14, 30, 14 and back, by key, because the Event Timing API ignores scripted choices. */
const HORIZON_KEYS = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'];
const LISTINGS = ['MSFT', 'NVDA', 'AAPL'];

const WORKBENCH =
  '/workbench?ticker=NVDA&range=ALL&fan=off&in=sma-20*1_ema-50*2_wma-100*3_vwap-20*4_sma-200*5_rsi-14*1_macd-12-26-9*2_atr-14*3';
/** Button names and list keys, pressed one after the other; the last one returns to the start. */
const ON_DAYS = {
  range: ['6M', '1Y', 'ALL'],
  Interval: ['ArrowDown', 'ArrowUp'],
  Scale: ['ArrowDown', 'ArrowUp'],
};
const ON_MINUTES = { range: ['ALL', '5D'], Scale: ['ArrowDown', 'ArrowUp'] };

/** Moves of one gesture: half of them there, the others back. */
const MOVES = 40;
const MOVE_MS = 16;

interface Observed {
  /** Milliseconds from input to next paint, by interaction, whose slowest event counts. The Event Timing API rounds to 8. */
  readonly inputMs: Record<number, number>;
  readonly longTaskMs: number[];
  readonly shifts: number[];
}

declare global {
  var observed: Observed;
}

await withApp({ port: PORT }, async (origin, browser) => {
  const page = await openObserved(origin, browser);
  const tables = [
    { title: `/prediction, CPU ${CPU_SLOWDOWN}×`, rows: await stockPageClicks(page) },
    await workbenchClicks(page, origin, 'ALL', ON_DAYS),
    await workbenchClicks(page, origin, '5D', ON_MINUTES),
    await workbenchFrames(page, origin),
  ];
  printTables(tables);
});

/** Opens a signed-in user's analysis in a page that records its own events from the start. */
async function openObserved(origin: string, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observeFromStart);
  await signIn(page, origin);
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

/** Runs in the page before its own scripts. */
function observeFromStart(): void {
  globalThis.observed = { inputMs: {}, longTaskMs: [], shifts: [] };
  const { inputMs, longTaskMs, shifts } = globalThis.observed;
  type Entry = PerformanceEntry & {
    readonly interactionId?: number;
    // The size of a layout shift; undefined in other entries.
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
  // By default the browser reports only events of 104 ms or more.
  const threshold = { durationThreshold: 16 };
  for (const type of ['event', 'longtask', 'layout-shift']) observer.observe({ type, ...threshold });
}

async function stockPageClicks(page: Page) {
  return {
    'range switch': await observe(page, RANGES, (range) => press(page, range)),
    'horizon switch': await observe(page, HORIZON_KEYS, (key) =>
      page.getByRole('combobox', { name: 'Forecast days' }).press(key),
    ),
    'listing switch': await observe(page, LISTINGS, async (ticker) => {
      await page.getByRole('combobox', { name: 'Ticker' }).fill(ticker);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 2, name: ticker, exact: true }).waitFor();
    }),
    'deep back-test': await observe(page, ['run'], async () => {
      await page.getByRole('button', { name: /^Run (back-test|again)$/ }).click();
      await page.getByText(/forecasts scored/).waitFor();
    }),
  };
}

async function workbenchClicks(
  page: Page,
  origin: string,
  range: string,
  choices: Readonly<Record<string, readonly string[]>>,
) {
  await page.goto(origin + WORKBENCH);
  await page.locator('figure canvas').nth(3).waitFor();
  await press(page, range);
  await page.waitForTimeout(SETTLE_MS);
  const rows: Record<string, Record<string, number>> = {};
  for (const [kind, names] of Object.entries(choices)) {
    const list = page.getByRole('combobox', { name: kind });
    rows[kind] = await observe(page, names, (name) =>
      kind === 'range' ? press(page, name) : list.press(name),
    );
  }
  rows['indicator'] = await observe(page, ['indicator'], async () => {
    // Its cross shows while the pointer is on its row.
    await page.getByRole('button', { name: 'ATR 14', exact: true }).hover();
    await press(page, 'Remove ATR 14');
    await page.waitForTimeout(SETTLE_MS);
    await page.goBack();
  });
  return { title: `/workbench, range ${range}, CPU ${CPU_SLOWDOWN}×`, rows };
}

async function workbenchFrames(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(origin + WORKBENCH);
  await press(page, '1Y');
  await page.waitForTimeout(SETTLE_MS);
  const box = await page.locator('figure canvas').first().boundingBox();
  if (box === null) throw new Error('The chart has no plot.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const taskMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const perMove = async (move: (away: number) => Promise<unknown>) => {
    const before = await taskMs();
    for (let i = 1; i <= MOVES; i += 1) {
      await move(Math.min(i, MOVES - i));
      await page.waitForTimeout(MOVE_MS);
    }
    return { 'main thread per move, ms': Math.round(((await taskMs()) - before) / MOVES) };
  };
  const fingers = (away: number) =>
    [x - 60 - 4 * away, x + 60 + 4 * away].map((at, id) => ({ x: at, y, id }));
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await page.mouse.move(x, y);
  await page.mouse.down();
  const pan = await perMove((away) => page.mouse.move(x + 8 * away, y));
  await page.mouse.up();
  await page.waitForTimeout(SETTLE_MS);
  const wheel = await perMove((away) => page.mouse.wheel(0, away % 2 === 0 ? 60 : -60));
  await page.waitForTimeout(SETTLE_MS);
  await touch('touchStart', fingers(0));
  const pinch = await perMove((away) => touch('touchMove', fingers(away)));
  await touch('touchEnd', []);
  return { title: `/workbench, CPU ${CPU_SLOWDOWN}×`, rows: { pan, wheel, pinch } };
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).first().click();
}

/** Runs each action once per round, one after the other, and returns what the page observed. */
async function observe(
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
