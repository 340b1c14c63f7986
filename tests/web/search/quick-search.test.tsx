import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { nameMatchAtom } from '#web/shared/search/ticker-text.tsx';
import { QuickSearch } from '#web/shared/search/quick-search.tsx';
import { SAMPLE_LISTINGS } from '#worker/providers/sample/listings.ts';
import listings from '#web/public/listings.json' with { type: 'json' };
import { rememberListing } from '#web/shared/user/recent-listings.ts';
import { edit } from '#support/web/user-store.ts';
import { listing } from './listing.ts';
import { adasTab, openProvider, renderPage, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';

const FOUND = [listing('NVDA', 'NVIDIA Corporation'), listing('NVAX', 'Novavax, Inc.')];

const { provider } = setUpPages();
let lookups: string[] = [];
let found = FOUND;

beforeEach(async () => {
  await (await openProvider()).signOut();
  lookups = [];
  found = FOUND;
  Element.prototype.scrollIntoView ??= () => undefined;
  const toProvider = provider().fetch;
  provider().fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    if (url.pathname !== '/api/search') return toProvider(input, init);
    lookups.push(url.searchParams.get('q') ?? '');
    return Response.json(found);
  };
});

const search = <QuickSearch />;
const field = () => screen.getByLabelText<HTMLInputElement>('Ticker');

/** Focuses the field, which loads the suggestions, and types. */
async function type(text: string) {
  act(() => field().focus());
  await screen.findByRole('listbox', { hidden: true });
  fireEvent.change(field(), { target: { value: text } });
}

