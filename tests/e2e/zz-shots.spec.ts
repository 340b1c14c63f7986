import { expect, test } from './fixtures.ts';
import { openWatchlist } from './watchlist-page.ts';
for (const theme of ['dark', 'light']) {
  test(`shots ${theme}`, async ({ signedInPage: page }) => {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await openWatchlist(page, 'AAPL price>=1 MSFT day<=-50 BRK.B NVDA TSLA BTC-USD NOSUCH');
    await expect(page.locator('td[class*=waiting]')).toHaveCount(0);
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/h8a-shots/watch-${theme}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: /Alerts for AAPL/ }).click();
    await page.screenshot({ path: `/tmp/h8a-shots/alerts-${theme}.png` });
    await page.goto('/compare?tickers=AAPL,MSFT,NVDA,TSLA,BTC-USD&range=1Y');
    await expect(page.getByRole('table').first()).toBeVisible();
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/h8a-shots/compare-${theme}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/prediction?ticker=NVDA');
    await page.waitForTimeout(800);
    await page.getByRole('combobox', { name: 'Ticker' }).fill('app');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.screenshot({ path: `/tmp/h8a-shots/stock-${theme}.png` });
    await page.setViewportSize({ width: 375, height: 812 });
    await page.screenshot({ path: `/tmp/h8a-shots/stock-${theme}-375.png` });
  });
}
