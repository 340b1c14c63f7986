import { cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatFor } from '#compute';
import { DrawMenu } from '#web/features/workbench/drawing/draw-menu.tsx';
import { useDesk } from '#web/features/workbench/drawing/desk.ts';
import type { Drawing } from '#web/shared/user/drawings.ts';
import { OverlayLegend } from '#web/features/workbench/chart/legends.tsx';
import { COMPARE_MENU_ID, DRAW_MENU_ID } from '#web/features/workbench/controls/controls.tsx';
import type { ShownChart } from '#web/features/workbench/data/annotations.tsx';
import { openStore, setUpPages } from '#support/web/page-setup.tsx';
import { inStore } from '#support/web/user-store.ts';

// uPlot reads the pixel ratio when it loads, and jsdom has no media queries.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

setUpPages();
afterEach(cleanup);

/** Presses a button as the keyboard does, with the focus on it. */
function press(name: RegExp) {
  const button = screen.getByRole('button', { name, hidden: true });
  button.focus();
  button.click();
}

function Legend() {
  const chart = { series: { candles: { time: new Float64Array() }, overlays: [] } };
  return (
    <>
      <button type="button" id={COMPARE_MENU_ID}>
        Compare
      </button>
      <OverlayLegend chart={chart as unknown as ShownChart} errors={new Map()} />
    </>
  );
}

test('the focus stays on the list of compared listings, and moves to its button after the last one', async () => {
  history.replaceState(null, '', '/workbench?ticker=NVDA&with=MSFT_AMD');
  render(<Legend />, { wrapper: inStore(openStore()) });
  press(/Remove MSFT/);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('list'));
  press(/Remove AMD/);
  await expect.poll(() => document.activeElement?.id).toBe(COMPARE_MENU_ID);
});

const textContext = {
  format: formatFor({ region: 'us', clock: 'exchange' }),
  quoted: 'USD',
  sessions: new Float64Array(),
  latestSession: 0,
  timeZone: 'America/New_York',
};
function Menu({ price = 100 }: { readonly price?: number }) {
  const [list, setList] = useState<Drawing[]>([
    { id: 'a', tool: 'level', points: [{ time_seconds: 0, price }] },
  ]);
  const desk = useDesk();
  useLayoutEffect(() => void vi.spyOn(desk, 'remove').mockImplementation(() => setList([])), [desk]);
  const series = { place: (value: number) => (value > 0 ? value : null) };
  const chart = { listing: { ticker: 'NVDA', response: {} }, series } as unknown as ShownChart;
  return <DrawMenu chart={chart} list={list} textContext={textContext} toolbar={document.body} />;
}

/** Fires the event that a browser fires before it shows the panel. */
function openPanel() {
  screen.getByRole('dialog', { hidden: true }).dispatchEvent(new Event('beforetoggle'));
}

test('after the last drawing the focus moves to the drawing button', async () => {
  render(<Menu />);
  openPanel();
  press(/^Remove Price level/);
  await expect.poll(() => document.activeElement?.id).toBe(DRAW_MENU_ID);
});

test('a drawing that a logarithmic scale cannot show says so', () => {
  render(<Menu />);
  openPanel();
  expect(screen.queryByText(/can’t show on this scale/)).toBeNull();
  cleanup();
  render(<Menu price={0} />);
  openPanel();
  expect(screen.getByText(/can’t show on this scale/)).toBeDefined();
});
