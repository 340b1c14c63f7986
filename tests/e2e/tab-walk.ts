/** Walks a page with the Tab key: every stop in order, and whether something covers it. */
import { expect, type Page } from 'playwright/test';

/** More than any page has: a longer walk is trapped. */
const MAX_STOPS = 250;

/** The focus has left the page. */
const OUTSIDE = 'outside';

interface Walk {
  /** Role, name and state of every stop, such as `button "Settings"`. */
  readonly stops: readonly string[];
  readonly covered: readonly string[];
}

/** Presses Tab from the page's first link until the focus leaves the page. */
export async function walkByTab(page: Page): Promise<Walk> {
  const stops: string[] = [];
  await toStart(page);
  const covered = await walk(page, 'Tab', async () => {
    stops.push(await focused(page));
  });
  return { stops, covered };
}

/** Walks backwards in a small window, where sticky bars take most of the height. Fails if a bar covers the focus. */
export async function expectNoBarOverFocus(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  // The page relayouts in steps, and a later step could push the focused element out of the window.
  let height = 0;
  await expect
    .poll(
      async () => {
        const before = height;
        height = await page.evaluate(() => document.documentElement.scrollHeight);
        return height - before;
      },
      { intervals: [200] },
    )
    .toBe(0);
  await page.getByRole('contentinfo').getByRole('link').last().focus();
  expect.soft(await walk(page, 'Shift+Tab')).toEqual([]);
}

async function toStart(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Skip to content' }).focus();
}

/** Presses a key until the focus leaves the page. Returns what covered a stop. */
async function walk(page: Page, key: string, onStop?: () => Promise<void>): Promise<string[]> {
  const covered: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    const cover = await coveredFocus(page);
    if (cover === OUTSIDE) return covered;
    if (cover !== null) covered.push(cover);
    await onStop?.();
    await page.keyboard.press(key);
  }
  throw new Error(`the focus does not leave the page: ${await focused(page)}`);
}

/** Role, name and state of the focused element. */
async function focused(page: Page): Promise<string> {
  const [line = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
  // Names with a colon are quoted.
  return line.replace(/^- '?/, '').replace(/'(?=:?$)/, '');
}

/**
 * The bar that covers the focused element (WCAG 2.4.11) at its middle or just inside its corners; `null` if none does,
 * `outside` if nothing is focused. If an element is too large for the window, one visible point is enough.
 */
function coveredFocus(page: Page): Promise<string | null> {
  return page.evaluate((outside) => {
    const element = document.activeElement ?? document.body;
    if (element === document.body) return outside;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
      [right - 2, bottom - 2],
    ] as const;
    const covers = points.flatMap(([x, y]) => {
      let over = document.elementFromPoint(x, y);
      if (over === null) return ['the edge of the window'];
      // The element's own header does not cover it.
      while (over !== null && !over.contains(element) && !element.contains(over)) {
        if (/sticky|fixed/.test(getComputedStyle(over).position)) return [over.outerHTML.slice(0, 80)];
        over = over.parentElement;
      }
      return [];
    });
    const isLarge = width > innerWidth - 32 || height > innerHeight / 4;
    if (covers.length === 0 || (isLarge && covers.length < points.length)) return null;
    return `${element.outerHTML.slice(0, 80)} under ${covers.join(', ')}`;
  }, OUTSIDE);
}

/** Fails unless the stops contain these, in this order. */
export function expectInOrder(stops: readonly string[], expected: readonly RegExp[]): void {
  let at = 0;
  for (const pattern of expected) {
    const found = stops.findIndex((stop, i) => i >= at && pattern.test(stop));
    expect(found, `${pattern} after ${stops[at - 1] ?? 'the start'} in:\n${stops.join('\n')}`).not.toBe(-1);
    at = found + 1;
  }
}

/** Fails for stops without a name, of which a screen reader says only the role. */
export function expectNames(stops: readonly string[]): void {
  expect(stops.filter((stop) => !/^[a-z]+ "[^"]|^[a-z]+(?: \[[^\]]*\])*: ./.test(stop))).toEqual([]);
}

/** Level and text of every heading, in reading order. */
function outline(page: Page): Promise<string[]> {
  return page
    .getByRole('heading')
    .evaluateAll((headings) => headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
}

/** Fails if a heading skips a level, or unless there is exactly one h1. */
export async function expectOutline(page: Page): Promise<void> {
  const levels = (await outline(page)).map((heading) => Number(heading[1]));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.forEach((level, i) => expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1));
}
