import { act, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { formatFor, type IndicatorKind } from '#compute';
import { withAdded } from '../../../web/features/workbench/chart/chosen-indicators.ts';
import type { Writing } from '../../../web/features/workbench/drawing/drawn-points.ts';
import { useDrawings } from '../../../web/features/workbench/drawing/use-drawings.ts';
import { UndoButtons } from '../../../web/features/workbench/undo-buttons.tsx';
import { useSteps } from '../../../web/features/workbench/use-steps.ts';
import { useWorkbenchView } from '../../../web/features/workbench/workbench-url.ts';
import type { Drawing } from '../../../web/shared/user-data/drawings.ts';
import { useOwner } from '../../../web/shared/user-data/use-user-text.ts';
import { ADA, renderSignedIn, setUpPages } from '../../support/web/page-setup.tsx';

setUpPages();

const today = { source: 'sample', year_closes: { dates: [], prices: [] } };
const writing: Writing = {
  format: formatFor({ region: 'us', clock: 'exchange' }),
  currency: 'USD',
  sessions: new Float64Array(),
  latestSession: 0,
  minutes: null,
  timeZone: 'America/New_York',
};

let desk: ReturnType<typeof useDesk>;
let said: string[] = [];

function useDesk() {
  const { view, show } = useWorkbenchView();
  const steps = useSteps('NVDA', view, show);
  const drawings = useDrawings({ steps, today, writing, say: (text) => said.push(text) });
  return { view, steps, drawings, owner: useOwner() };
}

function Desk() {
  const now = useDesk();
  useLayoutEffect(() => {
    desk = now;
  });
  return <UndoButtons steps={now.steps} />;
}

const level = (id: string): Drawing => ({ id, tool: 'level', points: [{ time_seconds: 0, price: 100 }] });
const draw = (id: string) => act(async () => desk.drawings.keep(level(id), 'added'));
const add = (kind: IndicatorKind) =>
  act(async () => desk.steps.show({ indicators: withAdded(desk.view.indicators, kind, 0) }));
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const goBack = () =>
  act(async () => {
    const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    history.back();
    await moved;
  });
const state = () => [
  ...desk.view.indicators.map(({ kind }) => kind),
  ...desk.drawings.list.map(({ id }) => id),
];

beforeEach(async () => {
  said = [];
  history.replaceState(null, '', '/workbench?ticker=NVDA');
  await renderSignedIn(<Desk />);
  await vi.waitUntil(() => desk.owner === ADA.email);
});

test('drawings and indicators are undone and done again in the order in which they were done', async () => {
  await draw('a');
  await add('rsi');
  await draw('b');
  await press('Undo: Level added');
  expect(state()).toEqual(['rsi', 'a']);
  await press('Undo: RSI 14 added');
  expect(state()).toEqual(['a']);
  await press('Redo: RSI 14 added');
  await press('Redo: Level added');
  expect(state()).toEqual(['rsi', 'a', 'b']);
});

test('a comparison is undone with the scale that it brought', async () => {
  await act(async () => desk.steps.show({ overlays: ['MSFT' as never], scale: 'percent' }));
  await press('Undo: MSFT added');
  expect([desk.view.overlays, desk.view.scale]).toEqual([[], 'linear']);
});

test('what Back takes back is not undone once more', async () => {
  await draw('a');
  await add('rsi');
  await goBack();
  expect(state()).toEqual(['a']);
  await press('Undo: Level added');
  expect(state()).toEqual([]);
});

test('Back takes a step back that was an undo', async () => {
  await add('rsi');
  await press('Undo: RSI 14 added');
  await goBack();
  expect(state()).toEqual(['rsi']);
});

test('all drawings are removed but those that are locked, and come back to their places', async () => {
  for (const id of ['a', 'b', 'c']) await draw(id);
  await act(async () => desk.drawings.setLocked(desk.drawings.list[1]!, true));
  await act(async () => desk.drawings.remove(desk.drawings.list[1]!));
  expect(said.at(-1)).toBe('Level is locked. Unlock it first.');
  await act(async () => desk.drawings.removeAll());
  expect([state(), said.at(-1)]).toEqual([['b'], '2 drawings removed, 1 locked.']);
  await press('Undo: 2 drawings removed');
  expect(state()).toEqual(['a', 'b', 'c']);
});
