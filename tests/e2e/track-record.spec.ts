/** The track record: young and full ledgers, filters, files, and figures recomputed in the browser. */
import type { Page } from 'playwright/test';
import type { LedgerResponse } from '#worker/contract';
import { REPLAY_ORIGIN, SAMPLE_ORIGIN } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { card } from './stock-page.ts';

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const listing = (page: Page) => page.getByRole('combobox', { name: 'Listing' });

test('a young ledger shows what has settled and what is open, and claims nothing', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  await page.goto(`${REPLAY_ORIGIN}/track-record?days=1`);
  await expect.soft(verdict(page)).toContainText(/4 settled 1-day forecasts .* are too few to judge\./);
  await expect.soft(page.getByText('20 forecasts since May 7, 2018, 4 settled.')).toBeVisible();
  await expect.soft(verdict(page)).toContainText('4 of 4 held, 80% stated95% interval: not enough data yet');
  await button(page, '30 days').click();
  await expect.soft(page.getByText(/^No 30-day forecasts have settled yet/)).toBeVisible();
  await expect.soft(card(page, 'Latest 30-day forecasts').getByRole('row')).toHaveCount(6);
});

test('a full ledger has verdict, filters, misses and files, and every figure can be recomputed', async ({
  page,
  request,
}) => {
  const api = async (path: string) => request.get(`${SAMPLE_ORIGIN}/api/${path}`);
  const record = (await (await api('record')).json()) as LedgerResponse;
  const week = record.horizons.find(({ horizon_days: days }) => days === 7)!;
  const coverage = `${(week.coverage80.value * 100).toFixed(1)}%`;
  await page.goto('/track-record?ticker=%3Cscript%3E');

  await test.step('a URL with an invalid ticker shows the whole ledger and says so', async () => {
    await expect
      .soft(page.getByRole('status').filter({ hasText: 'in this link' }))
      .toHaveText('“<script>” in this link isn’t a valid ticker. Showing the track record for all listings.');
  });

  await test.step('the verdict comes first, with the API’s figures, labelled as simulated', async () => {
    await expect.soft(page.getByText('Sample market: simulated prices')).toBeVisible();
    await expect.soft(verdict(page)).toContainText(`Over ${week.n} settled 7-day forecasts`);
    await expect.soft(verdict(page)).toContainText(`${coverage} held, 80% stated`);
    const chart = card(page, 'How often the 80% range held');
    await expect.soft(chart.getByRole('rowheader')).toHaveCount(4);
    await expect.soft(chart.getByRole('row', { name: /^7 days/ })).toContainText(coverage);
  });

  await test.step('the browser recomputes every figure on a thread, and all match', async () => {
    const thread = page.waitForEvent('worker');
    await button(page, 'Recompute in your browser').click();
    await thread;
    const output = page.getByRole('status').filter({ hasText: 'the chain is intact' });
    await expect(output).toContainText(/Read [\d,]+ rows and [\d,]+ events: the chain is intact/);
    await expect
      .soft(output)
      .toContainText(/Recalculated [\d,]+ figures on this page from the rows: all match/);
  });

  await test.step('the files hold every row and event, and the last event is on the page', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    expect.soft((await downloading).suggestedFilename()).toBe('candor-record-sample.csv');
    const proof = (await (await api('record/verify')).json()) as {
      rows: number;
      broken: unknown[];
      chain: { head: string };
    };
    const [rows, events] = [await api('record.csv'), await api('record/events.csv')];
    expect.soft((await rows.text()).trimEnd().split('\r\n')).toHaveLength(proof.rows + 1);
    const lines = (await events.text()).trimEnd().split('\r\n');
    const [number, , , head = ''] = lines.at(-1)!.split(',');
    expect.soft(lines).toHaveLength(Number(number) + 1);
    expect.soft([proof.broken, proof.chain.head]).toEqual([[], head]);
    await expect.soft(card(page, 'Check it yourself')).toContainText(head);
  });

  await test.step('horizon and listing are in the URL', async () => {
    await listing(page).selectOption('AAPL');
    await expect(page).toHaveURL(/\?ticker=AAPL$/);
    await expect.soft(page.getByRole('status').filter({ hasText: 'in this link' })).toHaveCount(0);
    await button(page, '1 day').click();
    await expect(page).toHaveURL(/\?ticker=AAPL&days=1$/);
    await expect.soft(verdict(page)).toContainText('settled 1-day forecasts');
  });

  const forecasts = card(page, 'Latest 1-day forecasts');
  await test.step('a long table shows misses as well as hits, and scrolls in its card', async () => {
    await expect.soft(forecasts.getByText('inside 80%').first()).toBeVisible();
    await expect.soft(forecasts.getByText(/(above|below) (80|95)%/).first()).toBeVisible();
    const table = page.getByRole('region', { name: 'Latest forecasts' });
    expect.soft(await table.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(0);
  });

  await test.step('open forecasts are shown on request', async () => {
    await forecasts.getByRole('button', { name: 'Open' }).click();
    await expect.soft(forecasts.getByRole('row', { name: /May 11, 2018/ })).toContainText('open');
  });
});
