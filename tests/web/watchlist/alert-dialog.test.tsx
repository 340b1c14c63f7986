import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AlertDialog, AlertForm } from '../../../web/features/watchlist/alert-dialog.tsx';
import { changeSettings } from '../../../web/shared/user-data/change-settings.ts';
import { DEFAULT_SETTINGS } from '../../../web/shared/user-data/settings.ts';
import { SettingsProvider } from '../../../web/shared/user-data/settings-provider.tsx';
import type { AlertRule } from '../../../web/shared/user-data/watchlist.ts';
import type { QuoteWatch } from '../../../web/shared/user-data/quote-watch.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  changeSettings(DEFAULT_SETTINGS);
});

/** Types a limit, presses the button, and answers the rule, or what the field says is wrong. */
function add(text: string, condition = 'price above'): AlertRule | string | undefined {
  const onAdd = vi.fn<(rule: AlertRule) => void>();
  render(
    <SettingsProvider>
      <AlertForm currency="USD" onAdd={onAdd} />
    </SettingsProvider>,
  );
  fireEvent.change(screen.getByLabelText('Tell me when'), { target: { value: condition } });
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Add alert' }));
  const described = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  return onAdd.mock.calls[0]?.[0] ?? described?.textContent;
}

test.each([
  ['us', '1,234', 1234],
  ['us', '182.50', 182.5],
  ['de', '1.234,5', 1234.5],
  ['fr', '1 234', 1234],
] as const)('in the region %s a limit of %s is %d', (region, text, value) => {
  changeSettings({ region });
  expect(add(text)).toEqual({ on: 'price', direction: 'above', value });
});

test.each([
  ['us', '', 'Type a number, such as 182.50.'],
  ['us', '1e3', 'Type a number, such as 182.50.'],
  ['us', '182,5', 'Type a number, such as 182.50.'],
  ['us', '1 234', 'Type a number, such as 182.50.'],
  ['de', '182.50', 'Type a number, such as 182,50.'],
  ['us', '-3', 'A price must be above 0.'],
  ['us', '0', 'A price must be above 0.'],
] as const)('in the region %s a limit of %j is refused', (region, text, error) => {
  changeSettings({ region });
  expect(add(text)).toBe(error);
});

test('a change of the day may be negative, and may carry its percent sign', () => {
  expect(add('-3 %', 'day_change below')).toEqual({ on: 'day_change', direction: 'below', value: -3 });
});

test('a browser that blocks notifications is asked once, by the button, and the dialog says so', async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  const requestPermission = vi.fn<() => Promise<string>>(async () => 'denied');
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  const item = { ticker: 'AAPL', name: '', alerts: [] };
  render(<AlertDialog watch={{} as QuoteWatch} item={item} quote={null} onClose={() => undefined} />);
  expect(requestPermission).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Notify me through this browser too'));
  expect(await screen.findByText(/^This browser blocks notifications of this site\./)).toBeTruthy();
  expect(requestPermission).toHaveBeenCalledOnce();
});
