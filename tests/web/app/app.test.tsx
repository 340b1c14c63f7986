import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '#web/app/app.tsx';
import { NOT_FOUND, ROUTES } from '#web/app/routes.tsx';
import { ADA, openProvider, renderPage, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();
// Pages load on demand, and on a busy machine transforming their code takes longer than a test may.
beforeAll(async () => {
  const used = ROUTES.filter(({ path }) => ['/about', '/login', '/profile'].includes(path));
  await Promise.all([...used, NOT_FOUND].map(({ preload }) => preload()));
}, 120_000);
beforeEach(async () => (await openProvider()).signOut());

const visit = (path: string) => act(() => history.pushState(null, '', path));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('the route table has the specified routes with their access, and our own pages', () => {
  expect(
    Object.fromEntries(ROUTES.map(({ path, isProtected }) => [path, isProtected ? 'protected' : 'public'])),
  ).toEqual({
    '/': 'public',
    '/about': 'public',
    '/demo': 'public',
    '/compare': 'public',
    '/holdings': 'public',
    '/workbench': 'public',
    '/method': 'public',
    '/data': 'public',
    '/api': 'public',
    '/privacy': 'public',
    '/terms': 'public',
    '/track-record': 'public',
    '/import': 'public',
    '/settings': 'public',
    '/login': 'public',
    '/register': 'public',
    '/forecasts': 'public',
    '/forgot-password': 'public',
    '/prediction': 'protected',
    '/today': 'protected',
    '/watchlist': 'protected',
    '/profile': 'protected',
    '/admin': 'protected',
    '/change-password': 'protected',
  });
});

describe('a guest', () => {
  it('is redirected from a protected page to /login, which remembers the requested page and replaces its history entry', async () => {
    history.replaceState(null, '', '/profile?from=mail');
    const entries = history.length;
    renderPage(<App />);
    await heading('Log in');
    expect(window.location.pathname).toBe('/login');
    expect(history.state).toEqual({ returnTo: '/profile?from=mail' });
    expect(history.length).toBe(entries);
    // Also on the way through the header's Sign Up link.
    fireEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Sign Up' }));
    expect(window.location.pathname).toBe('/register');
    expect(history.state).toEqual({ returnTo: '/profile?from=mail' });
  });

  it('comes back to the remembered page after signing in', async () => {
    history.replaceState(null, '', '/profile');
    renderPage(<App />);
    fireEvent.change(await screen.findByLabelText('Email'), { target: { value: ADA.email } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: ADA.password } });
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await heading(ADA.displayName);
    expect(window.location.pathname).toBe('/profile');
  });

  it('sees the specified links and the public pages', () => {
    renderPage(<App />);
    // Including those in the More menu.
    const links = within(screen.getByRole('banner')).getAllByRole('link', { hidden: true });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['CandorPowered by Candor AI Insights', '/'],
      ['Home', '/'],
      ['Start Predicting', '/prediction'],
      ['Workbench', '/workbench'],
      ['Forecasts', '/forecasts'],
      ['About', '/about'],
      ['Compare', '/compare'],
      ['Holdings', '/holdings'],
      ['Track record', '/track-record'],
      ['Method', '/method'],
      ['Data', '/data'],
      ['Log In', '/login'],
      ['Sign Up', '/register'],
    ]);
  });
});

