/** Announcements: the texts that enter a page's live regions. */
import { expect, type Page } from 'playwright/test';

/**
 * Runs in the page: records alerts, and texts that enter an existing live region. A polite region added together with its
 * text may not be announced, so it does not count.
 */
function recordSpoken(): void {
  const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], output';
  const spoken: string[] = [];
  Object.assign(globalThis, { spoken });
  new MutationObserver((changes) => {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const live = element?.closest(LIVE);
      if (live) regions.add(live);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches('[role="alert"]')) regions.add(node);
        for (const alert of node.querySelectorAll('[role="alert"]')) regions.add(alert);
      }
    }
    for (const region of regions) {
      const text = region.textContent?.trim();
      if (text) spoken.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Records announcements in every document that `page` opens from now on. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(recordSpoken);
  return () => page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken);
}

/** Fails unless the announcements that match `about` are exactly these, in this order. */
export async function expectSpoken(
  spoken: () => Promise<string[]>,
  about: RegExp,
  expected: readonly RegExp[],
): Promise<void> {
  await expect
    .poll(async () => (await spoken()).filter((text) => about.test(text)).length)
    .toBeGreaterThanOrEqual(expected.length);
  const texts = (await spoken()).filter((text) => about.test(text));
  expect(texts).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
}
