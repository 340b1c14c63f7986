/** The chart workbench's intraday bars and its marks. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectPainted } from './stock-page.ts';
import { violations } from './violations.ts';
import { sidewaysScroll } from './watchlist-page.ts';

const strip = (page: Page) => page.locator('figure dl').first();
const charts = (page: Page) => page.locator('figure canvas');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('marks on the price, and intraday bars', async ({ signedInTab: page, problems }) => {
  problems.expect(/api\/intraday\/MSFT/);
  const day = page.getByRole('list', { name: 'Session' });
  const interval = page.getByRole('combobox', { name: 'Interval' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/intraday/')) asked.push(pathname + search);
  });
  // The stock page saves the forecast that it shows.
  await page.goto('/prediction?ticker=MSFT&days=7');
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(
      ([name, value]) => name.startsWith('candor:forecast:') && String(value).includes('MSFT'),
    ),
  );
  await page.goto('/workbench?ticker=MSFT&range=1Y&in=rsi-14*1');
  await expectPainted(charts(page).first());
  expect.soft(asked).toEqual([]);

  await test.step('dividends, splits and the user’s forecasts are marked, and can be switched off', async () => {
    await expect.soft(strip(page)).toContainText(/Your forecast\s*open/);
    await button(page, 'Marks').click();
    const marks = page.getByRole('dialog', { name: 'Chart marks' });
    const own = marks.getByRole('button', { name: 'Your forecasts' });
    await expect.soft(own).toHaveAttribute('aria-pressed', 'true');
    await own.click();
    await expect.soft(page).toHaveURL(/marks=events_alerts/);
    await expect.soft(strip(page)).not.toContainText('Your forecast');
    expect.soft(await violations(page, marks)).toEqual([]);
    await page.keyboard.press('Escape');
    const plot = await page.locator('.u-over').first().boundingBox();
    if (plot === null) throw new Error('The chart has no plot.');
    const pressed = page.getByRole('dialog', { name: 'Marks', exact: true });
    const foot = plot.y + plot.height - 8;
    for (let x = plot.x + plot.width; x > plot.x && !(await pressed.isVisible()); x -= 12)
      await page.mouse.click(x, foot);
    await expect.soft(pressed).toContainText(/^\w+ \d+, \d+: (Dividend \$[\d.]+|Earnings reported|Split)/);
    await page.keyboard.press('Escape');
    await expect.soft(pressed).toBeHidden();
    await button(page, 'Marks').click();
    await marks.getByRole('button', { name: 'Dividends, splits and earnings' }).click();
    await expect.soft(page).toHaveURL(/marks=alerts/);
    await page.keyboard.press('Escape');
  });

  await test.step('minute bars that fail to load leave daily bars, tools and other ranges, and can be retried', async () => {
    await page.route('**/api/intraday/**', (route) => route.abort());
    await button(page, '1D').click();
    await expect(page.getByRole('alert')).toContainText(
      'Minute bars aren’t available (Failed to fetch data). Showing daily bars instead.',
    );
    await expect.soft(charts(page)).toHaveCount(2);
    await expect.soft(button(page, 'Select')).toBeVisible();
    await expect.soft(button(page, 'Marks')).toBeVisible();
    await button(page, '1W').click();
    await expectPainted(charts(page).first());
    await expect.soft(page.getByRole('alert')).toBeHidden();
    await button(page, '1D').click();
    await expect(page.getByRole('alert')).toContainText('Failed to fetch data');
    await page.unroute('**/api/intraday/**');
    asked.length = 0;
    await button(page, 'Try again').click();
    await expect(day).toBeVisible();
    await expectPainted(charts(page).nth(1));
    expect.soft(asked).toEqual(['/api/intraday/MSFT?range=1d']);
  });

  await test.step('one day of minute bars has the session in words, the time of each bar and no forecast', async () => {
    await expect.soft(page).toHaveURL(/range=1D/);
    // Before the open the previous session is shown too.
    await expect.soft(day).toContainText(/(Previous close|Close before the range) \$[\d.]+/);
    await expect.soft(day).toContainText(/1-minute bars\. Times: New York/);
    await expect.soft(strip(page)).toContainText(/, \d\d:\d\d/);
    await expect.soft(day).not.toContainText('Shaded');
    await button(page, 'Extended hours').click();
    await expect.soft(page).toHaveURL(/hours=extended/);
    await expect.soft(day).toContainText('Shaded: pre-market');
    await page.getByText('View as table').click();
    await expect.soft(page.getByRole('table').getByRole('columnheader', { name: 'Time' })).toBeVisible();
    await button(page, 'Export Workbench chart').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\n');
    const rows = lines.filter((line) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z,\d/.test(line));
    expect.soft(rows.length).toBeGreaterThan(1);
    await page.getByText('View as table').click();
  });

  await test.step('five days have longer bars and compare another listing from its previous close, and Back returns to one day', async () => {
    await page.keyboard.press('8');
    await expect(page).toHaveURL(/range=5D/);
    await expect.soft(day).toContainText(/5-minute bars/);
    await expect.soft(interval.getByRole('option', { name: '1 min', exact: true })).toHaveCount(0);
    await interval.selectOption('30');
    await expect.soft(day).toContainText(/30-minute bars/);
    await expect.soft(page).toHaveURL(/minutes=30/);
    await button(page, 'Compare').click();
    await page.getByRole('combobox', { name: 'Compare with' }).fill('NVDA');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.soft(page.getByRole('list', { name: 'Compared listings' })).toContainText(/NVDA\s*[+−]\d/);
    await expect.soft(strip(page)).toContainText(/Since close before the range\s*[+−]\d/);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect.soft(page).toHaveURL(/range=1D/);
    await expect.soft(day).toContainText(/1-minute bars/);
  });

  await test.step('axe finds nothing on intraday bars, and at 320 px nothing scrolls sideways', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.soft.poll(() => sidewaysScroll(page)).toBe(0);
    expect.soft(await violations(page, page.getByRole('main'))).toEqual([]);
  });
});
