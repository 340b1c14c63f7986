// @vitest-environment node
import { expect, test } from 'vitest';
import { drawingReducer, IDLE, type DrawingAction } from '#web/features/workbench/drawing/state.ts';
import type { Drawing } from '#web/shared/user/drawings.ts';

const at = { time_seconds: 86_400, price: 100 };
const text: Drawing = { id: 't', tool: 'text', points: [at], text: 'Gap' };
const select = { do: 'select', id: 't', handle: 'all' } as const;
const edit = { do: 'set', change: { placing: null, editing: text } } as const;
const trend = { tool: 'trend', at: null, isByKey: false, isKept: false } as const;
const start = { do: 'start', placing: trend } as const;

const after = (...actions: readonly DrawingAction[]) => actions.reduce(drawingReducer, IDLE);

test('starting a tool cancels selection, drag and editing, and selecting cancels a tool', () => {
  const begun = after(select, edit, { do: 'set', change: { dragged: text } }, start);
  expect(begun).toEqual({
    ...IDLE,
    placing: { ...trend, points: [] },
  });
  expect(after(start, select)).toMatchObject({ placing: null, selected: { id: 't', handle: 'all' } });
});

test('a point moves while a drawing is being placed, and does not restart a cancelled one', () => {
  expect(after(start, { do: 'place', change: { at } }).placing).toMatchObject({ tool: 'trend', at });
  expect(
    after(start, { do: 'set', change: { placing: null } }, { do: 'place', change: { at } }).placing,
  ).toBeNull();
});

test('a kept tool starts again with the drawing selected until its first point, another one ends', () => {
  const finish = { do: 'finish', id: 't' } as const;
  const kept = { do: 'start', placing: { ...trend, isKept: true } } as const;
  const again = after(kept, { do: 'place', change: { points: [at], at } }, finish);
  expect(again).toMatchObject({ placing: { tool: 'trend', points: [], at: null }, selected: { id: 't' } });
  expect(drawingReducer(again, { do: 'place', change: { at } }).selected).not.toBeNull();
  expect(drawingReducer(again, { do: 'place', change: { points: [at] } }).selected).toBeNull();
  expect(after(start, finish)).toMatchObject({ placing: null, selected: { id: 't' } });
});

test('a text stays in editing whatever is selected meanwhile', () => {
  expect(after(edit, select).editing).toBe(text);
});
