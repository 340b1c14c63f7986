/**
 * Sharing, exports and print of the analysis page. The specs of other pages export one file each.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, card, wholeReport } from './stock-page.ts';
import { violations } from './violations.ts';

/** Presses a button or menu item and reads the downloaded file. */
async function exported(page: Page, press: () => Promise<void>) {
  const downloading = page.waitForEvent('download');
  await press();
  const download = await downloading;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** Width and height from a PNG's header. */
function pngSize(content: Buffer): { width: number; height: number } {
  expect(content.subarray(1, 4).toString('latin1')).toBe('PNG');
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** Number of pixels between title and stamp that differ from those of another picture, or from the background. */
function drawnPixels(page: Page, content: Buffer, other?: Buffer): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const pixels = pictures.map(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const ctx = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        ctx?.drawImage(picture, 0, 0);
        const [titlePx, stampPx] = [68, 132];
        return ctx?.getImageData(0, titlePx, picture.width, picture.height - titlePx - stampPx).data ?? [];
      });
      const [data = [], before] = await Promise.all(pixels);
      let drawn = 0;
      for (let at = 0; at < data.length; at += 4) {
        const isSame = (i: number) => data[at + i] === (before ? before[at + i] : data[i]);
        if (!(isSame(0) && isSame(1) && isSame(2))) drawn += 1;
      }
      return drawn;
    },
    [content, ...(other ? [other] : [])].map((file) => file.toString('base64')),
  );
}

/** The export button of a card, by its title. */
function menuButton(page: Page, title: string): Locator {
  return page.getByRole('button', { name: `Export ${title}`, exact: true });
}

/** Chooses an item of a card's export menu. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await menuButton(page, title).click();
  const menu = page.getByRole('menu', { name: `Export ${title}`, exact: true });
  await menu.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Every chart of the page: its menu's card, its title and its file's content. */
const CHARTS = [
  {
    menu: 'Stock Price Prediction',
    title: 'Stock price prediction',
    note: 'Estimate: model output, not advice',
    columns: 'date,close,median,low50,high50,low80,high80,low95,high95',
    row: /^\d{4}-\d\d-\d\d,\d/,
  },
  {
    menu: 'Technical Chart (Candlestick)',
    title: 'Candlestick chart',
    note: 'Past prices only; not advice',
    columns: 'date,open,high,low,close,volume,sma20',
    row: /^\d{4}-\d\d-\d\d(,\d+(\.\d+)?){6}$/,
  },
  {
    menu: 'Performance',
    title: 'Performance chart',
    note: 'Past prices only; not advice',
    columns: 'date,close',
    row: /^\d{4}-\d\d-\d\d,\d/,
  },
] as const;

test('share link, exports and print of a listing', async ({ signedInPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await wholeReport(page);

  await test.step('the export menu works by keyboard; Escape, Tab and a press elsewhere close it', async () => {
    const button = menuButton(page, 'Performance');
    const menu = page.getByRole('menu', { name: 'Export Performance', exact: true });
    const item = (name: string) => menu.getByRole('menuitem', { name, exact: true });
    await button.press('Enter');
    await expect(item('CSV')).toBeFocused();
    await page.keyboard.press('End');
    await expect.soft(item('PNG')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect.soft(item('CSV')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect.soft(item('PNG')).toBeFocused();
    expect.soft(await violations(page, menu)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.soft(menu).toBeHidden();
    await expect.soft(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(item('CSV')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect.soft(menu).toBeHidden();
    await expect.soft(page.getByRole('application', { name: 'Performance chart' })).toBeFocused();
    await button.click();
    await expect(menu).toBeVisible();
    await page.getByRole('heading', { level: 2, name: 'Performance' }).click();
    await expect.soft(menu).toBeHidden();
  });

  for (const { menu, title, note, columns, row } of CHARTS) {
    await test.step(`${title}: a CSV with its provenance and a stamped PNG`, async () => {
      const { name, content: text } = await exported(page, () => choose(page, menu, 'CSV'));
      expect.soft(name).toMatch(/^candor-[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv$/);
      const lines = text.toString().replaceAll('"', '').split('\r\n');
      expect.soft(lines[0]).toBe(`\uFEFF${columns}`);
      expect.soft(lines[1]).toMatch(row);
      expect.soft(lines.at(-7)).toBe(`# Candor,AAPL: ${title}`);
      expect.soft(lines.at(-6)).toBe('# Prices in,USD');
      expect.soft(lines.at(-5)).toMatch(/^# Source,Sample market: simulated prices/);
      expect.soft(lines.at(-2)).toBe(`# Note,${note}`);

      const { content } = await exported(page, () => choose(page, menu, 'PNG'));
      const canvas = await page.getByRole('application', { name: title }).locator('canvas').boundingBox();
      const { width, height } = pngSize(content);
      expect.soft(width).toBeGreaterThan(Math.max(canvas?.width ?? Infinity, 520));
      expect.soft(height).toBeGreaterThan((canvas?.height ?? Infinity) + 100);
      expect.soft(await drawnPixels(page, content)).toBeGreaterThan(500);
    });
  }

  await test.step('the shared link is that of the whole view', async () => {
    await analyse(page, 'TSLA');
    await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
    await card(page, 'Performance').getByRole('button', { name: '6M', exact: true }).click();
    await expect(page).toHaveURL('/prediction?ticker=TSLA&days=30&range=6M');
    await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
    await expect(page.getByText('Link copied')).toBeVisible();
    expect.soft(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  await test.step('a report prints on two pages from the dark theme', async () => {
    await expect(card(page, 'Forecast Signals').getByRole('row')).toHaveCount(31);
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    expect.soft(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2);
    await expect.soft(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await page.emulateMedia({ media: 'print' });
    await expect.soft(page.getByRole('banner')).toBeHidden();
    await expect.soft(page.getByRole('contentinfo')).toBeHidden();
    await expect.soft(card(page, 'Latest News')).toBeHidden();
    await expect.soft(card(page, 'Track record')).toBeVisible();
    await expect.soft(page.getByText('Model estimate, not advice.')).toBeVisible();
    await expect.soft(page.getByText('Sample market: simulated prices').first()).toBeVisible();
    await expect.soft(page.getByText(`Candor · ${page.url()}`)).toBeVisible();
  });
});

test('an own range survives a rotation while it is entered, and is in the picture once saved', async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 1180, height: 820 });
  await wholeReport(page);
  await page.getByText('Add your range', { exact: true }).click();
  await page.getByLabel('Why (optional)').fill('Earnings');
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(card(page, 'Forecast Signals')).toBeVisible();
  await expect(page.getByLabel('Why (optional)')).toHaveValue('Earnings');

  const picture = () => exported(page, () => choose(page, 'Stock Price Prediction', 'PNG'));
  const { content: without } = await picture();
  await page.getByRole('button', { name: 'Save range' }).click();
  await expect(page.getByText(/^Your range: \$/)).toBeVisible();
  const { content } = await picture();
  expect(pngSize(content)).toEqual(pngSize(without));
  expect(await drawnPixels(page, content, without)).toBeGreaterThan(500);
});
