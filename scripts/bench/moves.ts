/** The main thread's time for one move of a gesture on the workbench's chart, and for one bar of a replay. */
import type { Page } from 'playwright';
import { mainThreadMs, type ObservedPage } from './input.ts';

/** Moves of one gesture: half of them there, the others back. */
const MOVES = 40;
/** A frame of a screen at 60 Hz. */
const MOVE_MS = 16;
const SETTLE_MS = 500;
const REPLAY_MS = 4000;

/** Milliseconds per move, by gesture. The workbench is on screen. */
export async function measureMoves({ page, devtools }: ObservedPage): Promise<Record<string, number>> {
  const box = await page.locator('figure canvas').first().boundingBox();
  if (box === null) throw new Error('The chart has no plot.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const perMove = async (move: (away: number) => Promise<unknown>) => {
    const beforeMs = await mainThreadMs(devtools);
    for (let i = 1; i <= MOVES; i += 1) {
      await move(Math.min(i, MOVES - i));
      await page.waitForTimeout(MOVE_MS);
    }
    return ((await mainThreadMs(devtools)) - beforeMs) / MOVES;
  };
  const fingers = (away: number) =>
    [x - 60 - 4 * away, x + 60 + 4 * away].map((at, id) => ({ x: at, y, id }));
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });

  await page.mouse.move(x, y);
  await page.waitForTimeout(SETTLE_MS);
  const hover = await perMove((away) => page.mouse.move(x + 8 * away, y));
  await page.mouse.down();
  // Without the driver, which would listen for the start of a drag in the page at each move.
  const held = { type: 'mouseMoved', button: 'left', buttons: 1 } as const;
  const pan = await perMove((away) =>
    devtools.send('Input.dispatchMouseEvent', { ...held, x: x + 8 * away, y }),
  );
  await page.mouse.up();
  await page.waitForTimeout(SETTLE_MS);
  const wheel = await perMove((away) => page.mouse.wheel(0, away % 2 === 0 ? 60 : -60));
  await page.waitForTimeout(SETTLE_MS);
  await touch('touchStart', fingers(0));
  const pinch = await perMove((away) => touch('touchMove', fingers(away)));
  await touch('touchEnd', []);
  await page.waitForTimeout(SETTLE_MS);
  return { hover, pan, wheel, pinch };
}

/** Milliseconds per bar of a replay at 10×, and how many bars a second it reached. */
export async function measureReplay({ page, devtools }: ObservedPage) {
  const position = page.getByRole('slider', { name: 'Replay position' });
  const bar = async () => Number(await position.inputValue());
  await press(page, 'Replay');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('10');
  await page.waitForTimeout(SETTLE_MS);
  await press(page, 'Play');
  const [startBar, startMs, startedMs] = [await bar(), await mainThreadMs(devtools), performance.now()];
  await page.waitForTimeout(REPLAY_MS);
  const [bars, spentMs, seconds] = [
    (await bar()) - startBar,
    (await mainThreadMs(devtools)) - startMs,
    (performance.now() - startedMs) / 1000,
  ];
  await press(page, 'Exit replay');
  return { barMs: spentMs / bars, barsPerSecond: bars / seconds };
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}
