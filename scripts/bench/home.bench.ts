/**
 * The home page on a slow phone: largest paint of the page as built, beside the same HTML without its script. The
 * difference is what the app costs a visitor who has come to read.
 */
import { chromium, type Browser } from 'playwright';
import { startWorkerServer } from '../stack/worker-server.ts';
import { findChromium } from '../stack/find-chromium.ts';
import { CPU_SLOWDOWN, median, printTables, SLOW_PHONE, slowDown } from './measure.ts';

const PORT = 8896;
const ROUNDS = 7;
/** No larger paint is expected after this. */
const SETTLE_MS = 3000;

const server = startWorkerServer({
  port: PORT,
  webOut: 'dist/web-bench',
  authOrigin: 'http://127.0.0.1:9099',
  vars: { MARKET_DATA: 'sample' },
});
const found = findChromium();
try {
  await server.ready;
  const browser = await chromium.launch({
    ...(found && { executablePath: found.path }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const built: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Measured in turn, so that a slow moment meets both.
    built.push(await largestPaintMs(browser, true));
    plain.push(await largestPaintMs(browser, false));
  }
  await browser.close();
  printTables([
    {
      title: `Largest paint of the home page, slow 4G, CPU ${CPU_SLOWDOWN}×, median of ${ROUNDS}`,
      rows: {
        'as built': { ms: Math.round(median(built)), ratio: (median(built) / median(plain)).toFixed(2) },
        'same HTML without script': { ms: Math.round(median(plain)), ratio: '1.00' },
      },
    },
  ]);
} finally {
  await server.stop();
}

async function largestPaintMs(browser: Browser, withScript: boolean): Promise<number> {
  const context = await browser.newContext(SLOW_PHONE);
  const page = await context.newPage();
  // Both are proxied in the same way; only one loses its script.
  await page.route(`${server.origin}/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = withScript
      ? html
      : html.replaceAll(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '');
    await route.fulfill({ response, body });
  });
  await slowDown(page);
  await page.goto(`${server.origin}/`, { waitUntil: 'commit' });
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
