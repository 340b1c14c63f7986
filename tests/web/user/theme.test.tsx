import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Header } from '#web/app/header.tsx';
import { useTheme } from '#web/shared/user/theme.tsx';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

const shownTheme = () => document.documentElement.dataset['theme'];

const renderToggle = () => renderPage(<Header />);

/** What another tab does: stores a value, or with `null` clears everything. */
function otherTab(key: string | null, newValue: string | null) {
  if (key === null) localStorage.clear();
  else localStorage.setItem(key, newValue ?? '');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

describe('the theme is dark', () => {
  it.each([null, '', '"light"', 'Light', 'blue'])('when storage holds %j', (stored) => {
    if (stored !== null) localStorage.setItem('theme', stored);
    renderToggle();
    expect(shownTheme()).toBe('dark');
  });

  it('when storage refuses access', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    renderToggle();
    expect(shownTheme()).toBe('dark');
  });
});

it('the toggle switches to light and back, and the bare word is stored', () => {
  renderToggle();
  fireEvent.click(screen.getByRole('button', { name: 'Use light theme' }));
  expect(shownTheme()).toBe('light');
  expect(document.documentElement.style.colorScheme).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
  fireEvent.click(screen.getByRole('button', { name: 'Use dark theme' }));
  expect(shownTheme()).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
});

it('the toggle works where storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  renderToggle();
  fireEvent.click(screen.getByRole('button', { name: 'Use light theme' }));
  expect(shownTheme()).toBe('light');
});

it('another tab’s choice is followed, another key is not, and clearing everything means dark', () => {
  renderToggle();
  otherTab('theme', 'light');
  expect(shownTheme()).toBe('light');
  otherTab('other', 'dark');
  expect(shownTheme()).toBe('light');
  otherTab(null, null);
  expect(shownTheme()).toBe('dark');
});

it('printing uses the light theme, and the screen’s comes back afterwards', () => {
  renderToggle();
  dispatchEvent(new Event('beforeprint'));
  expect(shownTheme()).toBe('light');
  dispatchEvent(new Event('afterprint'));
  expect(shownTheme()).toBe('dark');
});

function Stray() {
  return <p>{useTheme().theme}</p>;
}

it('useTheme throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Stray />)).toThrow('useTheme must be used within ThemeProvider');
});
