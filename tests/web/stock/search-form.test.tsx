import type { SearchResult } from '#worker/contract';
import { act, cleanup, fireEvent, render, screen, type RenderOptions } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { SearchForm } from '#web/features/stock/search-form.tsx';
import '#web/shared/api/contract-check.ts';
import { rememberListing } from '#web/shared/user/recent-listings.ts';
import { addListings } from '#web/shared/user/watchlist.ts';
import { edit, inStore, tickers, userStore } from '#support/web/user-store.ts';

const LISTINGS: SearchResult[] = [
  {
    symbol: 'NVDA',
    name: 'NVIDIA Corporation',
    exchange: 'NASDAQ',
    country: 'United States',
    currency: 'USD',
  },
  { symbol: 'NFLX', name: 'Netflix, Inc.', exchange: 'NASDAQ', country: 'United States', currency: 'USD' },
];

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Props = ComponentProps<typeof SearchForm>;

function renderForm(props: Partial<Props>, options: RenderOptions = {}) {
  const form = (change: Partial<Props>) => (
    <SearchForm
      ticker="AAPL"
      onPrefetch={() => undefined}
      onAnalyse={() => undefined}
      isBusy={false}
      {...props}
      {...change}
    />
  );
  const { rerender } = render(form({}), options);
  return {
    input: screen.getByRole<HTMLInputElement>('combobox', { name: 'Ticker' }),
    rerender: (change: Partial<Props>) => rerender(form(change)),
  };
}

/** The form with the focus in its field, which loads the list. */
async function setUp(store = userStore()) {
  vi.stubGlobal('fetch', async () => Response.json(LISTINGS));
  const { symbol: ticker, name: company_name, exchange, currency } = LISTINGS[1]!;
  edit(store, rememberListing({ ticker, company_name, exchange, currency }));
  const onAnalyse = vi.fn<(ticker: string) => void>();
  const prefetch = vi.fn<(ticker: string) => void>();
  const { input } = renderForm({ onPrefetch: prefetch, onAnalyse }, { wrapper: inStore(store) });
  act(() => input.focus());
  await screen.findByRole('listbox', { hidden: true });
  vi.useFakeTimers();
  async function type(text: string) {
    fireEvent.change(input, { target: { value: text } });
    await act(() => vi.advanceTimersByTimeAsync(250));
  }
  return { input, type, onAnalyse, prefetch };
}

test('the combobox says whether it is open, what it controls and which option is active', async () => {
  const { input, type } = await setUp();
  expect(input.getAttribute('aria-expanded')).toBe('false');
  await type('n');
  expect(input.getAttribute('aria-expanded')).toBe('true');
  expect(input.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  expect(input.getAttribute('aria-activedescendant')).toBeNull();
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  const [first] = screen.getAllByRole('option');
  expect(input.getAttribute('aria-activedescendant')).toBe(first?.id);
  expect(first?.getAttribute('aria-selected')).toBe('true');
});

test('an option under the keyboard or the pointer is prefetched', async () => {
  const { input, type, prefetch } = await setUp();
  await type('n');
  expect(prefetch).not.toHaveBeenCalled();
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  const [first, second] = screen.getAllByRole('option');
  expect(prefetch.mock.calls).toEqual([[first?.firstChild?.textContent]]);
  if (second) fireEvent.pointerEnter(second);
  expect(prefetch.mock.calls.at(-1)).toEqual([second?.firstChild?.textContent]);
});

test('the number of suggestions is announced', async () => {
  const { type } = await setUp();
  await type('n');
  expect(screen.getByRole('status').textContent).toBe('2 suggestions');
});

test('an option reads symbol, name, exchange and currency', async () => {
  const { type } = await setUp();
  await type('n');
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('NVDANVIDIA CorporationNASDAQ · USD');
});

test('an empty field offers the recent tickers, labelled as recent', async () => {
  const { input, type } = await setUp();
  await type('');
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.click(input);
  expect(screen.getByRole('listbox', { name: 'Recent tickers' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('1 recent ticker');
  expect(screen.getAllByRole('option', { name: /Netflix/ })).toHaveLength(1);
});

test('the button submits the typed text', async () => {
  const { type, onAnalyse } = await setUp();
  await type(' msft ');
  fireEvent.click(screen.getByRole('button', { name: 'Analyze Stock' }));
  expect(onAnalyse.mock.calls).toEqual([['MSFT']]);
});

test('Enter chooses the active option', async () => {
  const { input, type, onAnalyse } = await setUp();
  await type('n');
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  fireEvent.submit(input);
  expect(onAnalyse.mock.calls).toEqual([['NFLX']]);
  expect(input.value).toBe('NFLX');
});

test('a click chooses an option, and pressing it keeps the focus in the field', async () => {
  const { type, onAnalyse } = await setUp();
  await type('n');
  const option = screen.getAllByRole('option')[1];
  if (option === undefined) throw new Error('expected an option');
  expect(fireEvent.pointerDown(option)).toBe(false);
  fireEvent.click(option);
  expect(onAnalyse.mock.calls).toEqual([['NFLX']]);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('an empty field submits nothing', async () => {
  const { type, onAnalyse } = await setUp();
  await type('  ');
  fireEvent.click(screen.getByRole('button', { name: 'Analyze Stock' }));
  expect(onAnalyse).not.toHaveBeenCalled();
});

test('the horizons are 1, 7, 14 and 30 days', async () => {
  await setUp();
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Forecast days' });
  expect([...select.querySelectorAll('option')].map((option) => option.value)).toEqual([
    '1',
    '7',
    '14',
    '30',
  ]);
  fireEvent.change(select, { target: { value: '14' } });
  expect(select.value).toBe('14');
});

test('the caret stays where the user types although the text becomes upper case', async () => {
  const { input } = await setUp();
  // As in a browser: the letter is in the field and the caret after it, then the event fires.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'bAAPL');
  input.setSelectionRange(1, 1);
  fireEvent.input(input);
  expect([input.value, input.selectionStart]).toEqual(['BAAPL', 1]);
});

test.each([
  ['a star', 0, 'NVDA added to your watchlist'],
  ['a star that a full list does not take', 50, 'Your watchlist is full (50 listings). Remove one first.'],
])('%s is announced by its result', async (_what, watched, said) => {
  const store = userStore();
  edit(store, addListings(Array.from({ length: watched }, (_, i) => ({ ticker: `T${i}`, name: '' }))));
  const { input, type } = await setUp(store);
  await type('n');
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true });
  expect(tickers(store).includes('NVDA')).toBe(watched === 0);
  expect(screen.getByRole('status').textContent).toBe(said);
});

test('a selection in the document’s own field is kept, so that the next key replaces it', () => {
  document.body.innerHTML = '<div id="root" data-shell><input value="AAPL"></div>';
  const shell = document.querySelector('input')!;
  shell.focus();
  shell.select();
  renderForm({}, { container: document.getElementById('root')! });
  const field = document.querySelector('input')!;
  expect(field).not.toBe(shell);
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4]);
});

test('a link’s spelling becomes the server’s symbol, but a text that the user has typed stays', () => {
  const { rerender, input } = renderForm({ ticker: 'BRK.B' });
  rerender({ ticker: 'BRK-B' });
  expect(input.value).toBe('BRK-B');
  fireEvent.change(input, { target: { value: 'TSLA' } });
  rerender({ ticker: 'MSFT' });
  expect(input.value).toBe('TSLA');
});
