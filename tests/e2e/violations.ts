import axe from 'axe-core';
import type { Page } from 'playwright/test';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page once its colours have settled, one line per rule and element. */
export async function violations(page: Page): Promise<string[]> {
  // A theme change moves colours by transitions, and one may start another; half-way between two themes a contrast says
  // nothing.
  await page.evaluate(async () => {
    for (;;) {
      const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    {
      runOnly: { type: 'tag', values: STANDARDS },
      // Of the rest nothing is read, and to describe it takes most of the time.
      resultTypes: ['violations'],
    } satisfies axe.RunOptions,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
