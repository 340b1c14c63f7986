import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { recordAnalysisAtom } from '#web/shared/user/local-stats.ts';
import { changeItemsAtom } from '#web/shared/user/user-items.ts';
import { keysOf } from '#support/web/user-store.ts';
import { ADA, adasTab, openProvider, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';
import { formatFor } from '#compute';
import { memberSince, ProfilePage, providerName } from '#web/features/profile/profile-page.tsx';

const { provider } = setUpPages();
beforeEach(async () => (await openProvider()).signOut());

const stored = () => keysOf(localStorage).filter((key) => key.startsWith('candor:'));
const tile = (name: string) => screen.getByRole('group', { name }).textContent;

async function renderProfile() {
  await renderSignedIn(<ProfilePage />);
  await screen.findByRole('heading', { level: 1, name: ADA.displayName });
}

it('shows the user’s name, email, verification, sign-up date and provider', async () => {
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

it('shows the user’s statistics, and that the accuracy is simulated', async () => {
  await renderProfile();
  expect(tile('Accuracy Rate Simulated')).toContain('Rate0%');
  cleanup();
  for (const [ticker, drawn] of [
    ['AAPL', 0],
    ['NVDA', 0],
    ['AAPL', 0.99],
  ] as const) {
    adasTab().set(recordAnalysisAtom, ticker, () => drawn);
  }
  await renderProfile();
  expect(tile('Predictions Made')).toContain('3');
  expect(tile('Stocks Tracked')).toContain('2');
  expect(tile('Accuracy Rate Simulated')).toContain('66.7%');
  expect(tile('Accuracy Rate Simulated')).toContain('Random, for demonstration only. Not a measurement.');
  expect(screen.getByText('Stats update as you use the platform')).toBeTruthy();
});

it('is busy while signing out, then goes to the home page', async () => {
  history.replaceState(null, '', '/profile');
  await renderProfile();
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(screen.getByRole('button', { name: 'Logging out...' }).ariaDisabled).toBe('true');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

it('leaves nothing of the user in this browser but the statistics and what the account does not have yet', async () => {
  const [star, layout] = [{ name: 'Coca-Cola' }, { query: 'range=1Y' }];
  adasTab().set(changeItemsAtom, () => ({
    star: new Map([['KO', { value: star, version: 1 }]]),
    layout: new Map([['mine', { value: layout, version: 0, confirmed: null }]]),
  }));
  adasTab().set(recordAnalysisAtom, 'KO', () => 0);
  await renderProfile();
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(stored()).toEqual(['candor:layout:uid-1', `candor:stats:${ADA.email}`]));
});

it('shows the Admin badge to admins only', async () => {
  provider().claims = { admin: true };
  await renderProfile();
  expect(await screen.findByText('Admin')).toBeTruthy();
  cleanup();
  provider().claims = {};
  await (await openProvider()).signOut();
  await renderProfile();
  expect(screen.queryByText('Admin')).toBeNull();
});

it('mails the verification link, and shows Verified once the user has returned from it', async () => {
  await renderProfile();
  fireEvent.click(screen.getByRole('button', { name: 'Send verification email' }));
  expect(screen.getByRole('button', { name: 'Sending email…' }).ariaDisabled).toBe('true');
  await screen.findByText('Verification email sent. Open the link in it, then come back here.');
  expect(provider().verificationMails).toEqual([ADA.email]);
  provider().account(ADA.email)!.emailVerified = true;
  fireEvent.focus(window);
  expect(await screen.findByText('Verified')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

it('says if the verification link could not be mailed', async () => {
  await renderProfile();
  provider().faults.set('sendOobCode', 'TOO_MANY_ATTEMPTS_TRY_LATER');
  fireEvent.click(screen.getByRole('button', { name: 'Send verification email' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Couldn’t send the verification email. Wait a moment and try again.',
  );
});

const US = formatFor({ region: 'us', clock: 'exchange' });

it.each([
  ['google.com', 'Google'],
  ['password', 'Email/Password'],
  ['github.com', 'github.com'],
  ['constructor', 'constructor'],
  [null, 'Unknown'],
])('the provider %j reads %s', (providerId, name) => {
  expect(providerName(providerId)).toBe(name);
});

it.each([
  ['Tue, 05 Mar 2024 12:00:00 GMT', 'March 5, 2024'],
  [null, 'Unknown'],
  ['yesterday', 'Unknown'],
])('the creation time %j reads %s', (creationTime, day) => {
  expect(memberSince(US, creationTime)).toBe(day);
});
