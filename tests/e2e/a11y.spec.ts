import { expect, test } from './fixtures.ts';
import { openRoute, ROUTES, THEMES } from './routes.ts';
import { violations } from './violations.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };

for (const route of ROUTES) {
  for (const theme of THEMES) {
    test(`axe finds nothing on ${route.path} in the ${theme} theme at 1440 and 375 px`, async ({
      page,
      account,
    }) => {
      // What fades in would be measured as low contrast.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize(DESKTOP);
      await openRoute(page, route, theme, account);
      await page.waitForLoadState('networkidle');
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await violations(page)).toEqual([]);
    });
  }
}
