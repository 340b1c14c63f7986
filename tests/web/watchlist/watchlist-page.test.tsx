import type { QuoteReady, SearchResult } from '#worker/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { OverlayDialog } from '#web/app/overlay-dialog.tsx';
import { ImportPage, WatchlistPage } from '#web/features/watchlist/watchlist-page.tsx';
import { useAtomValueRawSync } from '#web/store.ts';
import { overlayAtom } from '#web/shared/ui/overlay.ts';
import { watchlistAtom, type Alert, type WatchlistItem } from '#web/shared/user/watchlist.ts';
import { listing } from '../search/listing.ts';
import { edit, replaceWatchlist } from '#support/web/user-store.ts';
import { adasTab, openProvider, renderPage, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';
import { ready } from '../user/quotes.ts';

const { provider } = setUpPages();

/** Differences from the default quote. */
const QUOTED: Record<string, Partial<QuoteReady>> = {
  FB: { company_name: 'ProShares S&P 500 Dynamic Buffer ETF' },
  MC: { ai_signal: 'BUY', move_rarity: { sessions: 1000, as_large: 31 } },
};

/** What the search finds, by text. */
let found: Readonly<Record<string, readonly SearchResult[]>> = {};

beforeEach(async () => {
  found = {};
  await (await openProvider()).signOut();
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (url.pathname === '/api/search') return Response.json(found[url.searchParams.get('q') ?? ''] ?? []);
    if (url.pathname !== '/api/quotes') return provider().fetch(input, init);
    const tickers = url.searchParams.get('tickers')?.split(',') ?? [];
    return Response.json({
      horizon_days: 7,
      quotes: tickers.map((ticker) =>
        ticker.startsWith('NO')
          ? {
              status: 'failed',
              requested_ticker: ticker,
              error: `Couldn’t find ${ticker}.`,
              code: 'unknown_symbol',
            }
          : ready(ticker, QUOTED[ticker]),
      ),
      due: 0,
    });
  };
  HTMLElement.prototype.hidePopover ??= () => undefined;
});

const item = (ticker: string, ...alerts: Alert[]) => ({ ticker, name: `${ticker} Inc.`, alerts });

/** Opens the page with these items. */
/** What the page asks the app to open. */
function Dialogs() {
  const overlay = useAtomValueRawSync(overlayAtom);
  return overlay && <OverlayDialog overlay={overlay} onClose={() => undefined} />;
}

async function open(...items: WatchlistItem[]) {
  cleanup();
  edit(adasTab(), replaceWatchlist(items));
  await renderSignedIn(
    <>
      <WatchlistPage />
      <Dialogs />
    </>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Watchlist' });
}

const row = (ticker: string) => within(screen.getByRole('row', { name: new RegExp(`^${ticker}`) }));
const order = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.slice(0, 2));
const cells = (ticker: string) => row(ticker).getAllByRole('cell');

it('shows the chance of a fall beside that of a rise', async () => {
  await open(item('KO'));
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  await waitFor(() => expect(cells('KO').length).toBeGreaterThan(3));
  // The row header is not a cell.
  const cellOf = (head: string) => cells('KO')[heads.indexOf(head) - 1]?.textContent;
  expect(cellOf('Chance of +2%')).toContain('30%');
  expect(cellOf('Chance of −2%')).toContain('20%');
});

it('shows the previous signal if it changed, and sorts by how rare a move is', async () => {
  await open(item('KO'), item('MC'));
  expect(await screen.findByText('was HOLD')).toBe(row('MC').getByText('was HOLD'));
  expect(row('MC').getByRole('cell', { name: 'once in 32 sessions' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'How rare' }));
  expect(order()).toEqual(['MC', 'KO']);
});

