/** The order of the analysis and the links to its sections. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { card } from './stock-page.ts';

/** Heading and link of every section, in the order of their weight. */
const SECTIONS = [
  ['Stock Price Prediction (7 days)', 'Forecast'],
  ['Odds', null],
  ['Track record', 'Track record'],
  ['Technical Chart (Candlestick)', 'Chart'],
  ['Forecast Signals', 'Signals'],
  ['Performance', 'Performance'],
  ['Technical Indicators', 'Indicators'],
  ['Stock Sentiment', 'Sentiment'],
  ['Latest News', 'News'],
  ['Stats', 'Stats'],
  ['Dividends and splits', 'Dividends'],
  ['Deep back-test', 'Back-test'],
] as const;

const LINKS = SECTIONS.flatMap(([heading, link]) => (link === null ? [] : [{ heading, link }]));

function sectionNav(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Sections' });
}

function current(page: Page): Locator {
  return sectionNav(page).locator('[aria-current]');
}

/** Until the last cards, which come with the news, are there. */
async function wholeReport(page: Page): Promise<void> {
  await expect(card(page, 'Deep back-test').getByRole('button', { name: 'Run back-test' })).toBeVisible();
  await expect(card(page, 'Stats')).toBeVisible();
  await expect(card(page, 'Stock Sentiment').getByRole('listitem').first()).toBeVisible();
}

/** Titles of the cards of a listing in the order of the document, and where they are. */
function headings(page: Page): Promise<{ text: string; top: number; left: number }[]> {
  return page.locator('main section h2').evaluateAll((all) =>
    all.map((heading) => {
      const { top, left } = heading.getBoundingClientRect();
      return { text: heading.textContent, top: top + scrollY, left };
    }),
  );
}

test('on a phone the cards are in the order of their importance and of the document @phone', async ({
  signedInPage: page,
}) => {
  await wholeReport(page);
  const found = await headings(page);
  expect(found.map(({ text }) => text)).toEqual(['AAPL', ...SECTIONS.map(([heading]) => heading)]);
  expect(found.toSorted((a, b) => a.top - b.top)).toEqual(found);
});

test('on a wide screen each column is in the order of the document', async ({ signedInPage: page }) => {
  await wholeReport(page);
  const [, ...found] = await headings(page);
  expect(found).toHaveLength(SECTIONS.length);
  expect(found.toSorted((a, b) => a.left - b.left || a.top - b.top)).toEqual(found);
});

for (const [name, width, height] of [
  ['a wide screen', 1440, 900],
  ['a phone', 375, 812],
] as const) {
  test(`every section link leads to its heading below all sticky bars, on ${name}`, async ({
    signedInPage: page,
  }) => {
    await page.setViewportSize({ width, height });
    await wholeReport(page);
    const links = sectionNav(page).getByRole('link');
    await expect(links).toHaveText(LINKS.map(({ link }) => link));
    for (const { heading, link } of LINKS) {
      // oxlint-disable no-await-in-loop -- one link after the other
      const target = page.getByRole('heading', { level: 2, name: heading, exact: true });
      await links.filter({ hasText: link }).press('Enter');
      await expect(current(page), link).toHaveText(link);
      await expect(current(page)).toBeInViewport({ ratio: 1 });
      expect(
        await target.evaluate((element) => {
          const { left, top } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + 2, top + 2));
        }),
        link,
      ).toBe(true);
      // oxlint-enable no-await-in-loop
    }
    await expect(page).toHaveURL(/ticker|prediction/);
    await expect(page).toHaveURL(/#back-test$/);
    await page.goBack();
    await expect(current(page)).toHaveText('Dividends');
  });
}

test('the current section is marked while the reader scrolls', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await wholeReport(page);
  await expect(current(page)).toHaveText('Forecast');
  for (const { heading, link } of [...LINKS.slice(1, 5), ...LINKS.slice(6, 8)]) {
    // oxlint-disable no-await-in-loop -- one section after the other
    await page
      .getByRole('heading', { level: 2, name: heading, exact: true })
      .evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 110));
    await expect(current(page)).toHaveText(link);
    // oxlint-enable no-await-in-loop
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(current(page)).toHaveText('Back-test');
});

test('a shared link opens at its section below the first screen', async ({ signedInPage: page }) => {
  // Another document: a change of the part alone would load nothing.
  await page.goto('/about');
  await page.goto('/prediction?ticker=NVDA&days=7&range=1M#stats');
  await expect(page.getByRole('heading', { level: 2, name: 'Stats', exact: true })).toBeInViewport();
  await expect(current(page)).toHaveText('Stats');
  await page.getByRole('button', { name: '6M', exact: true }).press('Enter');
  await expect(page).toHaveURL(/range=6M$/);
});

test('the section links are not printed, and fit a phone’s width @phone', async ({ signedInPage: page }) => {
  await expect(sectionNav(page).getByRole('link').first()).toBeVisible();
  const height = await sectionNav(page)
    .getByRole('link')
    .first()
    .evaluate((link) => link.clientHeight);
  expect(height).toBeGreaterThanOrEqual(40);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(sectionNav(page)).toBeHidden();
});
