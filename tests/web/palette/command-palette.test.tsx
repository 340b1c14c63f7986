import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CommandPalette } from '#web/features/palette/command-palette.tsx';
import { openProvider, openStore, renderPage, setUpPages } from '#support/web/page-setup.tsx';

const { provider } = setUpPages();
let searchStatus = 200;

beforeEach(async () => {
  await (await openProvider()).signOut();
  vi.spyOn(console, 'error').mockReturnValue();
  Element.prototype.scrollIntoView ??= () => undefined;
  const toProvider = provider().fetch;
  provider().fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    return url.pathname === '/api/search'
      ? Response.json([], { status: searchStatus })
      : toProvider(input, init);
  };
});

test.each([
  ['that found nothing', 200, 'No matches'],
  ['that failed', 503, 'Search isn’t responding. Try again, or enter the exact ticker.'],
])('a search %s says so', async (_, status, text) => {
  searchStatus = status;
  renderPage(<CommandPalette onClose={() => undefined} />);
  fireEvent.change(screen.getByRole('combobox', { hidden: true }), { target: { value: 'no such thing' } });
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});

test('offers the ranges of the page on which it is opened, also after another page', () => {
  const store = openStore();
  const open = (path: string) => {
    history.pushState(null, '', path);
    const { unmount } = renderPage(<CommandPalette onClose={() => undefined} />, store);
    fireEvent.change(screen.getByRole('combobox', { hidden: true }), { target: { value: 'range 1y' } });
    const count = screen.queryAllByText('Range 1Y').length;
    unmount();
    return count;
  };
  expect([open('/about'), open('/demo'), open('/about')]).toEqual([0, 1, 0]);
});