it('has a row’s actions in one menu, beside its star', async () => {
  await open(item('KO'), item('MC'), item('VZ'));
  // Hidden, because only a browser opens the menu.
  const entries = (ticker: string) => row(ticker).getAllByRole('menuitem', { hidden: true });
  const names = (ticker: string) => entries(ticker).map(({ textContent }) => textContent);
  const entry = (ticker: string, name: string) => row(ticker).getByRole('menuitem', { hidden: true, name });
  expect(names('KO')).toEqual(['Move down', 'Alerts…', 'Group…']);
  expect(names('MC')).toEqual(['Move up', 'Move down', 'Move to top', 'Alerts…', 'Group…']);
  expect(names('VZ')).toEqual(['Move up', 'Move to top', 'Alerts…', 'Group…']);
  const buttons = row('KO').getAllByRole('button', { name: /KO/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Move KO',
    'KO on your watchlist',
    'More actions for KO',
    'KO details',
  ]);
  fireEvent.click(entry('KO', 'Move down'));
  expect(order()).toEqual(['MC', 'KO', 'VZ']);
  fireEvent.keyDown(row('KO').getByRole('button', { name: 'Move KO' }), { key: 'ArrowUp' });
  expect(order()).toEqual(['KO', 'MC', 'VZ']);
  fireEvent.click(screen.getByRole('button', { name: /^Ticker/ }));
  expect(row('KO').queryByRole('button', { name: 'Move KO' })).toBeNull();
  expect(names('KO')).toEqual(['Alerts…', 'Group…']);
});

it('dates only the rows whose price is older than the list’s, or could not be updated', async () => {
  QUOTED['MC'] = { ...QUOTED['MC'], as_of: '2026-11-19T20:59:00Z' };
  await open(item('KO'), item('MC'));
  expect(await screen.findByText(/^Prices from Nov 20.* · Yahoo$/)).toBeTruthy();
  expect(row('MC').getByText(/^Nov 19.* · MC Inc\.$/)).toBeTruthy();
  expect(row('KO').getByText('KO Inc.')).toBeTruthy();
});

it('shows stored prices with their age if the server cannot be reached', async () => {
  const stored = new Map<string, Response>();
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (path: string, response: Response) => void stored.set(path, response),
      match: async (path: string) => stored.get(path)?.clone(),
    }),
  });
  await open(item('KO'));
  await waitFor(() => expect(stored.size).toBe(1));
  globalThis.fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  await open(item('KO'), item('NEW'));
  expect(await screen.findByText(/^Prices from Nov 20/)).toBeTruthy();
  expect(row('KO').getByRole('cell', { name: '$100.00' })).toBeTruthy();
  expect(row('NEW').queryByText(/\$/)).toBeNull();
});

it('puts several listings into a group at once, and stays open for the next group', async () => {
  await open(item('KO'), item('MC'), item('VZ'));
  fireEvent.click(screen.getByRole('button', { name: 'Groups…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Groups' }));
  for (const ticker of ['KO', 'VZ']) fireEvent.click(dialog.getByRole('checkbox', { name: ticker }));
  fireEvent.change(dialog.getByLabelText('New group'), { target: { value: 'Income' } });
  fireEvent.submit(dialog.getByLabelText('New group').closest('form')!);
  expect(dialog.getByRole('checkbox', { name: 'VZ Income' })).toBeTruthy();
  expect(
    adasTab()
      .get(watchlistAtom)
      .map(({ group }) => group),
  ).toEqual(['Income', undefined, 'Income']);
});

it('marks a row that has alerts, and opens them from there', async () => {
  await open(item('KO', { rule: { on: 'signal' } }));
  fireEvent.click(row('KO').getByRole('button', { name: 'Alerts for KO: 1' }));
  expect(await screen.findByRole('dialog', { name: 'Alerts for KO' })).toBeTruthy();
});

