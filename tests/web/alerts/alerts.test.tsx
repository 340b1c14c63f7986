import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AlertForm, kindsFor, type AlertKind } from '#web/shared/alerts/alert-form.tsx';
import { AlertNotes, checkFrequencyText } from '#web/shared/alerts/alert-status.tsx';
import { pushState } from '#web/shared/alerts/push.ts';
import type { Listing } from '#web/shared/api/listing-queries.ts';
import { withSettings } from '#support/web/settings.ts';
import type { Alert } from '#web/shared/user/watchlist.ts';
import { edit, inStore, userStore } from '#support/web/user-store.ts';
import { sampleData } from '../stock/sample-response.ts';

let listing: Listing;
let store = userStore();
beforeAll(async () => {
  listing = await sampleData('AAPL', 7);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store = userStore();
});

/** Types a level, presses the button, and answers the alert, or what the field says is wrong. */
function add(text: string, kind: AlertKind = 'price'): Alert | string | undefined {
  const onAdd = vi.fn<(alert: Alert) => void>();
  render(<AlertForm listing={listing} onAdd={onAdd} />, { wrapper: inStore(store) });
  fireEvent.change(screen.getByLabelText('Alert me when'), { target: { value: kind } });
  const field = screen.queryByRole('textbox');
  if (field) fireEvent.change(field, { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Add alert' }));
  const described = document.getElementById(field?.getAttribute('aria-describedby') ?? '');
  return onAdd.mock.calls[0]?.[0] ?? described?.textContent;
}

test.each([
  ['us', '1,234', 1234],
  ['us', '182.50', 182.5],
  ['de', '1.234,5', 1234.5],
  ['fr', '1 234', 1234],
  // The decimal key of a phone is the comma of its own region, whatever the setting here.
  ['us', '182,5', 182.5],
  ['de', '182.50', 182.5],
] as const)('in the region %s a level of %s is %d, above the price of now', (region, text, value) => {
  edit(store, withSettings({ region }));
  expect(add(text)).toMatchObject({ rule: { on: 'price', direction: 'above', value } });
});

test.each(['us', 'uk', 'de', 'fr', 'ch', 'in'] as const)(
  'a drawn level becomes the same level of an alert in the region %s',
  (region) => {
    edit(store, withSettings({ region }));
    const onAdd = vi.fn<(alert: Alert) => void>();
    render(<AlertForm listing={listing} price={64.125} onAdd={onAdd} />, { wrapper: inStore(store) });
    fireEvent.click(screen.getByRole('button', { name: 'Add alert' }));
    expect(onAdd.mock.calls[0]?.[0]).toMatchObject({ rule: { on: 'price', value: 64.125 } });
  },
);

test.each([
  ['us', '', 'Enter a number, such as 182.50.'],
  ['us', '1e3', 'Enter a number, such as 182.50.'],
  ['us', '1 234', 'Enter a number, such as 182.50.'],
  ['de', '182.50.1', 'Enter a number, such as 182,50.'],
  ['us', '-3', 'Enter a price above 0.'],
  ['us', '0', 'Enter a price above 0.'],
] as const)('in the region %s a level of %j is refused', (region, text, error) => {
  edit(store, withSettings({ region }));
  expect(add(text)).toBe(error);
});

describe('an alert', () => {
  test('on a price has its currency, and starts from the price of now, which decides its direction', () => {
    const { currentPrice } = listing.analysis;
    expect(add('50')).toEqual({
      rule: { on: 'price', direction: 'below', value: 50 },
      currency: 'USD',
      start: { value: currentPrice, session: '2026-11-20', at: '2026-11-20T20:59:00.000Z' },
    });
  });

  test('on the day’s change may be negative, and may carry its percent sign', () => {
    expect(add('-3 %', 'day_change')).toMatchObject({
      rule: { on: 'day_change', direction: 'below', value: -3 },
    });
  });

  test('on the forecast takes its range, its signal and its odds', () => {
    const { forecast, signal } = listing.analysis as Extract<Listing['analysis'], { forecast: unknown }>;
    const end = forecast.points.at(-1)!;
    expect(add('', 'range')).toMatchObject({
      rule: { on: 'range', session: end.date, horizon_days: 7, low: end.low80, high: end.high80 },
    });
    cleanup();
    expect(add('', 'signal')).toMatchObject({
      rule: { on: 'signal' },
      start: { value: ['STRONG SELL', 'SELL', 'HOLD', 'BUY', 'STRONG BUY'].indexOf(signal.level) },
    });
    cleanup();
    expect(add('99', 'sell')).toMatchObject({
      rule: { on: 'odds', of: 'sell', horizon_days: 7, direction: 'above', value: 0.99 },
      start: { value: end.probabilitySell },
    });
    cleanup();
    expect(add('120', 'buy')).toBe('Enter a chance between 0% and 100%.');
  });

  test('is read back before it is made', () => {
    add('50');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '140' } });
    expect(screen.getByText('Not saved yet: alert me when AAPL rises to $140.00 or above.')).toBeTruthy();
  });

  test('begins at the current price, in a field that has the focus', () => {
    render(<AlertForm listing={listing} onAdd={() => undefined} />, { wrapper: inStore(store) });
    const field = screen.getByRole<HTMLInputElement>('textbox');
    expect(field.value).toBe(String(listing.response.current_price));
    expect(document.activeElement).toBe(field);
    expect(screen.getByText(/^Current price/)).toBeTruthy();
  });

  test('can trigger once only', () => {
    const onAdd = vi.fn<(alert: Alert) => void>();
    render(<AlertForm listing={listing} onAdd={onAdd} />, { wrapper: inStore(store) });
    fireEvent.change(screen.getByLabelText('How often'), { target: { value: 'once' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add alert' }));
    expect(onAdd.mock.calls[0]?.[0]).toMatchObject({ once: 'armed' });
  });

  test('is about price or day only where there is no forecast', () => {
    const { forecast: _, ...facts } = listing.analysis as Extract<Listing['analysis'], { forecast: unknown }>;
    expect(kindsFor({ ...listing, analysis: facts })).toEqual(['price', 'day_change']);
  });
});

describe('what this browser does is said in a sentence, and found out without asking', () => {
  const requestPermission = vi.fn<() => Promise<string>>();
  const status = {
    push_public_key: 'key',
    check_seconds: 300,
    unwatched: [],
  };

  test.each([
    ['denied', {}, 'denied'],
    ['default', {}, 'ask'],
    ['granted', {}, 'page'],
    [null, {}, 'unsupported'],
    [null, { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' }, 'needs_app'],
    [null, { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', maxTouchPoints: 5 }, 'needs_app'],
    [null, { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', maxTouchPoints: 0 }, 'unsupported'],
  ])('a permission that is %s, %j: %s', async (permission, own, state) => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/140', ...own });
    if (permission !== null) {
      vi.stubGlobal('Notification', { permission, requestPermission });
      vi.stubGlobal('PushManager', Object);
    }
    expect(await pushState(null, new Map())).toBe(state);
    expect(requestPermission).not.toHaveBeenCalled();
  });

  test.each([
    ['on', 'key', /^This browser gets notifications, even when Candor is closed\./],
    ['denied', 'key', /^Notifications from this site are blocked\./],
    ['unsupported', 'key', /^This browser doesn’t support push notifications\./],
    ['needs_app', 'key', /install the app: tap Share, then Add to Home Screen\./],
    ['page', null, /Push notifications aren’t set up on this site\./],
  ] as const)('%s with the key %s', (state, key, words) => {
    const own = { ...status, push_public_key: key };
    render(<AlertNotes isLoading={false} status={own} state={state} turnOn={async () => undefined} />);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('one that has ended comes with a button', () => {
    const turnOn = vi.fn<() => Promise<void>>(async () => undefined);
    render(<AlertNotes isLoading={false} status={status} state="ended" turnOn={turnOn} />);
    expect(
      screen.getByText(/^This browser no longer gets notifications when Candor is closed\./),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }));
    expect(turnOn).toHaveBeenCalledOnce();
  });

  test('it says how often the server checks, and what that misses', () => {
    expect(checkFrequencyText(status)).toMatch(
      /about every 5 minutes.*A move that comes and goes between two checks is missed\.$/,
    );
  });
});
