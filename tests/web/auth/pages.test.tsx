import { fireEvent, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginPage, RegisterPage } from '#web/features/auth/entry-pages.tsx';
import { ChangePasswordPage, ForgotPasswordPage } from '#web/features/auth/password-pages.tsx';
import { ADA, openProvider, renderPage, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';

const { provider } = setUpPages();
beforeEach(async () => (await openProvider()).signOut());

function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isDisabled = (name: string) =>
  screen.getByRole('button', { name }).matches(':disabled, [aria-disabled="true"]');

describe('the login page', () => {
  it('requires both fields and links to the other account pages', () => {
    renderPage(<LoginPage />);
    expect(screen.getByLabelText('Email')).toMatchObject({
      type: 'email',
      required: true,
      autocomplete: 'username',
    });
    expect(screen.getByLabelText('Password')).toMatchObject({
      type: 'password',
      required: true,
      autocomplete: 'current-password',
    });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/demo',
      '/forgot-password',
      '/register',
    ]);
  });

  it.each([
    ['/prediction?ticker=KO&days=14', 'KO is waiting.', 'See KO without an account', '/demo?ticker=KO'],
    ['/today', 'Today is waiting.', 'See an analysis without an account', '/demo'],
    ['/change-password', 'Your password change is waiting.', 'See an analysis without an account', '/demo'],
  ])('names what a guest of %s asked for, and offers the open way', (returnTo, lead, link, href) => {
    history.replaceState({ returnTo }, '', '/login');
    renderPage(<LoginPage />);
    expect(screen.getByText(lead, { exact: false })).toBeTruthy();
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(href);
  });

  it('is busy during sign-in, then replaces its history entry with the remembered page', async () => {
    history.replaceState({ returnTo: '/profile' }, '', '/login');
    const entries = history.length;
    renderPage(<LoginPage />);
    fill({ Email: ADA.email, Password: ADA.password });
    press('Sign In');
    expect(isDisabled('Signing in...')).toBe(true);
    expect(isDisabled('Sign in with Google')).toBe(true);
    await waitFor(() => expect(window.location.pathname).toBe('/profile'));
    expect(history.length).toBe(entries);
  });

  it('goes to /prediction if no page was remembered', async () => {
    renderPage(<LoginPage />);
    fill({ Email: ADA.email, Password: ADA.password });
    press('Sign In');
    await waitFor(() => expect(window.location.pathname).toBe('/prediction'));
  });

  it('announces a failure in the specified words and allows another attempt', async () => {
    renderPage(<LoginPage />);
    fill({ Email: ADA.email, Password: 'wrong-1' });
    press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to log in. Please check your credentials.',
    );
    expect(isDisabled('Sign In')).toBe(false);
  });

  it('sends a signed-in visitor to the remembered page without showing the form', async () => {
    history.replaceState({ returnTo: '/change-password' }, '', '/login');
    await renderSignedIn(<LoginPage />);
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'));
  });

  it('announces a failed Google sign-in with its own message', async () => {
    renderPage(<LoginPage />);
    press('Sign in with Google');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to log in with Google.');
  });

  it('shows and hides the password', () => {
    renderPage(<LoginPage />);
    const toggle = screen.getByRole('button', { name: 'Show password' });
    fireEvent.click(toggle);
    expect(screen.getByLabelText('Password')).toMatchObject({ type: 'text' });
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the register page', () => {
  const GRACE = {
    'Full Name': 'Grace Hopper',
    Email: 'grace@example.com',
    Password: 'secret-2',
    'Confirm Password': 'secret-2',
  };

  it('creates the account with the given name and goes to /prediction', async () => {
    renderPage(<RegisterPage />);
    fill(GRACE);
    press('Create Account');
    expect(isDisabled('Creating account...')).toBe(true);
    await waitFor(() => expect(window.location.pathname).toBe('/prediction'));
    expect(provider().account('grace@example.com')?.displayName).toBe('Grace Hopper');
    expect(location.search).toBe('');
  });

  it.each([
    ['/prediction?ticker=NVDA&days=14', '/prediction?ticker=NVDA&days=14'],
    ['/profile', '/prediction'],
    ['/prediction-help', '/prediction'],
  ])('goes to /prediction with the remembered listing, never to another page: %s', async (returnTo, goal) => {
    history.replaceState({ returnTo }, '', '/register');
    renderPage(<RegisterPage />);
    fill(GRACE);
    press('Create Account');
    await waitFor(() => expect(location.pathname + location.search).toBe(goal));
  });

  it.each([
    ['Confirm Password', { Password: 'abc', 'Confirm Password': 'abd' }, 'Passwords do not match'],
    [
      'Password',
      { Password: 'abcde', 'Confirm Password': 'abcde' },
      'Password must be at least 6 characters',
    ],
  ])('moves the focus to %s with its error and sends nothing', (label, passwords, message) => {
    renderPage(<RegisterPage />);
    fill({ ...GRACE, ...passwords });
    press('Create Account');
    const field = screen.getByLabelText(label);
    expect(document.activeElement).toBe(field);
    const [errorId = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(document.getElementById(errorId)?.textContent).toBe(message);
    expect(provider().account('grace@example.com')).toBeUndefined();
  });

  it('shows the catalogue’s message for the provider’s refusal', async () => {
    renderPage(<RegisterPage />);
    fill({ ...GRACE, Email: ADA.email });
    press('Create Account');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'That email is already registered. Try signing in instead.',
    );
  });

  it('sends a signed-in visitor to /prediction', async () => {
    history.replaceState(null, '', '/register');
    await renderSignedIn(<RegisterPage />);
    await waitFor(() => expect(window.location.pathname).toBe('/prediction'));
  });

  it('announces a failed Google sign-up and links back to /login', async () => {
    renderPage(<RegisterPage />);
    press('Sign up with Google');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to sign up with Google.');
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });
});