describe('a signed-in user', () => {
  it('sees a skeleton until the first check ends, then the page', async () => {
    history.replaceState(null, '', '/profile');
    await renderSignedIn(<App />);
    expect(screen.getByText('Loading page…')).toBeTruthy();
    await heading(ADA.displayName);
  });

  it('sees their avatar and name instead of the guest’s links', async () => {
    await renderSignedIn(<App />);
    const link = await screen.findByRole('link', { name: ADA.displayName });
    expect(link.getAttribute('href')).toBe('/profile');
    expect(link.textContent).toBe(`A${ADA.displayName}`);
    expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull();
    // Once in the header, once in the footer.
    const own = screen.getAllByRole('link', { name: 'Watchlist' });
    expect(own.map((entry) => entry.getAttribute('href'))).toEqual(['/watchlist', '/watchlist']);
  });

  it('has this browser’s push subscription renewed on any page, once it is on', async () => {
    const requested = vi.fn<(path: string) => void>();
    const { fetch: send } = globalThis;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const { pathname } = new URL(String(input), location.href);
      if (!pathname.startsWith('/api/')) return send(input, init);
      requested(pathname);
      return Promise.resolve(Response.json({}, { status: 503 }));
    });
    localStorage.setItem('candor:subscription:uid-1', 'digest');
    await renderSignedIn(<App />);
    await expect.poll(() => requested.mock.calls.flat(), { timeout: 5000 }).toContain('/api/me/alerts');
  });

  it('lands on / after signing out, never on /login', async () => {
    history.replaceState(null, '', '/profile');
    await renderSignedIn(<App />);
    const visited: string[] = [];
    const note = () => visited.push(window.location.pathname);
    window.addEventListener('pushState', note);
    window.addEventListener('replaceState', note);
    fireEvent.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await screen.findByRole('link', { name: 'Log In' });
    expect(visited).toEqual(['/']);
    window.removeEventListener('pushState', note);
    window.removeEventListener('replaceState', note);
  });
});

describe('navigating to another page', () => {
  it('sets the page’s title and moves the focus to its h1', async () => {
    renderPage(<App />);
    await heading('Stock forecasts that show their record');
    visit('/about');
    const title = await heading('A forecast is only as good as its track record');
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(document.title).toBe('About · Candor');
  });

  it('shows “Page not found” for an unknown path', async () => {
    history.replaceState(null, '', '/nope');
    renderPage(<App />);
    await heading('Page not found');
    expect(document.title).toBe('Page not found · Candor');
  });

  it.each([
    ['TESLA MOTORS', 'Search isn’t responding. Try again, or enter the exact ticker.'],
    ['  ', 'Enter a ticker or company, such as AAPL or Apple.'],
  ])('refuses to search for "%s" from the 404 page, and says why', async (text, fault) => {
    history.replaceState(null, '', '/nope');
    renderPage(<App />);
    const field = await screen.findByLabelText<HTMLInputElement>('Ticker');
    fireEvent.change(field, { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText(fault)).toBeTruthy();
    expect(window.location.pathname).toBe('/nope');
    fireEvent.change(field, { target: { value: 'tsla' } });
    expect(screen.queryByText(fault)).toBeNull();
  });

  it.each([
    ['/nvda', 'NVDA'],
    ['/brk.b', 'BRK.B'],
    ['/no/such/page', ''],
    ['/2024', ''],
  ])('fills the 404 page’s search with the ticker that %s may have meant', async (path, ticker) => {
    history.replaceState(null, '', path);
    renderPage(<App />);
    expect((await screen.findByLabelText<HTMLInputElement>('Ticker')).value).toBe(ticker);
  });

  it('searches for the typed text, and for nothing without a text', async () => {
    history.replaceState(null, '', '/nope/nope');
    renderPage(<App />);
    const input = await screen.findByLabelText('Ticker');
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(window.location.pathname).toBe('/nope/nope');
    fireEvent.change(input, { target: { value: ' brk&b ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/demo?ticker=BRK%26B'));
  });
});

it('the skip link leads to the main content, and the footer has its specified texts', () => {
  renderPage(<App />);
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
  expect(screen.getByRole('main').id).toBe('main');
  const footer = screen.getByRole('contentinfo').textContent;
  for (const text of [
    'AI Stock Price Predictions',
    'Powered by Candor',
    '© 2025 Candor',
    'Not investment advice. Data may be delayed.',
  ]) {
    expect(footer).toContain(text);
  }
});
