import { afterEach, beforeEach, expect, test } from 'vitest';
import { isZoomedAtom, LINK, showAtom, writeUrlAtom } from '#web/features/workbench/view/url-state.ts';
import { followAddress } from '#web/shared/browser/browser-state.ts';
import { createStore } from '#web/store.ts';

const past = { key: 'NVDA 3M day', view: { bars: 40.2, hidden: 11.7 }, end: 1_700_000_000 };
const newest = { key: 'NVDA 3M day', view: { bars: 40, hidden: -6 }, end: Infinity };

/** A store as after a reload, which has the URL only. */
function opened() {
  const store = createStore();
  stops.push(followAddress(store));
  return store;
}
const stops: (() => void)[] = [];

beforeEach(() => history.replaceState(null, '', '/workbench?ticker=NVDA&style=line'));
afterEach(() => stops.splice(0).forEach((stop) => stop()));

test.each([past, newest])('a zoom in the URL is read back after a reload: %j', (zoom) => {
  const store = opened();
  store.set(LINK.viewAtom, zoom);
  expect(store.get(isZoomedAtom)).toBe(true);
  store.set(writeUrlAtom);
  expect(store.get(LINK.viewAtom)).toEqual(zoom);
  const { bars, hidden } = zoom.view;
  const rounded = { bars: Math.round(bars), hidden: Math.round(hidden) };
  expect(opened().get(LINK.viewAtom)).toEqual({ ...zoom, view: rounded });
});

test('a price axis scaled by hand is in the URL until its scale or range changes', () => {
  const chosen = { key: 'NVDA 3M day linear', span: [101.25, 130] as const };
  const store = opened();
  store.set(LINK.pricesAtom, chosen);
  store.set(writeUrlAtom);
  expect(window.location.search).toContain('&prices=101.25_130');
  expect(opened().get(LINK.pricesAtom)).toEqual(chosen);
  store.set(showAtom, { scale: 'log' });
  store.set(writeUrlAtom);
  expect(window.location.search).not.toContain('prices');
});

test('another line style keeps the zoom, another range or the reset ends it', () => {
  const store = opened();
  store.set(LINK.viewAtom, past);
  store.set(writeUrlAtom);
  store.set(showAtom, { style: 'area' });
  store.set(writeUrlAtom);
  expect(store.get(LINK.viewAtom)).toEqual(past);
  expect(window.location.search).toMatch(/&zoom=40_12_1700000000$/);
  store.set(LINK.viewAtom, null);
  expect(store.get(isZoomedAtom)).toBe(false);
  store.set(writeUrlAtom);
  expect(window.location.search).not.toContain('zoom');
  store.set(LINK.viewAtom, past);
  store.set(writeUrlAtom);
  store.set(showAtom, { range: '1Y' });
  expect(store.get(isZoomedAtom)).toBe(false);
  store.set(writeUrlAtom);
  expect(window.location.search).toBe('?ticker=NVDA&range=1Y&style=area');
});

test.each(['x', '0_0', '12', '12_1.5', '12_3_soon'])('an invalid zoom %s is ignored', (zoom) => {
  history.replaceState(null, '', `/workbench?ticker=NVDA&zoom=${zoom}`);
  expect(opened().get(LINK.viewAtom)).toBeNull();
});
