import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AboutPage } from '#web/features/home/about-page.tsx';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

it('has a hero, a mission, six features, six benefits, and a link to the analysis', () => {
  renderPage(<AboutPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
  expect(screen.getByRole('heading', { name: 'Our mission' }).parentElement?.textContent).toContain('range');
  const features = screen.getByRole('region', { name: 'What it does' });
  expect(within(features).getAllByRole('listitem')).toHaveLength(6);
  const benefits = screen.getByRole('region', { name: 'What you get' });
  expect(within(benefits).getAllByRole('listitem')).toHaveLength(6);
  const start = screen.getByRole('link', { name: 'Get Started Now' });
  expect(start.getAttribute('href')).toBe('/prediction');
});

it('mentions signals with confidence scores, and watchlists', () => {
  renderPage(<AboutPage />);
  const signals = screen.getByRole('heading', { name: 'BUY/SELL/HOLD signals' });
  expect(signals.parentElement?.textContent).toContain('confidence scores');
  expect(screen.getByText(/watchlist/)).toBeTruthy();
});
