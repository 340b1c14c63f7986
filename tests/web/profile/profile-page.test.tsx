import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ProfilePage } from '../../../web/features/profile/profile-page.tsx';
import { recordAnalysis } from '../../../web/shared/stats/local-stats.ts';
import { ADA, openProvider, renderSignedIn, setUpPages } from '../../support/web/page-setup.tsx';

setUpPages();
beforeEach(async () => (await openProvider()).signOut());

const tile = (name: string) => screen.getByRole('group', { name }).textContent;

async function renderProfile() {
  await renderSignedIn(<ProfilePage />);
  await screen.findByRole('heading', { level: 1, name: ADA.displayName });
}

it('shows who the user is, whether verified, since when, and by which provider', async () => {
  await renderProfile();
  expect(screen.getByText('Not Verified')).toBeTruthy();
  expect(screen.getByText('Member since March 5, 2024')).toBeTruthy();
  const facts = within(screen.getByRole('region', { name: 'Contact Information' }));
  expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Email',
    'Provider',
  ]);
  expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ADA.displayName,
    ADA.email,
    'Email/Password',
  ]);
});

it('switches the theme and leads to the password page', async () => {
  await renderProfile();
  fireEvent.click(screen.getByRole('button', { name: 'Light' }));
  expect(document.documentElement.dataset['theme']).toBe('light');
  expect(screen.getByRole('link', { name: 'Change' }).getAttribute('href')).toBe('/change-password');
});

it('shows the statistics of this user, and that the accuracy is simulated', async () => {
  for (const [ticker, drawn] of [
    ['AAPL', 0],
    ['NVDA', 0],
    ['AAPL', 0.99],
  ] as const) {
    recordAnalysis({ storage: localStorage, email: ADA.email, ticker, random: () => drawn });
  }
  await renderProfile();
  expect(tile('Predictions Made')).toContain('3');
  expect(tile('Stocks Tracked')).toContain('2');
  expect(tile('Accuracy Rate Simulated')).toContain('66.7%');
  expect(tile('Accuracy Rate Simulated')).toContain(
    'Counted at random for demonstration; not a measurement.',
  );
  expect(screen.getByText('Stats update as you use the platform')).toBeTruthy();
});

it('signs out, busy meanwhile, and goes to the home page', async () => {
  history.replaceState(null, '', '/profile');
  await renderProfile();
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(screen.getByRole('button', { name: 'Logging out...' }).hasAttribute('disabled')).toBe(true);
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});
