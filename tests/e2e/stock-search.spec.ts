/** The search form of the analysis page: an ARIA combobox. */
import { SAMPLE_ORIGIN } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { analyse, tickerField, tile } from './stock-page.ts';

test.beforeEach(async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
});

test('the field shows its ticker as soon as it appears', async ({ signedInPage: page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const field = document.querySelector<HTMLInputElement>('input[role="combobox"]');
      if (field === null) return;
      observer.disconnect();
      Object.assign(window, { firstText: field.value });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/prediction?ticker=MSFT');
  await expect(tickerField(page)).toHaveValue('MSFT');
  expect(await page.evaluate(() => (window as unknown as { firstText: string }).firstText)).toBe('MSFT');
});

test('the keyboard alone searches: slash, letters, wrapping arrows, Escape, Enter', async ({
  signedInPage: page,
}) => {
  const ticker = tickerField(page);
  await page.keyboard.press('/');
  await expect(ticker).toBeFocused();
  // The text is selected, so that typing replaces it.
  await page.keyboard.type('ap');
  await expect(ticker).toHaveValue('AP');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options).toHaveCount(2);
  await expect(ticker).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(ticker).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(options.first()).toBeHidden();
  await expect(ticker).toHaveValue('AP');
  await page.keyboard.press('Escape');
  await expect(ticker).toHaveValue('');
  await page.keyboard.type(' msft ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'MSFT', exact: true })).toBeVisible();
  await expect(ticker).toHaveValue('MSFT');
  await expect(page).toHaveURL(/ticker=MSFT/);
});

test('one lookup per pause in typing, and none after the form is submitted', async ({
  signedInPage: page,
}) => {
  await page.clock.install();
  const lookups: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/search') lookups.push(url.searchParams.get('q') ?? '');
  });
  await tickerField(page).fill('');
  await tickerField(page).pressSequentially('nvd', { delay: 30 });
  await expect(page.getByRole('option', { name: /NVDA/ })).toBeVisible();
  expect(lookups).toEqual(['NVD']);
  await analyse(page, 'TSLA');
  await page.clock.fastForward(1000);
  expect(lookups).toEqual(['NVD']);
});

test('a suggestion under the pointer or the keyboard is prefetched, if the Worker has it', async ({
  signedInPage: page,
}) => {
  const guesses: string[] = [];
  page.on('response', (response) => {
    if (response.request().headers()['purpose'] === 'prefetch')
      guesses.push(`${new URL(response.url()).pathname} ${response.status()}`);
  });
  // Kept at the edge, but not yet seen by this page.
  await page.request.get('/api/stock/META?days=7&view=columns&v=2');
  await tickerField(page).fill('meta');
  await page.getByRole('option', { name: /META/ }).hover();
  await expect.poll(() => guesses).toEqual(['/api/stock/META 200']);
  await tickerField(page).press('ArrowDown');
  await tickerField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'META', exact: true })).toBeVisible();
});

test('a click on a suggestion fetches it; leaving the field hides the list, coming back shows it again', async ({
  signedInPage: page,
}) => {
  const ticker = tickerField(page);
  await ticker.fill('nvd');
  const option = page.getByRole('option', { name: /NVDA/ });
  await expect(option).toBeVisible();
  await ticker.blur();
  await expect(option).toBeHidden();
  await ticker.focus();
  await expect(option).toBeVisible();
  await option.click();
  await expect(ticker).toHaveValue('NVDA');
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('an empty field offers recent tickers, even after a reload', async ({ signedInPage: page }) => {
  // Whose listings they are is known once the session is checked.
  const star = page.getByRole('button', { name: 'TSLA on my watchlist' });
  await analyse(page, 'TSLA');
  await expect(star).toBeEnabled();
  await page.reload();
  await expect(star).toBeEnabled();
  await tickerField(page).fill('');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await tickerField(page).press('ArrowDown');
  const recent = page.getByRole('listbox', { name: 'Recent tickers' });
  await expect(recent.getByRole('option').first()).toContainText('TSLA');
  await recent.getByRole('option', { name: /AAPL/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
});

test('the server’s ticker replaces the requested one', async ({ signedInPage: page }) => {
  await page.route('**/api/stock/BRK.B?*', async (route) => {
    const answer = await route.fetch({ url: route.request().url().replace('BRK.B', 'MSFT') });
    const body = (await answer.json()) as object;
    await route.fulfill({ json: { ...body, ticker: 'BRK-B', requested_ticker: 'BRK.B' } });
  });
  await tickerField(page).fill('brk.b');
  await tickerField(page).press('Enter');
  await expect(tickerField(page)).toHaveValue('BRK-B');
});

test('a click into the field selects its text, the next one sets the caret, and the button clears it', async ({
  signedInPage: page,
}) => {
  const ticker = tickerField(page);
  await ticker.click();
  await page.keyboard.type('msft');
  await expect(ticker).toHaveValue('MSFT');
  await ticker.click({ position: { x: 40, y: 20 } });
  await page.keyboard.type('x');
  await expect(ticker).toHaveValue(/^.{5}$/);
  await page.getByRole('button', { name: 'Clear the ticker' }).click();
  await expect(ticker).toHaveValue('');
  await expect(ticker).toBeFocused();
});

test('on a phone a tap selects too, and the search has a row of its own', async ({ browser, session }) => {
  const context = await browser.newContext({
    baseURL: SAMPLE_ORIGIN,
    hasTouch: true,
    serviceWorkers: 'block',
    viewport: { width: 375, height: 812 },
  });
  const page = await context.newPage();
  await page.goto('/favicon.svg');
  await page.evaluate(
    (entries) => entries.forEach(([name, value]) => localStorage.setItem(name, value)),
    session,
  );
  await page.goto('/prediction');
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  const ticker = tickerField(page);
  await ticker.tap();
  await page.keyboard.type('msft');
  await expect(ticker).toHaveValue('MSFT');
  const field = await ticker.boundingBox();
  expect(field?.width).toBeGreaterThan(300);
  await expect(page.getByRole('option', { name: /Microsoft/ })).toBeVisible();
  await context.close();
});
