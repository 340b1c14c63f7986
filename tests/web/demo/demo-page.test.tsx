import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { DemoPage } from '#web/features/demo/demo-page.tsx';
import { openProvider, renderPage, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();
beforeEach(async () => (await openProvider()).signOut());

const page = <DemoPage>{(ticker) => <p>Report of {ticker}</p>}</DemoPage>;
const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

it('links a guest to sign-up and sign-in', () => {
  renderPage(page);
  expect(target('Create an account')).toBe('/register');
  expect(target('Log in')).toBe('/login');
});

it('offers a signed-in user the full analysis', async () => {
  await renderSignedIn(page);
  await expect.poll(() => screen.queryByRole('link', { name: 'Open full analysis' })).not.toBeNull();
  expect(target('Open full analysis')).toBe('/prediction');
});

it('shows the URL’s listing, whatever the letter case', () => {
  history.replaceState(null, '', '/demo?ticker=vod.l&days=30');
  renderPage(page);
  expect(screen.getByText('Report of VOD.L')).toBeTruthy();
  expect(document.title).toBe('VOD.L · Demo · Candor');
  expect(screen.queryByText(/The demo doesn’t include/)).toBeNull();
});

it.each([
  ['NASDAQ:MSFT', 'MSFT'],
  ['$aapl', 'AAPL'],
  ['brk.b', 'BRK-B'],
])('reads “%s” in the URL, which then has %s in the same history entry', async (text, ticker) => {
  history.replaceState(null, '', `/demo?${new URLSearchParams({ ticker: text, from: 'mail' })}`);
  const steps = history.length;
  await act(async () => renderPage(page));
  expect(await screen.findByText(`Report of ${ticker}`)).toBeTruthy();
  expect([location.search, history.length]).toEqual([`?ticker=${ticker}&from=mail`, steps]);
  expect(screen.queryByText(/The demo doesn’t include/)).toBeNull();
});

it.each(['ZZZZ', '<script>', ''])('says that it doesn’t include “%s”, and shows AAPL', async (text) => {
  history.replaceState(null, '', `/demo?${new URLSearchParams({ ticker: text })}`);
  await act(async () => renderPage(page));
  const note = await screen.findByText(/The demo doesn’t include/);
  expect(note.textContent).toContain('Showing AAPL instead.');
  expect(screen.getByText('Report of AAPL')).toBeTruthy();
});
