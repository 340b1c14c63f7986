/** The deep back-test: runs in its own thread, and its results stay. */
import { expect, test } from './fixtures.ts';
import { analyse, backTest as backTestOf, tile, violationsFromTop } from './stock-page.ts';

test('the deep back-test by keyboard', async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  const backTest = backTestOf(page);
  const status = backTest.getByRole('status');
  const run = backTest.getByRole('button', { name: 'Run back-test' });
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await test.step('runs in its own thread: verdict, calibration, years and errors with intervals', async () => {
    const thread = page.waitForEvent('worker');
    await run.press('Enter');
    await thread;
    await expect(status).toHaveText(/^[\d,]+ forecasts scored\.$/);
    await expect
      .soft(backTest)
      .toContainText(
        /In [\d,]+ 7-day tests from .*, the range did .* than a simple range, which assumes every day swings alike\./,
      );
    await expect
      .soft(backTest.getByRole('row').filter({ hasText: /^80% rangesimple range \d+%/ }))
      .toContainText(/[\d.]+% to [\d.]+%/);
    const years = backTest.getByRole('region', { name: 'Year by year' }).getByRole('row');
    await expect
      .soft(years.nth(1))
      .toContainText(/^\d{4}\d+\d+ without overlap[+−]\d+\.\d\d%[+−]\d+\.\d\d% to [+−]\d+\.\d\d%/);
    await expect
      .soft(backTest.getByRole('row', { name: /^Range error \(width and misses\)/ }))
      .toContainText(/% to .*% to .*% to /);
    // The button keeps the focus.
    await expect.soft(backTest.getByRole('button', { name: 'Run again' })).toBeFocused();
    await backTest.getByRole('button', { name: '30 days' }).press('Enter');
    await expect.soft(backTest).toContainText(/30-day tests.*overlap, so they count as/);
    await backTest.getByRole('button', { name: '1 day', exact: true }).press('Enter');
    await expect.soft(backTest).toContainText(/1-day tests/);
    await expect.soft(backTest).not.toContainText('The tests overlap');
    expect.soft(await violationsFromTop(page, backTest)).toEqual([]);
  });

  await test.step('a layout of another width, as for paper, keeps the results; another listing starts without', async () => {
    const said = await status.innerText();
    await page.setViewportSize({ width: 800, height: 900 });
    await expect.soft(status).toHaveText(said);
    await expect.soft(backTest.getByRole('region', { name: 'Year by year' })).toBeVisible();
    await analyse(page, 'TSLA');
    await expect.soft(run).toBeVisible();
  });
});
