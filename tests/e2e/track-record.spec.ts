/** The public record: empty, young and full; its filters, its file, and its figures derived anew in the browser. */
import { createHash } from 'node:crypto';
import type { LedgerResponse } from '../../worker/contract/contract.ts';
import { REPLAY_ORIGIN, SAMPLE_ORIGIN } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { card, tile } from './stock-page.ts';
import { THEMES } from './routes.ts';
import { violations } from './violations.ts';

const FULL = `${SAMPLE_ORIGIN}/track-record?ledger=replay`;
const YOUNG = `${REPLAY_ORIGIN}/track-record?ledger=replay`;

test('an empty ledger says so, what it is made of, and when the first forecasts come', async ({ page }) => {
  await page.goto('/track-record');
  await expect(
    page.getByRole('heading', { level: 2, name: 'No forecast has been written down yet' }),
  ).toBeVisible();
  await expect(page.getByText('Sample market: simulated prices')).toBeVisible();
  await expect(page.getByText(/half an hour after the next close of each listing: AAPL/)).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Track record' }).click();
  await expect(page).toHaveTitle('Track record · Candor');
});

test('a young ledger says what is settled and open, and claims nothing', async ({ page }) => {
  await page.goto(`${YOUNG}&days=1`);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText(/4 settled 1-day forecasts .* are too few for a statement/);
  await expect(page.getByText('20 forecasts since May 7, 2018, 4 settled.')).toBeVisible();
  await expect(tile(page, '80% range held')).toContainText('not enough yet');
  await page.getByRole('button', { name: '30 days', exact: true }).click();
  await expect(verdict).toContainText('No 30-day forecast is settled yet');
  await expect(card(page, 'Last 30-day forecasts').getByRole('row')).toHaveCount(6);
});

