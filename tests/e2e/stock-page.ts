import { expect, type Locator, type Page } from 'playwright/test';

/** A tile by its label. */
export function tile(page: Page, name: string): Locator {
  return page.getByRole('group', { name, exact: true });
}

/** A card by its heading. */
export function card(page: Page, name: string | RegExp): Locator {
  return page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2, name }) });
}

/** The ticker field. */
export function tickerField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Ticker' });
}

/** Data without a network. A run that passes midnight in the reader's zone shows yesterday's date before the time. */
export const OFFLINE_COPY = /^Offline: data from (.+, )?\d\d:\d\d/;

/** Types a ticker, submits it with Enter and waits for its card. */
export async function analyse(page: Page, ticker: string): Promise<void> {
  await tickerField(page).fill(ticker);
  await tickerField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: ticker, exact: true })).toBeVisible();
}

/** A chart that drew nothing is a canvas of transparent pixels. */
export async function expectPainted(canvas: Locator): Promise<void> {
  await expect
    .poll(() =>
      canvas.evaluate((element: HTMLCanvasElement) => {
        // Within the poll: a chart that gets another series is drawn on a new canvas.
        element.scrollIntoView({ block: 'nearest' });
        const context = element.getContext('2d');
        if (context === null || element.width === 0) return 0;
        const { data } = context.getImageData(0, 0, element.width, element.height);
        return data.reduce((count, value, index) => count + (index % 4 === 3 && value > 0 ? 1 : 0), 0);
      }),
    )
    .toBeGreaterThan(500);
}

/** Answers the stock route of one ticker in place of the server. */
export async function answerStock(
  page: Page,
  ticker: string,
  answer: { status: number; headers?: Record<string, string>; json: unknown },
): Promise<void> {
  await page.route(`**/api/stock/${ticker}?*`, (route) => route.fulfill(answer));
}
