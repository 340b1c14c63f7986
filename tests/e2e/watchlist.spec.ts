/** The watchlist: stars, rows, order, alerts, text in and out, and what happens when storage or network fail. */
import { expect, test } from './fixtures.ts';
import { analyse, card, tickerField } from './stock-page.ts';
import { THEMES } from './routes.ts';
import { violations } from './violations.ts';
import { expectOrder, openWatchlist, row, sidewaysScroll } from './watchlist-page.ts';

test('stars in the header card and in the suggestions add listings', async ({ signedInPage: page }) => {
  const star = page.getByRole('button', { name: 'AAPL on my watchlist' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await tickerField(page).fill('nvd');
  const option = page.getByRole('option', { name: /NVDA/ });
  await option.locator('[title*="watchlist"]').click();
  // The list stays open, and the ticker on screen the same.
  await expect(option).toHaveAccessibleName(/on the watchlist/);
  await page.getByRole('link', { name: 'Watchlist' }).first().click();
  await expectOrder(page, ['AAPL', 'NVDA']);
  await expect(row(page, 'NVDA')).toContainText('NVIDIA');
  await expect(row(page, 'NVDA').getByRole('cell').first()).toHaveText(/^\$[\d,.]+$/);
  await page.reload();
  await expectOrder(page, ['AAPL', 'NVDA']);
});

test('the keyboard alone stars a suggestion, opens the list, moves a row, sets an alert and removes a row', async ({
  signedInPage: page,
}) => {
  // Until the session is confirmed there is no watchlist to star on, and the button is disabled.
  await expect(page.getByRole('button', { name: 'AAPL on my watchlist' })).toBeEnabled();
  await page.keyboard.press('/');
  await page.keyboard.type('msft');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('MSFT on the watchlist', { exact: true })).toBeAttached();
  await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
  await page.goto('/watchlist');
  await page.getByLabel('Add a ticker').focus();
  await page.keyboard.type('tsla');
  await page.keyboard.press('Enter');
  await page.keyboard.type('nvda');
  await page.keyboard.press('Enter');
  await expectOrder(page, ['MSFT', 'TSLA', 'NVDA']);

  const up = page.getByRole('button', { name: 'Move NVDA up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expectOrder(page, ['MSFT', 'NVDA', 'TSLA']);
  await expect(up).toBeFocused();
  await expect(page.getByText('NVDA is number 2 of 3')).toBeAttached();
  await page.keyboard.press('Alt+ArrowUp');
  await expectOrder(page, ['NVDA', 'MSFT', 'TSLA']);
  await page.keyboard.press('Alt+ArrowUp');
  await expectOrder(page, ['NVDA', 'MSFT', 'TSLA']);
  await page.keyboard.press('Alt+ArrowDown');
  await expectOrder(page, ['MSFT', 'NVDA', 'TSLA']);

  await page.getByRole('button', { name: 'Alerts for NVDA: none' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Alerts for NVDA' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Price in USD').focus();
  await page.keyboard.type('999999');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toContainText('price is at or above $999,999.00');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Alerts for NVDA: 1' })).toBeFocused();
  // The browser returns the focus at once, the app once more in the frame after, when the dialog goes.
  await expect(page.locator('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'NVDA on my watchlist' }).focus();
  await page.keyboard.press('Enter');
  await expectOrder(page, ['MSFT', 'TSLA']);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectOrder(page, ['MSFT', 'NVDA', 'TSLA']);
  await expect(page.getByRole('button', { name: 'Alerts for NVDA: 1' })).toBeVisible();
});

test('a dialog that closes does not take back the focus that the reader has moved', async ({
  signedInPage: page,
}) => {
  await openWatchlist(page, 'MSFT NVDA');
  await page.getByRole('button', { name: 'Alerts for NVDA: none' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alerts for NVDA' });
  await expect(dialog).toBeVisible();
  // What Escape and Tab do between two frames: a browser tells of a closed dialog in the frame after.
  await dialog.evaluate((element: HTMLDialogElement) => {
    element.close();
    document.querySelector<HTMLElement>('[aria-label="NVDA on my watchlist"]')?.focus();
  });
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'NVDA on my watchlist' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOrder(page, ['MSFT']);
});

test('column heads sort the list and restore the user’s order; a sorted list cannot be rearranged', async ({
  signedInPage: page,
}) => {
  await openWatchlist(page, 'MSFT, AAPL; NVDA');
  const head = page.getByRole('columnheader', { name: 'Ticker' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expectOrder(page, ['AAPL', 'MSFT', 'NVDA']);
  await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0);
  await head.getByRole('button').click();
  await expectOrder(page, ['NVDA', 'MSFT', 'AAPL']);
  await head.getByRole('button').click();
  await expect(head).not.toHaveAttribute('aria-sort');
  await expectOrder(page, ['MSFT', 'AAPL', 'NVDA']);
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  const prices = await page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
  const numbers = prices.map((text) => Number(text.replace(/[$,]/g, '')));
  expect(numbers).toHaveLength(3);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
});

test('a row is dragged by its grip, and Escape puts it back', async ({ signedInPage: page }) => {
  await openWatchlist(page, 'AAPL MSFT NVDA');
  const grip = async (ticker: string) => {
    const box = await row(page, ticker).locator('[title="Drag to reorder"]').boundingBox();
    return { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8 };
  };
  const [from, to] = [await grip('AAPL'), await grip('NVDA')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await expectOrder(page, ['MSFT', 'NVDA', 'AAPL']);
  await page.mouse.up();
  await expectOrder(page, ['MSFT', 'NVDA', 'AAPL']);
  const again = await grip('MSFT');
  await page.mouse.move(again.x, again.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await expectOrder(page, ['NVDA', 'AAPL', 'MSFT']);
  await page.keyboard.press('Escape');
  await expectOrder(page, ['MSFT', 'NVDA', 'AAPL']);
  await page.mouse.up();
});

test('all rows come with one batched call, and at once on the next visit to the page', async ({
  signedInPage: page,
}) => {
  const calls: number[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/quotes') calls.push(url.searchParams.get('tickers')?.split(',').length ?? 0);
  });
  await openWatchlist(page, 'AAPL MSFT GOOGL AMZN META NVDA TSLA AMD');
  await expect(page.getByRole('cell', { name: /^\$/ })).toHaveCount(8);
  expect(calls.every((count) => count === 8)).toBe(true);
  expect(calls.length).toBeLessThanOrEqual(4);
  await page.getByRole('link', { name: 'About', exact: true }).first().click();
  await page.goBack();
  // What is known is shown at once.
  await expect(page.getByRole('cell', { name: /^\$/ })).toHaveCount(8, { timeout: 1000 });
});

test('an alert that is met shows on any page, and through the browser once allowed', async ({
  signedInPage: page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Recorder extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(`${title} | ${options?.body ?? ''}`);
      }
    }
    Object.assign(globalThis, { Notification: Recorder, shown });
  });
  await openWatchlist(page, 'AAPL');
  await page.getByRole('button', { name: 'Alerts for AAPL: none' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Checked while the app is open');
  await dialog.getByLabel('Price in USD').fill('1');
  await dialog.getByRole('button', { name: 'Add alert' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('met');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const alerts = page.getByRole('log', { name: 'Alerts' });
  await expect(alerts).toContainText(
    /AAPL: price is at or above \$1\.00\. Now \$[\d.]+\. Simulated prices\./,
  );
  expect(await page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)).toEqual([
    expect.stringMatching(/^AAPL: price is at or above \$1\.00 \| Now \$[\d.]+\. Simulated prices\.$/),
  ]);
  await page.getByRole('link', { name: 'About', exact: true }).first().click();
  // The page that arrives takes the focus.
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
  await expect(alerts).toContainText('AAPL');
  await alerts.getByRole('button', { name: 'Dismiss the alert of AAPL' }).press('Enter');
  await expect(alerts).toBeEmpty();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the browser asks about notifications only after the button is pressed', async ({
  signedInPage: page,
}) => {
  await page.addInitScript(() => {
    let asked = 0;
    Object.defineProperty(Notification, 'permission', { get: () => (asked > 0 ? 'denied' : 'default') });
    Notification.requestPermission = async () => {
      asked += 1;
      Object.assign(globalThis, { asked });
      return 'denied';
    };
  });
  await openWatchlist(page, 'AAPL price>=1');
  await page.getByRole('button', { name: /Alerts for AAPL/ }).click();
  const dialog = page.getByRole('dialog');
  const ask = dialog.getByRole('button', { name: 'Notify me through this browser too' });
  await expect(ask).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { asked?: number }).asked)).toBeUndefined();
  await ask.click();
  await expect(dialog).toContainText('This browser blocks notifications');
  expect(await page.evaluate(() => (globalThis as unknown as { asked?: number }).asked)).toBe(1);
});

test('the list exports as text and imports the same, alerts included', async ({ signedInPage: page }) => {
  await openWatchlist(page, 'AAPL price>=250 day<=-3.5\nBRK.B signal=STRONG-BUY\nMSFT');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as text' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('candor-watchlist.txt');
  const text = (await (await file.createReadStream()).toArray()).join('');
  expect(text).toBe('AAPL price>=250 day<=-3.5\nBRK.B signal=STRONG-BUY\nMSFT\n');
  for (const ticker of ['AAPL', 'BRK.B', 'MSFT']) {
    // oxlint-disable-next-line no-await-in-loop -- one row after the other
    await page.getByRole('button', { name: `${ticker} on my watchlist` }).click();
  }
  await expect(page.getByRole('heading', { name: 'Nothing watched yet' })).toBeVisible();
  await page.getByLabel('Tickers to add').fill(`${text} <bad>`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('3 added. not understood: <bad>.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alerts for AAPL: 2' })).toBeVisible();
});

test('listings are put into groups, which the address, the comparison and the file follow', async ({
  newlySignedInPage: page,
}) => {
  await openWatchlist(page, 'AAPL MSFT KO');
  const groups = page.getByRole('combobox', { name: 'Group' });
  await expect(groups).toHaveCount(0);
  await page.getByRole('button', { name: 'Group of MSFT: none' }).click();
  await page.getByLabel('New group').fill('Big_tech');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Letters, digits and spaces, at most 40 characters.')).toBeVisible();
  await page.getByLabel('New group').fill('Big  tech');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Group of MSFT: Big tech' })).toBeFocused();
  await page.getByRole('button', { name: 'Group of AAPL: none' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Big tech', exact: true }).click();

  await groups.selectOption({ label: 'Big tech 2' });
  await expectOrder(page, ['AAPL', 'MSFT']);
  await expect(page).toHaveURL(/\/watchlist\?group=Big\+tech$/);
  await expect(page.getByRole('link', { name: 'Compare all 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move MSFT up' })).toHaveCount(0);
  await page.reload();
  await expectOrder(page, ['AAPL', 'MSFT']);
  await page.goBack();
  await expectOrder(page, ['AAPL', 'MSFT', 'KO']);

  await page.goForward();
  await page.getByRole('button', { name: 'Group of AAPL: Big tech' }).click();
  await page.getByRole('button', { name: 'No group' }).click();
  await expectOrder(page, ['MSFT']);
  await page.getByRole('button', { name: 'MSFT on my watchlist' }).click();
  // The last of its group is gone, and with it the group.
  await expectOrder(page, ['AAPL', 'KO']);
});

test('a list that is corrupt, from an older version, or changed in another tab never breaks the page', async ({
  newlySignedInPage: page,
  context,
  account,
}) => {
  const key = `candor:watchlist:${account.email}`;
  await page.evaluate((name) => localStorage.setItem(name, '{"version":1,"items":[{"ticker":7},'), key);
  await page.goto('/watchlist');
  await expect(page.getByRole('heading', { name: 'Nothing watched yet' })).toBeVisible();
  await page.evaluate((name) => localStorage.setItem(name, '["AAPL","not a ticker",3,"MSFT"]'), key);
  await page.reload();
  await expectOrder(page, ['AAPL', 'MSFT']);
  const other = await context.newPage();
  await other.goto('/watchlist');
  await expectOrder(other, ['AAPL', 'MSFT']);
  await other.getByRole('button', { name: 'AAPL on my watchlist' }).click();
  await expectOrder(page, ['MSFT']);
});

test('an empty list offers recent listings first, then well-known ones', async ({
  newlySignedInPage: page,
}) => {
  await analyse(page, 'KO');
  await page.goto('/watchlist');
  const stars = card(page, 'Listings to begin with').getByRole('button');
  await expect(stars).toHaveText([/^KO/, /^AAPL/, /^MSFT/, /^NVDA/, /^GOOGL/, /^AMZN/, /^TSLA/]);
  await expect(page.getByText(/>=|signal=/)).toHaveCount(0);
  await stars.nth(0).press('Enter');
  await expectOrder(page, ['KO']);
  await expect(stars.nth(0)).toBeFocused();
  await stars.nth(3).press('Enter');
  await expectOrder(page, ['KO', 'NVDA']);
  await expect(stars.nth(3)).toHaveAttribute('aria-pressed', 'true');
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expectOrder(page, ['KO', 'NVDA']);
  await expect(stars).toHaveCount(0);
});

test('full storage is reported, and the list keeps working', async ({ signedInPage: page }) => {
  await page.addInitScript(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(name: string, value: string) {
      if (name.includes('watchlist')) throw new DOMException('full', 'QuotaExceededError');
      write.call(this, name, value);
    };
  });
  await openWatchlist(page, 'AAPL MSFT');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible();
  await expectOrder(page, ['AAPL', 'MSFT']);
});

test('a failed refresh keeps the rows and says so; offline too', async ({
  signedInPage: page,
  context,
  problems,
}) => {
  // The sync's code, which loads when nothing else waits, may come too late.
  problems.expect(/503|ERR_INTERNET_DISCONNECTED|account-sync/);
  await openWatchlist(page, 'AAPL');
  await page.route('**/api/quotes?*', (route) =>
    route.fulfill({ status: 503, json: { error: 'The market data service is unavailable.', code: 'x' } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The market data service is unavailable.');
  await expect(row(page, 'AAPL').getByRole('cell').first()).toHaveText(/^\$/);
  await page.unroute('**/api/quotes?*');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await context.setOffline(true);
  await expect(page.getByText(/^Offline: prices from (.+, )?\d\d:\d\d\.$/).first()).toBeVisible();
  await expect(row(page, 'AAPL').getByRole('cell').first()).toHaveText(/^\$/);
  await context.setOffline(false);
});

test('an unknown ticker is removed from the list and named; a list of one is compared by its name', async ({
  signedInPage: page,
}) => {
  await openWatchlist(page, 'AAPL NOSUCH');
  await expect(page.getByRole('status').filter({ hasText: 'NOSUCH' })).toHaveText(
    'No listing was found for NOSUCH, so the list does not keep it.',
  );
  await expectOrder(page, ['AAPL']);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Compare AAPL', exact: true })).toBeVisible();
  await page.reload();
  await expectOrder(page, ['AAPL']);
});

test('a row whose refresh fails keeps its price and says so', async ({ signedInPage: page }) => {
  await openWatchlist(page, 'AAPL MSFT');
  await page.route('**/api/quotes?*', async (route) => {
    const body = (await (await route.fetch()).json()) as { quotes: { requested_ticker: string }[] };
    const quotes = body.quotes.map((quote) =>
      quote.requested_ticker === 'MSFT'
        ? { status: 'failed', requested_ticker: 'MSFT', code: 'upstream_unavailable', error: 'No answer.' }
        : quote,
    );
    await route.fulfill({ json: { ...body, quotes, due: 0 } });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row(page, 'MSFT')).toContainText('not updated: No answer.');
  await expect(row(page, 'MSFT').getByRole('cell').first()).toHaveText(/^\$/);
  await expect(row(page, 'AAPL')).not.toContainText('not updated');
});

test('at 375 px with touch: rows are cards, moved by buttons and by a finger, without sideways scrolling @phone', async ({
  signedInPage: page,
}) => {
  await openWatchlist(page, 'AAPL MSFT NVDA');
  await page.getByRole('button', { name: 'Move NVDA up' }).tap();
  await expectOrder(page, ['AAPL', 'NVDA', 'MSFT']);
  const small = await page
    .getByRole('row')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .map((button) => button.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && (width < 40 || height < 40)),
    );
  expect(small).toEqual([]);
  const finger = await page.context().newCDPSession(page);
  const grip = row(page, 'AAPL').locator('[title="Drag to reorder"]');
  await grip.scrollIntoViewIfNeeded();
  const from = await grip.boundingBox();
  const to = await row(page, 'NVDA').locator('[title="Drag to reorder"]').boundingBox();
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: (from?.x ?? 0) + 10, y }],
    });
  await touch('touchStart', (from?.y ?? 0) + 10);
  await touch('touchMove', ((from?.y ?? 0) + (to?.y ?? 0)) / 2);
  await touch('touchMove', (to?.y ?? 0) + 10);
  await touch('touchEnd', 0);
  await expectOrder(page, ['NVDA', 'AAPL', 'MSFT']);
  await page.getByLabel('Sort by').selectOption('Ticker');
  await expectOrder(page, ['AAPL', 'MSFT', 'NVDA']);
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
});

test('on a scrolled page a finger drags a row under it, and scrolls at the edges of the screen @phone', async ({
  signedInPage: page,
}) => {
  await openWatchlist(page, 'AAPL MSFT NVDA TSLA AMD META AMZN GOOGL');
  await expect(page.getByRole('cell', { name: /^\$/ })).toHaveCount(8);
  const finger = await page.context().newCDPSession(page);
  const grip = row(page, 'AMZN').locator('[title="Drag to reorder"]');
  await grip.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const from = await grip.boundingBox();
  const rowHeight = (await row(page, 'AMZN').boundingBox())?.height ?? 0;
  const x = (from?.x ?? 0) + 10;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  const y = (from?.y ?? 0) + 10;
  await touch('touchStart', y);
  await touch('touchMove', y - rowHeight / 2);
  await touch('touchMove', y - rowHeight);
  await expectOrder(page, ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMD', 'AMZN', 'META', 'GOOGL']);
  await touch('touchMove', y - 2 * rowHeight);
  await expectOrder(page, ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'AMD', 'META', 'GOOGL']);
  expect(await scrolled()).toBe(before);

  await touch('touchMove', 4);
  await expectOrder(page, ['AMZN', 'AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMD', 'META', 'GOOGL']);
  await touch('touchMove', 808);
  await expectOrder(page, ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMD', 'META', 'GOOGL', 'AMZN']);
  await touch('touchEnd', 0);
  await expectOrder(page, ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMD', 'META', 'GOOGL', 'AMZN']);
});

for (const theme of THEMES) {
  test(`axe finds nothing on a list with rows, alerts and its dialog in the ${theme} theme`, async ({
    signedInPage: page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await openWatchlist(page, 'AAPL price>=1 MSFT day<=-50 NOSUCH');
    await expect(page.getByRole('log', { name: 'Alerts' })).toContainText('AAPL');
    for (const width of [1440, 375]) {
      // oxlint-disable no-await-in-loop -- one width after the other
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page)).toEqual([]);
      // oxlint-enable no-await-in-loop
    }
    await page.getByRole('button', { name: /Alerts for AAPL/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