describe('the search on a page without an analysis', () => {
  it('works without the list’s code, which loads on focus', async () => {
    renderPage(search);
    expect(screen.queryByRole('listbox', { hidden: true })).toBeNull();
    fireEvent.change(field(), { target: { value: 'nvda' } });
    fireEvent.submit(field());
    await waitFor(() => expect(location.pathname + location.search).toBe('/demo?ticker=NVDA'));
    expect(lookups).toEqual([]);
  });

  it('keeps its field, text and focus when the suggestions arrive', async () => {
    renderPage(search);
    const before = field();
    act(() => before.focus());
    fireEvent.change(before, { target: { value: 'nv' } });
    await screen.findByRole('option', { name: /NVIDIA Corporation/ });
    expect(field()).toBe(before);
    expect(document.activeElement).toBe(before);
    expect([before.value, lookups]).toEqual(['NV', ['NV']]);
  });

  it('opens the suggestion chosen by keyboard', async () => {
    renderPage(search);
    await type('nv');
    await screen.findByRole('option', { name: /Novavax/ });
    fireEvent.keyDown(field(), { key: 'ArrowUp' });
    const option = screen.getByRole('option', { name: /Novavax/ });
    expect(field().getAttribute('aria-activedescendant')).toBe(option.id);
    fireEvent.submit(field());
    await waitFor(() => expect(location.pathname + location.search).toBe('/demo?ticker=NVAX'));
  });

  it('rewrites nothing while an input method composes, and upper-cases the result', async () => {
    renderPage(search);
    await type('');
    fireEvent.compositionStart(field());
    for (const text of ['t', 'te', 'テンセント', 'aｂ']) {
      const event = { target: { value: text }, isComposing: true };
      fireEvent.input(field(), event);
      expect(field().value).toBe(text);
    }
    fireEvent.compositionEnd(field());
    expect(field().value).toBe('AＢ');
    await waitFor(() => expect(lookups).toEqual(['AＢ']));
  });

  it('offers the venues of an ISIN, and begins with the exchange chosen last', async () => {
    found = [
      { ...listing('SIE.DE', 'Siemens AG'), exchange: 'XETRA' },
      { ...listing('SIE.F', 'Siemens AG'), exchange: 'Frankfurt' },
    ];
    renderPage(search);
    await type('');
    fireEvent.change(field(), { target: { value: 'de0007236101' } });
    fireEvent.submit(field());
    await screen.findByText('DE0007236101 is an ISIN with 2 listings. Choose one.');
    fireEvent.click(await screen.findByRole('option', { name: /SIE\.F/ }));
    await waitFor(() => expect(location.search).toBe('?ticker=SIE.F'));
    fireEvent.change(field(), { target: { value: 'de0007236101' } });
    const [first] = await screen.findAllByRole('option');
    expect(first?.textContent).toContain('SIE.F');
  });

  it('says that a text is an ISIN if nothing is found for it', async () => {
    found = [];
    renderPage(search);
    await type('US0378331005');
    fireEvent.submit(field());
    const note = await screen.findByText(/is an ISIN/);
    expect(note.textContent).toBe('US0378331005 is an ISIN, but no listing was found for it.');
  });

  it('takes a signed-in user to the analysis at once', async () => {
    await renderSignedIn(search);
    await type('nv');
    fireEvent.click(await screen.findByRole('option', { name: /NVIDIA/ }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/prediction?ticker=NVDA'));
  });

  it('opens the recent listing chosen by keyboard in the empty field', async () => {
    const { symbol: ticker, name: company_name, exchange, currency } = FOUND[0]!;
    edit(adasTab(), rememberListing({ ticker, company_name, exchange, currency }));
    await renderSignedIn(search);
    await type('');
    // A guest has no recent listings, and the sign-in may be confirmed after the focus.
    await waitFor(() => {
      fireEvent.click(field());
      expect(screen.getByRole('option', { name: /NVIDIA/ })).toBeTruthy();
    });
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    fireEvent.submit(field());
    await waitFor(() => expect(location.pathname + location.search).toBe('/prediction?ticker=NVDA'));
  });

  it.each([
    ['micro', '?ticker=MICRO', []],
    ['BRK.B', '?ticker=BRK-B', []],
    ['$nvda', '?ticker=NVDA', []],
    ['LSE:SHEL', '?ticker=SHEL.L', []],
    ['nvidia corp', '?ticker=NVDA', ['NVIDIA CORP']],
  ])(
    'takes %j to %s: a possible ticker opens at once, any other text is looked up',
    async (text, to, asked) => {
      const { store } = renderPage(search);
      fireEvent.change(field(), { target: { value: text } });
      fireEvent.submit(field());
      await waitFor(() => expect(location.pathname + location.search).toBe(`/demo${to}`));
      expect(lookups).toEqual(asked);
      expect(store.get(nameMatchAtom)).toEqual(
        asked.length > 0 ? { text: 'NVIDIA CORP', symbol: 'NVDA' } : null,
      );
    },
  );

  it('says that a text has no results, and is cleared by its button', async () => {
    found = [];
    renderPage(search);
    fireEvent.change(field(), { target: { value: 'no such thing' } });
    fireEvent.submit(field());
    const fault = await screen.findByText(/No results for/);
    expect(fault.textContent).toBe('No results for “no such thing”.');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Clear ticker' }));
    expect([field().value, fault.isConnected, location.pathname]).toEqual(['', false, '/']);
  });

  it('asks for a ticker when the field is empty, and keeps the focus there', () => {
    renderPage(search);
    fireEvent.submit(field());
    const hint = screen.getByText('Enter a ticker or company, such as AAPL or Apple.').closest('output')!;
    expect([document.activeElement, field().getAttribute('aria-describedby')]).toEqual([field(), hint.id]);
    expect(field().getAttribute('aria-invalid')).toBeNull();
    fireEvent.change(field(), { target: { value: 'n' } });
    expect(hint.textContent).toBe('');
  });
});

it('the search finds all listings of the sample market', () => {
  const known = new Set(listings.map(({ symbol }) => symbol));
  expect(SAMPLE_LISTINGS.filter(({ symbol }) => !known.has(symbol))).toEqual([]);
});
