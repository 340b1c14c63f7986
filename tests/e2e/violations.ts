import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on colours and widths. All others give the same result in every theme and window. */
const VISUAL = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** Half the size of the package's main file, and every page has to compile it. */
const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * axe's findings once the page's colours have settled, one line per rule and element. `visits.spec.ts` checks whole pages in
 * both themes; other specs check the parts that only they bring on screen.
 */
export async function violations(
  page: Page,
  part = page.locator(':root'),
  rules: 'all' | 'visual' = 'all',
): Promise<string[]> {
  // A theme change starts transitions, which may start others. Contrast half-way between two themes is meaningless.
  await page.evaluate(async () => {
    for (;;) {
      const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SCRIPT);
  const { violations: found } = await part.evaluate(
    (element, options) => (globalThis as unknown as { axe: typeof axe }).axe.run(element, options),
    {
      runOnly: rules === 'all' ? { type: 'tag', values: STANDARDS } : { type: 'rule', values: VISUAL },
      // Other results are not read, and describing them takes most of the time.
      resultTypes: ['violations'],
      // There is no audio, and no style sheet from another site to fetch.
      preload: false,
    } satisfies axe.RunOptions,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
