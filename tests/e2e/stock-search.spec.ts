/** The search form of the analysis page, an ARIA combobox, by the browser's own keys and pointer. */
import type { Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { tickerField, tile } from './stock-page.ts';

test('the search by keyboard and by mouse', async ({ signedInTab: page, problems }) => {
  problems.expect(/status of 40[04].*\/api\/.*(MICRO|APPL|COCA|NASDAQ)/);
  await page.goto('/prediction?ticker=MSFT');
  const ticker = tickerField(page);
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  // Recent listings are known once the sign-in has been checked.
  await expect(page.getByRole('button', { name: 'MSFT on your watchlist' })).toBeEnabled();

  await test.step('the keyboard alone searches: slash, letters, wrapping arrows, Escape, Enter', async () => {
    await page.keyboard.press('/');
    await expect(ticker).toBeFocused();
    // The text is selected, so that typing replaces it.
    await page.keyboard.type('ap');
    await expect(ticker).toHaveValue('AP');
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await expect(options).toHaveCount(2);
    await expect.soft(ticker).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowUp');
    await expect.soft(options.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect.soft(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect.soft(options.first()).toBeHidden();
    await page.keyboard.press('Escape');
    await expect.soft(ticker).toHaveValue('');
    await page.keyboard.type(' aapl ');
    await page.keyboard.press('Enter');
    await expect(heading('AAPL')).toBeVisible();
    await expect.soft(ticker).toHaveValue('AAPL');
    await expect.soft(page).toHaveURL(/ticker=AAPL/);
  });

  await test.step('a click into the field selects its text, the next one places the caret, and the button clears it', async () => {
    await ticker.blur();
    await ticker.click();
    await page.keyboard.type('tsla');
    await expect.soft(ticker).toHaveValue('TSLA');
    await ticker.click({ position: { x: 40, y: 20 } });
    await page.keyboard.type('x');
    await expect.soft(ticker).toHaveValue(/^.{5}$/);
    await page.getByRole('button', { name: 'Clear ticker' }).click();
    await expect.soft(ticker).toHaveValue('');
    await expect.soft(ticker).toBeFocused();
  });

  await test.step('Enter on a company name opens the first result if no listing has that ticker; a mistyped ticker stays an error', async () => {
    const note = (text: string) => page.getByRole('status').filter({ hasText: text });
    await ticker.fill('micro');
    await ticker.press('Enter');
    await expect(heading('MSFT')).toBeVisible();
    await expect.soft(note('Matched “micro” to MSFT')).toBeVisible();
    await expect.soft(ticker).toHaveValue('MSFT');
    await expect.soft(page).toHaveURL(/ticker=MSFT/);
    await ticker.fill('appl');
    await ticker.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Couldn’t find APPL.');
    await expect.soft(page.getByRole('button', { name: /^AAPL/ })).toBeVisible();
    await expect.soft(note('MSFT for')).toHaveCount(0);
    await page.goBack();
    await expect(heading('MSFT')).toBeVisible();
    await ticker.fill('coca cola');
    await ticker.press('Enter');
    await expect(heading('KO')).toBeVisible();
    await expect.soft(note('Matched “coca cola” to KO')).toBeVisible();
    // The company name added no history entry.
    await page.goBack();
    await page.goBack();
    await expect(heading('AAPL')).toBeVisible();
    await expect.soft(note('Matched “')).toHaveCount(0);
  });

  await test.step('a suggestion under the pointer is prefetched if the Worker has it', async () => {
    const guesses: string[] = [];
    // After the last byte: a press before it would ask for the listing again.
    page.on('requestfinished', async (request) => {
      if (request.headers()['purpose'] !== 'prefetch') return;
      const response = await request.response();
      guesses.push(`${new URL(request.url()).pathname} ${response?.status()}`);
    });
    // Cached by the Worker, but not yet loaded by this page.
    await page.request.get('/api/stock/META?days=7&view=columns&v=2');
    await ticker.fill('meta');
    await page.getByRole('option', { name: /META/ }).hover();
    await expect.soft.poll(() => guesses).toContain('/api/stock/META 200');
  });

  await test.step('a prefetched listing is on screen and among the recent ones before its prices are refreshed', async () => {
    const held: Route[] = [];
    await page.route('**/api/stock/META?*', (route) => {
      held.push(route);
    });
    await page.getByRole('option', { name: /META/ }).click();
    await expect(heading('META')).toBeVisible();
    await ticker.fill('');
    await ticker.press('ArrowDown');
    const recent = page.getByRole('listbox', { name: 'Recent tickers' }).getByRole('option');
    await expect.soft(recent).toHaveText([/^META/, /^AAPL/, /^MSFT/, /^KO/]);
    await Promise.all(held.map((route) => route.continue()));
    await page.unroute('**/api/stock/META?*');
  });

  await test.step('leaving the field hides the list, returning shows it again, and a click on a suggestion fetches it', async () => {
    await ticker.fill('nvd');
    const option = page.getByRole('option', { name: /NVDA/ });
    await expect(option).toBeVisible();
    await ticker.blur();
    await expect.soft(option).toBeHidden();
    await ticker.focus();
    await option.click();
    await expect(heading('NVDA')).toBeVisible();
    await expect.soft(ticker).toHaveValue('NVDA');
    await expect.soft(page.getByRole('listbox')).toHaveCount(0);
  });

  await test.step('the server’s ticker replaces the requested one, in the URL too', async () => {
    await page.route('**/api/stock/BRK.B?*', async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace('BRK.B', 'MSFT') });
      const body = (await answer.json()) as object;
      await route.fulfill({ json: { ...body, ticker: 'BRK-B', requested_ticker: 'BRK.B' } });
    });
    await ticker.fill('brk.b');
    await ticker.press('Enter');
    await expect.soft(ticker).toHaveValue('BRK-B');
    await expect.soft(page).toHaveURL(/\?ticker=BRK-B&/);
    await page.goBack();
    await expect.soft(page).toHaveURL(/\?ticker=NVDA&/);
  });

  await test.step('a link may spell a ticker as another app does', async () => {
    await page.goto('/prediction?ticker=NASDAQ:MSFT&days=14');
    await expect(heading('MSFT')).toBeVisible();
    await expect.soft(page).toHaveURL('/prediction?ticker=MSFT&days=14&range=1M');
    await expect.soft(ticker).toHaveValue('MSFT');
  });
});