test.describe('a full ledger', () => {
  test('the verdict comes first, with the API’s figures, labelled as a replay', async ({ page, request }) => {
    const record = (await (
      await request.get(`${SAMPLE_ORIGIN}/api/record?ledger=replay`)
    ).json()) as LedgerResponse;
    const week = record.horizons.find(({ horizon_days: days }) => days === 7)!;
    await page.goto(FULL);
    await expect(page.getByText('Replay of recorded prices')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(
      `Over ${week.n} settled 7-day forecasts`,
    );
    await expect(tile(page, '80% range held')).toContainText(`${(week.coverage80.value * 100).toFixed(1)}%`);
    const chart = card(page, 'How often the 80% range held');
    await expect(chart.getByRole('rowheader')).toHaveCount(4);
    await expect(chart.getByRole('row', { name: /^7 days/ })).toContainText(
      `${(week.coverage80.value * 100).toFixed(1)}%`,
    );
  });

  test('horizon and listing are in the address', async ({ page }) => {
    await page.goto(FULL);
    await page.getByRole('button', { name: '14 days', exact: true }).click();
    await expect(page).toHaveURL(/ledger=replay&days=14$/);
    await page.getByRole('combobox', { name: 'Listing' }).selectOption('AAPL');
    await expect(page).toHaveURL(/ledger=replay&ticker=AAPL&days=14$/);
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('settled 14-day forecasts');
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Listing' })).toHaveValue('AAPL');
    await expect(page.getByRole('button', { name: '14 days', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('an address with an invalid ticker says that it shows the whole ledger', async ({ page }) => {
    await page.goto('/track-record?ledger=replay&ticker=%3Cscript%3E');
    const note = page.getByRole('status').filter({ hasText: 'address' });
    await expect(note).toHaveText(
      '“<script>” in the address is not a ticker. This is the track record of every listing.',
    );
    await page.getByRole('combobox', { name: 'Listing' }).selectOption('AAPL');
    await expect(note).toHaveCount(0);
  });

  test('shows misses as well as hits, and open forecasts on demand', async ({ page }) => {
    await page.goto(`${FULL}&days=1`);
    const forecasts = card(page, 'Last 1-day forecasts');
    await expect(forecasts.getByText('inside 80%').first()).toBeVisible();
    await expect(forecasts.getByText(/(above|below) (80|95)%/).first()).toBeVisible();
    await forecasts.getByRole('button', { name: 'Open' }).click();
    await expect(forecasts.getByRole('row', { name: /May 11, 2018/ })).toContainText('open');
  });

  test('recomputes every figure in the browser, and all are equal', async ({ page }) => {
    await page.goto(FULL);
    await page.getByRole('button', { name: 'Recompute in your browser' }).click();
    const output = page.getByRole('status').filter({ hasText: 'chain unbroken' });
    await expect(output).toContainText(/[\d,]+ rows and [\d,]+ events read, chain unbroken/);
    await expect(output).toContainText(/[\d,]+ figures of this page derived anew from the rows: all equal/);
  });

  test('a row that was tampered with in transit is found', async ({ page }) => {
    await page.route('**/api/record.csv*', async (route) => {
      const answer = await route.fetch();
      const lines = (await answer.text()).split('\r\n');
      const cells = lines[500]!.split(',');
      await route.fulfill({
        response: answer,
        body: lines.with(500, cells.with(9, '999').join(',')).join('\r\n'),
      });
    });
    await page.goto(FULL);
    await page.getByRole('button', { name: 'Recompute in your browser' }).click();
    await expect(page.getByText(/1 row not as written, first row 500\./)).toBeVisible();
    await expect(page.getByText(/of [\d,]+ figures differ from the page/)).toBeVisible();
  });

  test('an outcome that was changed in transit and hashed again is found by the chain', async ({ page }) => {
    await page.route('**/api/record.csv*', async (route) => {
      const answer = await route.fetch();
      const lines = (await answer.text()).split('\r\n');
      const heads = lines[0]!.split(',');
      const at = (name: string) => heads.indexOf(name);
      const cells = lines[500]!.split(',').with(at('outcome_close'), '999');
      const fields = cells.slice(at('outcome_date'), at('settlement_hash')).join(',');
      const own = createHash('sha256')
        .update(`${cells[at('hash')]}\n${fields}`)
        .digest('hex');
      const forged = cells.with(at('settlement_hash'), own).join(',');
      await route.fulfill({ response: answer, body: lines.with(500, forged).join('\r\n') });
    });
    await page.goto(FULL);
    await page.getByRole('button', { name: 'Recompute in your browser' }).click();
    await expect(page.getByText(/The chain is broken at 1 event, first at event/)).toBeVisible();
  });

  test('the head on the page is the last event of the events file, and the server finds the chain unbroken', async ({
    page,
    request,
  }) => {
    await page.goto(FULL);
    const text = await (await request.get(`${SAMPLE_ORIGIN}/api/record/events.csv?ledger=replay`)).text();
    const [number, , , head] = text.trimEnd().split('\r\n').at(-1)!.split(',');
    await expect(card(page, 'Check it yourself')).toContainText(head!);
    expect(text.trimEnd().split('\r\n')).toHaveLength(Number(number) + 1);
    const proof = (await (await request.get(`${SAMPLE_ORIGIN}/api/record/verify?ledger=replay`)).json()) as {
      broken: unknown[];
      chain: { head: string };
    };
    expect([proof.broken, proof.chain.head]).toEqual([[], head]);
  });

  test('a check that hangs can be stopped', async ({ page }) => {
    await page.route('**/api/record.csv*', () => undefined);
    await page.goto(FULL);
    await page.getByRole('button', { name: 'Recompute in your browser' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(card(page, 'Check it yourself').getByRole('status')).toHaveText('Stopped.');
  });

  test('a long table cuts the last visible row in half', async ({ page }) => {
    await page.goto(`${FULL}&days=1`);
    const region = page.getByRole('region', { name: 'Last forecasts' });
    const cut = await region.evaluate((box) => {
      const bottom = box.getBoundingClientRect().top + box.clientHeight;
      const rows = [...box.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
      const edge = rows.find((row) => row.top < bottom && bottom < row.bottom);
      return rows.length > 12 && edge !== undefined && (bottom - edge.top) / edge.height;
    });
    expect(cut).toBeGreaterThan(0.3);
    expect(cut).toBeLessThan(0.7);
  });

  test('the file holds every row', async ({ page, request }) => {
    await page.goto(FULL);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('candor-record-replay.csv');
    const proof = (await (await request.get(`${SAMPLE_ORIGIN}/api/record/verify?ledger=replay`)).json()) as {
      rows: number;
    };
    const text = await (await request.get(`${SAMPLE_ORIGIN}/api/record.csv?ledger=replay`)).text();
    expect(text.trimEnd().split('\r\n')).toHaveLength(proof.rows + 1);
  });

  test('the replay does not appear in the live ledger', async ({ request }) => {
    const own = (await (await request.get(`${SAMPLE_ORIGIN}/api/record`)).json()) as LedgerResponse;
    expect([own.ledger, own.forecasts]).toEqual(['sample', 0]);
  });
});

test('an unreachable ledger says so, and can be loaded again', async ({ page, problems }) => {
  problems.expect(/Failed to load resource/);
  await page.route('**/api/record?*', (route) => route.abort());
  await page.goto(FULL);
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await page.unroute('**/api/record?*');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an unreachable part of the ledger keeps the focus on the page, and loads when the network is back', async ({
  page,
  context,
  problems,
}) => {
  // The sync's code, which loads when nothing else waits, may come too late.
  problems.expect(/ERR_INTERNET_DISCONNECTED|account-sync/);
  await page.goto(FULL);
  const listing = page.getByRole('combobox', { name: 'Listing' });
  await listing.focus();
  await context.setOffline(true);
  await listing.selectOption('AAPL');
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await context.setOffline(false);
  await expect(listing).toHaveValue('AAPL');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const theme of THEMES) {
  test(`axe finds nothing on the full and the young record in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    for (const address of [FULL, YOUNG]) {
      // oxlint-disable-next-line no-await-in-loop -- one page, one record after the other
      await page.goto(address);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await violations(page)).toEqual([]);
    }
  });
}

test('@phone the full ledger scrolls one way, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(FULL);
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  expect(await violations(page)).toEqual([]);
});