/** Previews a list, and waits for its rows. */
async function preview(text: string) {
  fireEvent.change(screen.getByLabelText(/^Tickers, ISINs/), { target: { value: text } });
  fireEvent.submit(screen.getByRole('button', { name: 'Preview import' }).closest('form')!);
  await screen.findByRole('heading', { name: /^Read:/ });
}
const previewed = (text: string) =>
  within(
    within(screen.getByRole('group', { name: /^Read/ })).getByRole('row', { name: new RegExp(`^${text}`) }),
  )
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it.each([
  ['lines', ''],
  ['a table', 'symbol,shares\n'],
])('refuses %s of more than 500 rows instead of dropping the rest', async (_, header) => {
  await open(item('KO'));
  const list = (rows: number) => header + Array.from({ length: rows }, (_row, n) => `A${n}.DE`).join('\n');
  fireEvent.change(screen.getByLabelText(/^Tickers, ISINs/), { target: { value: list(501) } });
  fireEvent.submit(screen.getByRole('button', { name: 'Preview import' }).closest('form')!);
  expect(await screen.findByText('This list has more than 500 rows. Import it in parts.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: /^Read:/ })).toBeNull();
  await preview(list(500));
  expect(screen.getByRole('heading', { name: 'Read: 500 of 500' })).toBeTruthy();
});

it('shows what an import’s rows are read as, stores them on demand, and can be undone', async () => {
  found = {
    MCDONALDS: [listing('MCD', 'McDonald’s Corporation')],
    MICROSFT: [{ ...listing('MSFT', 'Microsoft Corporation'), similar: true }],
    DE0007236101: [listing('SIE.DE', 'Siemens AG'), listing('SIE.F', 'Siemens AG')],
  };
  await open(item('KO'));
  await preview('KO,###Food,NYSE:MC,mcdonalds,###Tech,microsft,DE0007236101,=HYPERLINK("x"),<bad>');
  expect(order()).toContain('KO');
  expect(previewed('KO')).toEqual(['KO', 'Already on your watchlist']);
  expect(previewed('NYSE:MC')).toEqual(['MC', 'Group: Food']);
  expect(previewed('mcdonalds')).toEqual(['MCD · McDonald’s Corporation', 'Group: Food']);
  expect(previewed('microsft')).toEqual(['–', 'Did you mean MSFT (Microsoft Corporation)?']);
  expect(previewed('=HYPERLINK')).toEqual(['–', 'This is a formula, not a listing.']);
  expect(previewed('<bad>')).toEqual(['–', 'No listing was found for this text.']);
  fireEvent.change(screen.getByLabelText('Listing of DE0007236101'), { target: { value: 'SIE.F' } });
  const watched = () =>
    adasTab()
      .get(watchlistAtom)
      .map(({ ticker, group = '' }) => `${ticker} ${group}`);
  expect(watched()).toEqual(['KO ']);
  fireEvent.click(screen.getByRole('button', { name: 'Add 3 listings' }));
  expect(watched()).toEqual(['KO ', 'MC Food', 'MCD Food', 'SIE.F Tech']);
  expect(screen.getByRole('heading', { name: 'Not read: 3' })).toBeDefined();
  expect(screen.getByText(/^3 added\./)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Undo import' }));
  expect(watched()).toEqual(['KO ']);
});

it('says before an import how many listings a full list has no room for', async () => {
  await open(...Array.from({ length: 49 }, (_, i) => item(`T${i}`)));
  await preview('T1 MC VZ');
  expect(screen.getByText(/room for 1 of these 2 listings/)).toBeDefined();
  expect(previewed('VZ')).toEqual(['VZ', 'No room']);
  fireEvent.click(screen.getByRole('button', { name: 'Add 1 listing' }));
  expect(screen.getByText(/^1 added\./)).toBeDefined();
});

it.each([
  ['Use META', ['META']],
  ['Keep FB', ['FB']],
])('says that a ticker has passed to another company than the star’s: %s', async (button, left) => {
  await open({ ticker: 'FB', name: 'Facebook, Inc.', alerts: [] });
  const notice = await screen.findByText(/now belongs to/);
  expect(notice.textContent).toBe(
    'FB now belongs to ProShares S&P 500 Dynamic Buffer ETF. Facebook, Inc., which you starred, is META since Jun 9, 2022.',
  );
  fireEvent.click(screen.getByRole('button', { name: button }));
  expect(screen.queryByText(/now belongs to/)).toBeNull();
  expect(
    adasTab()
      .get(watchlistAtom)
      .map(({ ticker }) => ticker),
  ).toEqual(left);
});

it('shows a guest what a list is read as, and what an account keeps; nothing is stored', async () => {
  found = { DE0007236101: [listing('SIE.DE', 'Siemens AG'), listing('SIE.F', 'Siemens AG')] };
  const { store } = renderPage(<ImportPage />);
  await preview('NASDAQ:AAPL,###Europe,DE0007236101');
  expect(previewed('NASDAQ:AAPL')).toEqual(['AAPL', '']);
  expect(previewed('DE0007236101').at(-1)).toBe('Group: Europe');
  expect(screen.getByText(/^Nothing here is stored\. An account keeps a watchlist/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  expect(store.get(watchlistAtom)).toEqual([]);
});
