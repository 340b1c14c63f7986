/**
 * Every route as a picture, in both themes, at two widths, with frozen data and clock. Fonts differ between machines, so
 * the pictures are compared only by `npm run test:pictures`; take them anew with `npm run test:pictures -- -u`.
 */
import { startVendor, type Vendor } from '../../scripts/stack/vendor/vendor-server.ts';
import { ensureAccount } from '../../scripts/stack/accounts.ts';
import { AUTH_ORIGIN, E2E_PORTS, RECORDINGS_FOLDER, REPLAY_ORIGIN } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { openRoute, ROUTES, THEMES } from './routes.ts';
import { expectPainted } from './stock-page.ts';

/** One address for every run: letters differ in width, and what stands beside them moves. */
const ACCOUNT = { email: 'picture@candor.example', password: 'correct horse', displayName: 'Ada Investor' };

test.use({
  baseURL: REPLAY_ORIGIN,
  // oxlint-disable-next-line no-empty-pattern -- the runner reads a fixture's needs from the pattern
  account: async ({}, provide) => {
    await ensureAccount(AUTH_ORIGIN, ACCOUNT);
    await provide(ACCOUNT);
  },
});
// One vendor serves them all, and the last one takes it down.
test.describe.configure({ mode: 'serial' });

let vendor: Vendor;
test.beforeAll(async () => {
  vendor = await startVendor({ folder: RECORDINGS_FOLDER, port: E2E_PORTS.vendor });
});
test.afterAll(() => vendor.close());

const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 375, height: 812 },
];
/** The recording ends on 2018-05-11. */
const NOW = new Date('2018-05-12T15:00:00Z');
const WITH_CHARTS = new Set(['/demo', '/prediction']);

for (const route of ROUTES) {
  for (const theme of THEMES) {
    test(`${route.path} looks as it did, ${theme} @picture`, async ({ page, account }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.clock.setFixedTime(NOW);
      await openRoute(page, route, theme, account);
      if (WITH_CHARTS.has(route.path)) await expectPainted(page.locator('canvas').first());
      for (const { name, ...size } of SIZES) {
        // oxlint-disable no-await-in-loop -- one width after the other
        await page.setViewportSize(size);
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.waitForLoadState('networkidle');
        // The day of the account is that of the run.
        const own = [page.getByText(/^Member since/)];
        await expect(page).toHaveScreenshot(`${route.path.slice(1) || 'home'}-${theme}-${name}.png`, {
          mask: own,
          maxDiffPixelRatio: 0.002,
        });
        // oxlint-enable no-await-in-loop
      }
    });
  }
}