describe('the reset page', () => {
  it('asks for the email if it is only spaces', () => {
    renderPage(<ForgotPasswordPage />);
    fill({ 'Email address': '   ' });
    press('Send Reset Email');
    expect(screen.getByText('Please enter the email associated with your account.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
  });

  it('sends the mail to the trimmed address and confirms it', async () => {
    renderPage(<ForgotPasswordPage />);
    // A text input keeps the spaces that jsdom strips from an email input.
    screen.getByLabelText('Email address').setAttribute('type', 'text');
    fill({ 'Email address': ` ${ADA.email} ` });
    press('Send Reset Email');
    expect(isDisabled('Sending reset link...')).toBe(true);
    expect((await screen.findByRole('status')).textContent).toMatch(/^Password reset email sent\./);
    expect(provider().resetMails).toEqual([ADA.email]);
  });

  it('says that no account has the address, and links back to /login', async () => {
    renderPage(<ForgotPasswordPage />);
    fill({ 'Email address': 'nobody@example.com' });
    press('Send Reset Email');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No account exists with that email\./);
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');
  });
});

describe('the password page', () => {
  const NEW = { 'New Password': 'secret-3', 'Confirm New Password': 'secret-3' };

  it('confirms, disables the button, and goes to /prediction after 2000 ms, not earlier', async () => {
    await renderSignedIn(<ChangePasswordPage />);
    await waitFor(() =>
      expect(document.querySelector('[name=username]')).toMatchObject({ value: ADA.email }),
    );
    history.replaceState(null, '', '/change-password');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fill(NEW);
    press('Update Password');
    expect(isDisabled('Updating...')).toBe(true);
    // Lets the response arrive without advancing the clock.
    for (let turn = 0; turn < 50 && !screen.queryByRole('status'); turn += 1) {
      await act(() => vi.advanceTimersByTimeAsync(0));
    }
    expect(screen.getByRole('status').textContent).toContain('Password updated successfully!');
    expect(isDisabled('Update Password')).toBe(true);
    expect(screen.getByRole('link', { name: 'Continue now' }).getAttribute('href')).toBe('/prediction');
    expect(provider().account(ADA.email)?.password).toBe('secret-3');
    act(() => void vi.advanceTimersByTime(1999));
    expect(window.location.pathname).toBe('/change-password');
    act(() => void vi.advanceTimersByTime(1));
    expect(window.location.pathname).toBe('/prediction');
  });

  it('checks the match first, then the length', () => {
    renderPage(<ChangePasswordPage />);
    fill({ 'New Password': 'abc', 'Confirm New Password': 'abd' });
    press('Update Password');
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    fill({ 'Confirm New Password': 'abc' });
    press('Update Password');
    expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy();
  });

  it('says "No authenticated user" if nobody is signed in', async () => {
    renderPage(<ChangePasswordPage />);
    fill(NEW);
    press('Update Password');
    expect((await screen.findByRole('alert')).textContent).toBe('No authenticated user');
  });

  it('advises logging in again on any other failure, and links to the reset mail', async () => {
    await renderSignedIn(<ChangePasswordPage />);
    provider().faults.set('update', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    fill(NEW);
    press('Update Password');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to update password. Please try logging in again.',
    );
    expect(screen.getByRole('link', { name: 'Send reset email' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });
});

const RETRY = { register: 'Create Account', reset: 'Send Reset Email', login: 'Sign In' };

it.each([
  ['register', 'INVALID_EMAIL', 'The email address looks invalid. Double-check and try again.'],
  ['register', 'WEAK_PASSWORD', 'Your password is too weak. Use at least six characters.'],
  [
    'register',
    'API key not valid. Please pass a valid API key.',
    'The identity service credentials look incorrect. Check this deployment’s Firebase settings.',
  ],
  [
    'register',
    'OPERATION_NOT_ALLOWED',
    'Email/password sign-ups are disabled. Sign up with Google, or ask the site’s operator to enable them.',
  ],
  ['register', 'offline', 'Network error. Check your connection and try again.'],
  ['reset', 'INVALID_EMAIL', 'The email address appears to be invalid. Check the spelling and try again.'],
  ['reset', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Please wait a moment before trying again.'],
  ['reset', 'QUOTA_EXCEEDED', 'Failed to send reset email. Verify the address and try again.'],
  ['reset', 'offline', 'Failed to send reset email. Verify the address and try again.'],
  ['login', 'offline', 'Failed to log in. Please check your credentials.'],
] as const)(
  'the %s form answers %s in the specified words and can be sent again',
  async (form, fault, text) => {
    const methods = { register: 'signUp', reset: 'sendOobCode', login: 'signInWithPassword' };
    const pages = { register: RegisterPage, reset: ForgotPasswordPage, login: LoginPage };
    const values = {
      register: {
        'Full Name': 'Grace',
        Email: 'g@b.c',
        Password: 'secret-2',
        'Confirm Password': 'secret-2',
      },
      reset: { 'Email address': ADA.email },
      login: { Email: ADA.email, Password: ADA.password },
    };
    const Page = pages[form];
    renderPage(<Page />);
    provider().faults.set(methods[form], fault);
    fill(values[form]);
    press(RETRY[form]);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(isDisabled(RETRY[form])).toBe(false);
  },
);

it.each([
  { Page: LoginPage, link: 'Create an account' },
  { Page: LoginPage, link: 'Forgot password?' },
  { Page: RegisterPage, link: 'Log in' },
  { Page: ForgotPasswordPage, link: 'Back to login' },
])('$Page.name keeps the remembered page when "$link" is followed', ({ Page, link }) => {
  history.replaceState({ returnTo: '/prediction?ticker=NVDA' }, '', '/login');
  renderPage(<Page />);
  fireEvent.click(screen.getByRole('link', { name: link }));
  expect(history.state).toEqual({ returnTo: '/prediction?ticker=NVDA' });
});
