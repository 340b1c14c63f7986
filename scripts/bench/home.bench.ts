/**
 * The home page on a slow phone: largest paint of the built page beside the same HTML without scripts. The difference is the
 * app's cost to a visitor who only reads.
 */
import type { Browser } from 'playwright';
import { withApp } from './app.ts';
import { CPU_SLOWDOWN, median, printTables, SLOW_PHONE, slowDown } from './measure.ts';

const PORT = 8896;
const ROUNDS = 7;
/** Time after which no larger paint is expected. */
const SETTLE_MS = 3000;

await withApp({ port: PORT }, async (origin, browser) => {
  const built: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    built.push(await largestPaintMs(browser, origin, true));
    plain.push(await largestPaintMs(browser, origin, false));
  }
  printTables([
    {
      title: `Largest paint of the home page, slow 4G, CPU ${CPU_SLOWDOWN}×, median of ${ROUNDS}`,
      rows: {
        'as built': { ms: Math.round(median(built)), ratio: (median(built) / median(plain)).toFixed(2) },
        'same HTML without script': { ms: Math.round(median(plain)), ratio: '1.00' },
      },
    },
  ]);
});

async function largestPaintMs(browser: Browser, origin: string, withScript: boolean): Promise<number> {
  const context = await browser.newContext(SLOW_PHONE);
  const page = await context.newPage();
  // Both are proxied in the same way; only one loses its scripts.
  await page.route(`${origin}/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = withScript
      ? html
      : html.replaceAll(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '');
    await route.fulfill({ response, body });
  });
  await slowDown(page);
  await page.goto(`${origin}/`, { waitUntil: 'commit' });
  await page.waitForTimeout(SETTLE_MS);
  const paintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
          {
            type: 'largest-contentful-paint',
            buffered: true,
          },
        );
      }),
  );
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  return paintMs;
}
