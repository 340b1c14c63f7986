import type { ChartFrame, ChartLayer } from '#web/shared/charts/chart-spec.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type uPlot from 'uplot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { edit, inStore, signInAs, userStore } from '#support/web/user-store.ts';
import { OwnRanges } from '#web/features/stock/own-range/own-range.tsx';
import { ownRangesAtom } from '#web/shared/user/own-ranges.ts';
import { ownRanges, replaceJournal } from '../user/journal-entries.ts';
import { SAMPLE_NOW, sampleData } from './sample-response.ts';

beforeEach(() => void vi.useFakeTimers({ now: SAMPLE_NOW }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** The ranges below a 7-day forecast, on a chart of 100 px that shows prices from 50 to 150. */
async function opened(ends = {}) {
  vi.useRealTimers();
  const data = await sampleData('AAPL', 7);
  Object.assign(data.analysis.forecast.points.at(-1)!, ends);
  vi.useFakeTimers({ now: SAMPLE_NOW });
  const store = userStore();
  const to = data.candles.time.length + data.analysis.forecast.points.length;
  const surface = document.body.appendChild(document.createElement('div'));
  surface.setAttribute('role', 'application');
  const written: string[] = [];
  const chart = {
    ctx: {
      ...Object.fromEntries(
        ['beginPath', 'moveTo', 'lineTo', 'stroke', 'setLineDash', 'strokeText'].map((name) => [
          name,
          () => undefined,
        ]),
      ),
      fillText: (text: string, x: number, y: number) => written.push(`${text} at ${x}, ${y}`),
    },
    bbox: { left: 0, top: 0, width: to, height: 100 },
    root: surface.appendChild(document.createElement('div')),
    scales: { price: { min: 50, max: 150 } },
    valToPos: (value: number, scale: string) => (scale === 'price' ? 150 - value : value),
  } as unknown as uPlot;
  const frame = { from: 0, to, pixelRatio: 1, theme: {} } as ChartFrame;
  let layer: ChartLayer | null = null;
  const onLayer = (next: ChartLayer | null) => {
    layer = next;
  };
  render(<OwnRanges data={data} onLayer={onLayer} />, { wrapper: inStore(store) });
  return {
    store,
    ranges: () => store.get(ownRangesAtom),
    add() {
      const [details] = document.getElementsByTagName('details');
      details!.open = true;
      fireEvent(details!, new Event('toggle'));
      act(() => layer?.draw(chart, frame));
    },
    /** Prices that the chart makes room for while the newest `hidden` sessions are out of view. */
    covered: (hidden = 0) => layer?.covers?.({ ...frame, to: to - hidden }) ?? [],
    /** The texts on the canvas, with their places. */
    redraw() {
      written.length = 0;
      act(() => layer?.draw(chart, frame));
      return written;
    },
  };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a range is typed, saved with its reason, and taken back within a minute', async () => {
  const { add, ranges } = await opened();
  add();
  type('Low', '95.5');
  type('High', '110');
  type('Why (optional)', ' Earnings ');
  press('Save range');
  expect(ranges()).toMatchObject([{ own_low: 95.5, own_high: 110, why: 'Earnings', horizon_days: 7 }]);
  expect(document.activeElement?.textContent).toBe('Your range: $95.50 to $110.00 on Nov 27');
  expect(screen.getByText('“Earnings”')).toBeDefined();
  press('Take back');
  expect(ranges()).toEqual([]);
  expect(document.activeElement?.textContent).toBe('Add your range');
});

test('a saved range stays on the chart’s canvas, which an exported picture copies, and after a minute until it settles', async () => {
  const { add, covered, redraw } = await opened();
  add();
  type('Low', '40');
  type('High', '160');
  press('Save range');
  // Beyond the prices from 50 to 150, at the edges of the plot.
  const place = expect.stringMatching(/^Yours \$160\.00 at \d+, -4$/);
  expect(redraw()).toEqual([place, expect.stringMatching(/^Yours \$40\.00 at \d+, 104$/)]);
  expect(screen.queryByRole('slider')).toBeNull();
  expect(Math.min(...covered())).toBeLessThan(40);
  expect(Math.max(...covered())).toBeGreaterThan(160);
  expect(covered(1)).toEqual([]);
  act(() => void vi.advanceTimersByTime(61_000));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/It stays until it settles/)).toBeDefined();
});

