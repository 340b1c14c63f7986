// @vitest-environment node
import { expect, test } from 'vitest';
import {
  DrawingSession,
  type DrawingState,
  type PendingDrawing,
} from '#web/features/workbench/drawing/state.ts';
import type { Drawing } from '#web/shared/user/drawings.ts';
import { createStore } from '#web/store.ts';

const at = { time_seconds: 86_400, price: 100 };
const text: Drawing = { id: 't', tool: 'text', points: [at], text: 'Gap' };
const placing: PendingDrawing = { tool: 'trend', points: [], at: null, isByKey: false, isKept: true };

function session(change: Partial<DrawingState>) {
  const begun = new DrawingSession(createStore());
  begun.set(change);
  return begun;
}

test('selecting puts a tool away', () => {
  const work = session({ placing });
  work.choose('t');
  expect(work.state).toMatchObject({ placing: null, selected: { id: 't', handle: 'all' } });
});

test('a point moves while a drawing is being placed, and does not restart a cancelled one', () => {
  const work = session({ placing });
  work.place({ at });
  expect(work.state.placing).toMatchObject({ tool: 'trend', at });
  work.set({ placing: null });
  work.place({ at });
  expect(work.state.placing).toBeNull();
});

test('what a kept tool has drawn stays selected until the first point of the next one', () => {
  const work = session({});
  work.choose('t');
  work.set({ placing });
  work.place({ at });
  expect(work.state.selected).not.toBeNull();
  work.place({ points: [at] });
  expect(work.state.selected).toBeNull();
});

test('a text stays in editing whatever is selected meanwhile', () => {
  const work = session({ editing: text });
  work.choose('t');
  expect(work.state.editing).toBe(text);
});
