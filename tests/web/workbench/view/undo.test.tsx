import { act, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { formatFor, type IndicatorKind } from '#compute';
import type { DrawingTextContext } from '#web/features/workbench/drawing/shapes.ts';
import { useDesk, type Sheet } from '#web/features/workbench/drawing/desk.ts';
import { UndoButtons } from '#web/features/workbench/page/workbench-head.tsx';
import { changeViewAtom, viewText, withAdded } from '#web/features/workbench/view/changes.ts';
import { viewAtom } from '#web/features/workbench/view/url-state.ts';
import { parseWorkbench } from '#web/features/workbench/view/workbench-view.ts';
import { overlayAtom, type Notice } from '#web/shared/ui/overlay.ts';
import { drawingsAtom, setDrawings, type Drawing } from '#web/shared/user/drawings.ts';
import { useAtomValueRawSync, useSetAtom, useStore } from '#web/store.ts';
import { userAtom } from '#web/shared/sign-in/auth.ts';
import { edit } from '#support/web/user-store.ts';
import { renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

const today = { source: 'sample', year_closes: { dates: [], prices: [] } };
const textContext: DrawingTextContext = {
  format: formatFor({ region: 'us', clock: 'exchange' }),
  quoted: 'USD',
  sessions: new Float64Array(),
  latestSession: 0,
  timeZone: 'America/New_York',
};

let desk: ReturnType<typeof useNvda>;
let said: string[] = [];

/** A desk with the chart of NVDA, as the page lays it out. */
function useNvda() {
  const store = useStore();
  const drawing = useDesk();
  const say = (text: string) => void said.push(text);
  useLayoutEffect(() => drawing.setSheet({ ticker: 'NVDA', today, textContext, say } as unknown as Sheet));
  const list = useAtomValueRawSync(drawingsAtom).get('NVDA') ?? [];
  return {
    store,
    drawing,
    list,
    view: useAtomValueRawSync(viewAtom),
    change: useSetAtom(changeViewAtom),
    user: useAtomValueRawSync(userAtom),
  };
}

function Desk() {
  const now = useNvda();
  useLayoutEffect(() => {
    desk = now;
  });
  return <UndoButtons />;
}

const level = (id: string): Drawing => ({ id, tool: 'level', points: [{ time_seconds: 0, price: 100 }] });
const draw = (id: string) => act(async () => desk.drawing.keep(level(id), 'added'));
const add = (kind: IndicatorKind) =>
  act(async () => desk.change({ indicators: withAdded(desk.view.indicators, kind, 0) }));
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
/** The URL follows after the next paint. */
const urlWritten = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const goBack = () =>
  act(async () => {
    await urlWritten();
    const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    history.back();
    await moved;
  });
const state = () => [...desk.view.indicators.map(({ kind }) => kind), ...desk.list.map(({ id }) => id)];

beforeEach(async () => {
  said = [];
  history.replaceState(null, '', '/workbench?ticker=NVDA');
  await renderSignedIn(<Desk />);
  await vi.waitUntil(() => desk.user !== null);
});

test('drawings and indicators are undone and redone in their common order', async () => {
  await draw('a');
  await add('rsi');
  await draw('b');
  await press('Undo: Price level added');
  expect(state()).toEqual(['rsi', 'a']);
  await press('Undo: RSI 14 added');
  expect(state()).toEqual(['a']);
  await press('Redo: RSI 14 added');
  await press('Redo: Price level added');
  expect(state()).toEqual(['rsi', 'a', 'b']);
});

test('a comparison is undone together with its scale', async () => {
  await act(async () => desk.change({ overlays: ['MSFT' as never], scale: 'percent' }));
  await press('Undo: MSFT added');
  expect([desk.view.overlays, desk.view.scale]).toEqual([[], 'linear']);
});

test('a scale chosen after a comparison stays when the comparison is undone', async () => {
  await act(async () => desk.change({ overlays: ['MSFT' as never], scale: 'percent' }));
  await act(async () => desk.change({ scale: 'log' }));
  await press('Undo: MSFT added');
  expect([desk.view.overlays, desk.view.scale]).toEqual([[], 'log']);
});

test('changes of one run are one step, until another change or undo', async () => {
  const priceOf = () => desk.list[0]?.points[0]?.price;
  const move = (price: number) =>
    act(async () => desk.drawing.keep({ ...level('a'), points: [{ time_seconds: 0, price }] }, 'moved', 'a'));
  await draw('a');
  for (const price of [101, 102, 103]) await move(price);
  await press('Undo: Price level moved');
  expect(priceOf()).toBe(100);
  await press('Redo: Price level moved');
  await move(104);
  await press('Undo: Price level moved');
  expect(priceOf()).toBe(103);
});

test('a change after an undo clears the redo steps', async () => {
  await draw('a');
  await press('Undo: Price level added');
  await draw('b');
  expect(screen.getByRole('button', { name: 'Redo' }).getAttribute('aria-disabled')).toBe('true');
});

test('changes by another device are not undone, and the others are', async () => {
  await add('rsi');
  await draw('a');
  const moved = { ...level('a'), points: [{ time_seconds: 0, price: 7 }] };
  await act(async () => edit(desk.store, setDrawings('NVDA', new Map([['a', moved]]))));
  await press('Undo: RSI 14 added');
  expect(state()).toEqual(['a']);
});

test('a change taken back by Back is not undone again', async () => {
  await draw('a');
  await add('rsi');
  await goBack();
  expect(state()).toEqual(['a']);
  await press('Undo: Price level added');
  expect(state()).toEqual([]);
});

test('Back takes back an undo', async () => {
  await add('rsi');
  await urlWritten();
  await press('Undo: RSI 14 added');
  await goBack();
  expect(state()).toEqual(['rsi']);
});

test('all unlocked drawings are removed, and undo restores them in place', async () => {
  for (const id of ['a', 'b', 'c']) await draw(id);
  await act(async () => desk.drawing.setLocked(desk.list[1]!, true));
  await act(async () => desk.drawing.remove(desk.list[1]!));
  expect(said.at(-1)).toBe('Price level is locked. Unlock it first.');
  await act(async () => desk.drawing.removeAll());
  expect([state(), said.at(-1)]).toEqual([['b'], '2 drawings removed, 1 locked.']);
  await press('Undo: 2 drawings removed');
  expect(state()).toEqual(['a', 'b', 'c']);
});

test('the notice of a removal restores on its own listing, at prices of today', async () => {
  const anchor = { source: 'sample', date: '2026-01-02', close: 200 };
  await act(async () => edit(desk.store, setDrawings('NVDA', new Map([['a', { ...level('a'), anchor }]]))));
  const split = {
    ...desk.drawing.sheet,
    today: { source: 'sample', year_closes: { dates: ['2026-01-02'], prices: [100] } },
  };
  desk.drawing.setSheet(split);
  const [shown] = desk.drawing.list;
  expect(shown?.points[0]?.price).toBe(50);
  await act(async () => desk.drawing.remove(shown!));
  const { undo } = desk.store.get(overlayAtom) as Notice;
  desk.drawing.setSheet({ ...split, ticker: 'AAPL' });
  await act(async () => undo?.());
  desk.drawing.setSheet(split);
  expect(desk.drawing.list[0]?.points).toEqual(shown?.points);
});

test('a change of the view is named by what it adds, removes or changes', () => {
  const view = parseWorkbench('?in=sma-20*1_rsi-14*2&with=MSFT');
  const [sma, rsi] = view.indicators as [(typeof view.indicators)[0], (typeof view.indicators)[0]];
  const other = parseWorkbench('?in=macd-12-26-9*3').indicators;
  expect(viewText(view, { indicators: [sma, rsi, ...other] })).toBe('MACD 12, 26, 9 added');
  expect(viewText(view, { indicators: [rsi] })).toBe('SMA 20 removed');
  expect(viewText(view, { indicators: [sma, { ...rsi, parameters: [7] }] })).toBe('RSI 7 changed');
  expect(viewText(view, { indicators: [rsi, sma] })).toBe('Order changed');
  expect(viewText(view, { overlays: [] })).toBe('MSFT removed');
  expect(viewText(view, { range: '1Y' })).toBeNull();
});