test.each([
  ['', '110', 'Low', 'Enter a price above 0.'],
  ['95', '-1', 'High', 'Enter a price above 0.'],
  ['0', '110', 'Low', 'Enter a price above 0.'],
  ['110', '110', 'High', 'Enter a price above the low one.'],
  // A separator that groups elsewhere: it could never be corrected later.
  ['95', '110,250', 'High', 'Enter a price under 100 times the current one.'],
])('from "%s" to "%s" saves nothing and says only why', async (low, high, name, error) => {
  const { add, ranges } = await opened();
  add();
  type('Low', low);
  type('High', high);
  press('Save range');
  expect(ranges()).toEqual([]);
  const invalid = screen.getAllByRole('textbox').filter((input) => input.ariaInvalid === 'true');
  expect(invalid).toEqual([field(name)]);
  // Screen readers read it with its error.
  expect(document.activeElement).toBe(field(name));
  expect(screen.getByText(error)).toBeDefined();
});

test('a range that settles today is still open, beside the form for the next one', async () => {
  const { add, store, covered } = await opened();
  const range = { ticker: 'AAPL', source: 'sample', horizon_days: 7, outcome: null } as const;
  const ranges = ownRanges([
    { ...range, base_date: '2026-11-05', target_date: '2026-11-13' },
    { ...range, base_date: '2026-11-12', target_date: '2026-11-20' },
  ]);
  act(() => void edit(store, replaceJournal(ranges, 'own_range')));
  expect(screen.getByText('Other open ranges: $98.00 to $104.00 on Nov 20.')).toBeDefined();
  // The last bar is the session before the seven estimated ones.
  expect([covered(7).length, covered(8).length]).toEqual([4, 0]);
  add();
  expect(screen.getAllByRole('slider')).toHaveLength(2);
});

test('a forecast whose close may be known takes no range', async () => {
  const { add, ranges } = await opened();
  add();
  vi.setSystemTime(SAMPLE_NOW.getTime() + 30 * 86_400_000);
  press('Save range');
  expect(ranges()).toEqual([]);
  expect(screen.getByText('This close may be known already. Reload the page.')).toBeDefined();
});

test('handles start at the model’s range, move the fields in steps, and never cross', async () => {
  const { add } = await opened();
  add();
  const low = screen.getByRole('slider', { name: 'Low end' });
  type('High', '105');
  fireEvent.change(low, { target: { value: '98.04' } });
  expect([field('Low').value, low.getAttribute('aria-valuetext')]).toEqual(['98', '$98.00']);
  fireEvent.change(low, { target: { value: '120' } });
  expect(Number(field('Low').value)).toBeLessThan(105);
});

test('a narrow range, as of a currency pair, is not rounded to a share of the price', async () => {
  const { add } = await opened({ low80: 100.113, high80: 100.874 });
  add();
  expect([field('Low').value, field('High').value]).toEqual(['100.11', '100.87']);
});

test('the chart makes room once a drag is over, and never for a price that is being typed', async () => {
  const { add, covered } = await opened();
  add();
  const before = covered();
  const high = screen.getByRole('slider', { name: 'High end' });
  fireEvent.pointerDown(high);
  fireEvent.change(high, { target: { value: '149' } });
  expect(covered()).toEqual(before);
  fireEvent.pointerUp(high);
  expect(Math.max(...covered())).toBeGreaterThan(149);
  type('Low', '9');
  expect(Math.min(...covered())).toBeGreaterThan(100);
  type('High', '9999');
  expect(covered()).toEqual([]);
});

test('a guest has no range', async () => {
  const { store } = await opened();
  act(() => signInAs(store, null));
  expect(document.body.textContent).toBe('');
});
