import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { App } from '#web/app/app.tsx';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

async function openMenu() {
  renderPage(<App />);
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  return screen.findByRole('dialog', { name: 'Menu' });
}

/** Waits for the menu to close and returns the label of the element that then has the focus. */
async function focusAfterClosing() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return document.activeElement?.getAttribute('aria-label');
}

function swipe(menu: HTMLElement, leftPx: number, downPx = 0) {
  const pages = within(menu).getByRole('navigation');
  fireEvent.touchStart(pages, { touches: [{ clientX: 200, clientY: 100 }] });
  fireEvent.touchEnd(pages, { changedTouches: [{ clientX: 200 - leftPx, clientY: 100 + downPx }] });
}

it('the menu opens as a modal dialog with the header’s links in groups', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const menu = await openMenu();
  expect(showModal).toHaveBeenCalledOnce();
  expect(
    within(menu)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Home',
    'About',
    'Start Predicting',
    'Workbench',
    'Compare',
    'Import a list',
    'Holdings',
    'Log In',
    'Sign Up',
    'Forecasts',
    'Track record',
    'Method',
    'Data',
  ]);
});

it('the menu closes on its close button and returns the focus', async () => {
  const menu = await openMenu();
  fireEvent.click(within(menu).getByRole('button', { name: 'Close Menu' }));
  expect(await focusAfterClosing()).toBe('Open menu');
});

it('the menu closes when the browser closes the dialog, as it does on Esc', async () => {
  const menu = await openMenu();
  fireEvent(menu, new Event('close'));
  expect(await focusAfterClosing()).toBe('Open menu');
});

it('the menu closes on a tap outside, and not on a tap inside', async () => {
  const menu = await openMenu();
  fireEvent.click(within(menu).getByRole('navigation'));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  fireEvent.click(menu);
  expect(await focusAfterClosing()).toBe('Open menu');
});

it('the menu closes on a tap on a link, even the current page’s', async () => {
  const menu = await openMenu();
  fireEvent.click(within(menu).getByRole('link', { name: 'Home' }));
  expect(await focusAfterClosing()).toBe('Open menu');
});

it('the menu closes on a route change', async () => {
  await openMenu();
  act(() => history.pushState(null, '', '/about'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the menu closes on a swipe to the left of more than 50 px', async () => {
  swipe(await openMenu(), 51);
  expect(await focusAfterClosing()).toBe('Open menu');
});

it.each([
  ['exactly 50 px to the left', 50, 0],
  ['to the right', -80, 0],
  ['more down than left', 60, 90],
])('the menu stays open on a swipe %s', async (_what, leftPx, downPx) => {
  swipe(await openMenu(), leftPx, downPx);
  expect(screen.queryByRole('dialog')).not.toBeNull();
});
