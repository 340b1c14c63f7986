import { expect, type Locator, type Page } from 'playwright/test';
import { violations } from './violations.ts';

/** A tile by its label. */
export function tile(page: Page, name: string): Locator {
  return page.getByRole('group', { name, exact: true });
}

/** A card by its heading. Uses elements, because role look-ups take three times as long on a long page. */
export function card(page: Page, name: string | RegExp): Locator {
  return page.locator('section', { has: page.locator('h2', { hasText: name }) });
}

/** The ticker field. */
export function tickerField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Ticker' });
}

/** The date in the strip above a chart: the session under the crosshair, else the last one. */
export function shownDate(chart: Locator): Locator {
  return chart.locator('figure dl').first().locator('dd').first();
}

/**
 * What axe finds on a part of the page, scrolled to the page's top: elements half under a sticky bar would count as too small.
 */
export async function violationsFromTop(page: Page, part: Locator): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0));
  return violations(page, part);
}

/** The strip without a network. After midnight in the user's zone it shows yesterday's date before the time. */
export const OFFLINE_COPY = /^Offline\. Showing prices from (.+, )?\d\d:\d\d/;

/** Types a ticker, submits it with Enter and waits for its card. */
export async function analyse(page: Page, ticker: string): Promise<void> {
  await tickerField(page).fill(ticker);
  await tickerField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: ticker, exact: true })).toBeVisible();
}

/** Waits until a canvas has pixels that are not transparent. */
export async function expectPainted(canvas: Locator): Promise<void> {
  await expect
    .poll(() =>
      canvas.evaluate((element: HTMLCanvasElement) => {
        // Inside the poll, because a chart with a new series gets a new canvas.
        element.scrollIntoView({ block: 'nearest' });
        const context = element.getContext('2d');
        if (context === null || element.width === 0) return 0;
        const { data } = context.getImageData(0, 0, element.width, element.height);
        let count = 0;
        for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 0) count += 1;
        return count;
      }),
    )
    .toBeGreaterThan(500);
}

/** Heading and link of every section, in page order. */
export const SECTIONS = [
  ['Stock Price Prediction (7 days)', 'Forecast'],
  ['Odds', null],
  ['Track record', 'Track record'],
  ['What changed', 'Changes'],
  ['Technical Chart (Candlestick)', 'Chart'],
  ['Forecast Signals', 'Signals'],
  ['Performance', 'Performance'],
  ['Technical Indicators', 'Indicators'],
  ['Stock Sentiment', 'Sentiment'],
  ['Latest News', 'News'],
  ['Stats', 'Stats'],
  ['Dividends and splits', 'Dividends'],
] as const;

/** The links to the sections. */
export function sectionLinks(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
}

/** The link of the current section. */
export function currentSection(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]');
}

/** The deep back-test within the track record. */
export function backTest(page: Page): Locator {
  return page.getByRole('region', { name: 'Deep back-test', exact: true });
}

/** Waits for the last cards, which arrive with the news. */
export async function wholeReport(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Run back-test' })).toBeVisible();
  await expect(card(page, 'Stats')).toBeVisible();
  await expect(card(page, 'Stock Sentiment').getByRole('listitem').first()).toBeVisible();
}

/** Titles and positions of a listing's cards, in document order. */
export function sectionHeadings(page: Page): Promise<{ text: string; top: number; left: number }[]> {
  return page.locator('main section h2').evaluateAll((all) =>
    all.map((heading) => {
      const { top, left } = heading.getBoundingClientRect();
      return { text: heading.textContent, top: top + scrollY, left };
    }),
  );
}

/** Follows every link by keyboard: its heading is visible with nothing over it, and the link is current. */
export async function expectLinksLeadToSections(page: Page): Promise<void> {
  const links = sectionLinks(page);
  const named = SECTIONS.flatMap(([heading, link]) => (link === null ? [] : [{ heading, link }]));
  await expect(links).toHaveText(named.map(({ link }) => link));
  for (const { heading, link } of named) {
    await links.filter({ hasText: link }).press('Enter');
    await expect.soft(currentSection(page), link).toHaveText(link);
    await expect.soft(currentSection(page), link).toBeInViewport({ ratio: 0.99 });
    const isOnTop = await page
      .getByRole('heading', { level: 2, name: heading, exact: true })
      .evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 2, top + 2));
      });
    expect.soft(isOnTop, link).toBe(true);
  }
}
