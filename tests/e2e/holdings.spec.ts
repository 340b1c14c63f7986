/** A user's holdings: entered by keys, imported from a broker's file, removed and brought back. */
import { expect, hydrated, test } from './fixtures.ts';
import { violationsFromTop } from './stock-page.ts';

test('positions are typed, imported with the wrong rows named, replaced, and brought back', async ({
  signedInTab: page,
}) => {
  await page.goto('/holdings');
  await hydrated(page);
  const card = page.getByRole('region', { name: 'Your positions' });
  const list = card.getByLabel(/^Tickers with quantities/);
  const held = (row: string) =>
    card.getByRole('region', { name: 'Quantities and costs' }).getByRole('row', { name: row });
  await card.getByLabel('Add a position').fill('apple');
  await page.keyboard.press('Enter');
  await expect(card.getByText(/^Enter the quantity/)).toBeVisible();
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await expect(held('AAPL 10')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Portfolio' })).toHaveValue('Your holdings');

  await list.fill('Symbol,Quantity,Price\nKO,-5,1\nNVDA,3,1\nMSFT,1000000000000,1');
  await card.getByRole('button', { name: 'Preview import' }).click();
  await expect(card.getByRole('row', { name: /^KO/ })).toContainText('A negative quantity');
  await expect(card.getByRole('row', { name: /^MSFT/ })).toContainText('More than 1 billion');
  await card.getByRole('button', { name: 'Add 1 position' }).click();
  await expect(held('NVDA 3')).toBeVisible();
  await expect(card.getByRole('row', { name: /^KO/ })).toBeVisible();

  await card.getByRole('button', { name: 'Remove AAPL' }).click();
  await expect(held('AAPL 10')).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(held('AAPL 10')).toBeVisible();
  await list.fill('AAPL 12 150');
  await card.getByRole('button', { name: 'Preview import' }).click();
  await expect(card.getByText('Replaces: AAPL.')).toBeVisible();
  await card.getByRole('button', { name: 'Add 1 position' }).click();
  await expect(held('AAPL 12 150')).toBeVisible();
  await expect(page.getByText(/^Sample market: simulated prices, oldest price/)).toBeVisible();
  await expect(page.getByText(/^Losses beyond/)).toBeVisible();
  expect(await violationsFromTop(page, page.getByRole('main'))).toEqual([]);
  await page.reload();
  await expect(held('NVDA 3')).toBeVisible();
});
