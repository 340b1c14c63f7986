/** Card order and section links on a wide screen; `stock-phone.spec.ts` covers a narrow one. */
import { expect, test } from './fixtures.ts';
import {
  card,
  currentSection,
  expectLinksLeadToSections,
  SECTIONS,
  sectionHeadings,
  wholeReport,
} from './stock-page.ts';

test('each column is in document order, and links lead to its sections', async ({ signedInTab: page }) => {
  await page.goto('/prediction?ticker=NVDA&days=7&range=1M#stats');

  await test.step('a shared link opens at its section below the first screen', async () => {
    const stats = page.getByRole('heading', { level: 2, name: 'Stats', exact: true });
    await expect.soft(stats).toBeInViewport();
    await expect.soft(currentSection(page)).toHaveText('Stats');
    await page.getByRole('button', { name: '6M', exact: true }).press('Enter');
    await expect.soft(page).toHaveURL(/range=6M$/);
  });

  await test.step('each column is in document order', async () => {
    await wholeReport(page);
    const [, ...found] = await sectionHeadings(page);
    expect.soft(found).toHaveLength(SECTIONS.length);
    expect.soft(found.toSorted((a, b) => a.left - b.left || a.top - b.top)).toEqual(found);
  });

  await test.step('dividends and splits are marked under the price and listed in a card', async () => {
    await expect.soft(card(page, 'Performance')).toContainText('D: ex-dividend date. S: split.');
    await expect.soft(card(page, 'Dividends and splits')).toContainText('10 for 1');
  });

  await test.step('every section link leads to its heading below all sticky bars', async () => {
    await expectLinksLeadToSections(page);
    await expect.soft(page).toHaveURL(/#dividends$/);
    await page.goBack();
    await expect.soft(currentSection(page)).toHaveText('Stats');
  });

  await test.step('a shared link opens at its section even if the page does not grow when the section appears', async () => {
    // The other column is longer, and nothing loads later.
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.stock-page_column:last-child { min-height: 5000px }');
      document.adoptedStyleSheets.push(sheet);
    });
    await page.route(/\/api\/(?:news|sentiment)\//, () => undefined);
    await page.goto('/prediction?ticker=NVDA#stats');
    await expect(page.getByRole('heading', { level: 2, name: 'Stats', exact: true })).toBeInViewport();
  });
});
