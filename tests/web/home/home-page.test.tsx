import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { formatFor } from '#compute';
import { HomePage } from '#web/features/home/home-page.tsx';
import SAMPLE_STOCKS from '#web/features/home/sample-stocks.json';
import { openProvider, renderPage, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';
import { answeringNetwork } from '../api/network.ts';
import { SAMPLE_NOW, sampleSnapshot } from '../stock/sample-response.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

setUpPages();
beforeEach(async () => (await openProvider()).signOut());

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

it('for a guest, Start Analyzing leads to /login and View Live Data to /prediction', () => {
  renderPage(<HomePage />);
  expect(target('Start Analyzing')).toBe('/login');
  expect(target('View Live Data')).toBe('/prediction');
});

it('for a signed-in user, Start Analyzing leads to /prediction', async () => {
  await renderSignedIn(<HomePage />);
  await expect.poll(() => target('Start Analyzing')).toBe('/prediction');
});

it('the hero shows the product and says that its prices are simulated', () => {
  renderPage(<HomePage />);
  expect(screen.getByRole('figure').textContent).toContain('Sample market: simulated prices');
  const picture = screen.getByRole('img', { name: /^[A-Z]+ closes, then the model’s estimate/ });
  expect(picture.querySelectorAll('path').length).toBeGreaterThan(0);
});

it('no simulated card contradicts the hero, whose price is renewed', () => {
  renderPage(<HomePage />);
  const [symbol = ''] = /^[A-Z]+/.exec(screen.getByRole('figure').textContent ?? '') ?? [];
  expect(symbol).not.toBe('');
  expect(SAMPLE_STOCKS.map((stock) => stock.symbol)).not.toContain(symbol);
  expect(screen.getAllByText('simulated')).toHaveLength(3);
});

it('the hero names its session, and soon shows the newest prices', async () => {
  vi.setSystemTime(SAMPLE_NOW);
  answeringNetwork(() => sampleSnapshot('KO', 400));
  const { container } = renderPage(<HomePage />);
  const hero = screen.getByRole('figure');
  expect(hero.textContent).toContain('as of the Nov 13, 2026 session');
  await vi.waitFor(() => expect(hero.textContent).toContain('as of the Nov 20, 2026 session'), 6000);
  expect(hero.textContent).toContain(US.price(sampleSnapshot('KO', 400).current_price, 'USD'));
  expect(container.querySelector('figure svg path')).not.toBeNull();
});

it('the hero links to the demo', () => {
  renderPage(<HomePage />);
  expect(target('Open the demo')).toBe('/demo');
});

it('the Smart Features are the four specified ones', async () => {
  renderPage(<HomePage />);
  await screen.findByRole('heading', { name: 'Smart Features' });
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'AI-Powered Forecasts',
    'Advanced Technical Analysis',
    'Market Sentiment Analysis',
    'Live Market Data',
  ]);
});
