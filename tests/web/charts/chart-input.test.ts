import { expect, test } from 'vitest';
import { chartKeyAction } from '#web/shared/charts/chart-keys.ts';
import { axisFactor, wheelAction } from '#web/shared/charts/gestures.ts';

test.each([
  ['ArrowLeft', false, { do: 'move', by: -1 }],
  ['ArrowRight', false, { do: 'move', by: 1 }],
  ['PageUp', false, { do: 'move', by: -10 }],
  ['PageDown', false, { do: 'move', by: 10 }],
  ['Home', false, { do: 'edge', at: 'first' }],
  ['End', false, { do: 'edge', at: 'last' }],
  ['ArrowLeft', true, { do: 'pan', by: 10 }],
  ['ArrowRight', true, { do: 'pan', by: -10 }],
  ['ArrowDown', false, { do: 'series', by: 1 }],
  ['ArrowUp', false, { do: 'series', by: -1 }],
  ['Enter', false, { do: 'read' }],
  ['PageUp', true, { do: 'prices', factor: 1, up: 0.1 }],
  ['PageDown', true, { do: 'prices', factor: 1, up: -0.1 }],
  ['0', false, { do: 'reset', part: 'plot' }],
  ['a', false, { do: 'reset', part: 'prices' }],
  ['Escape', false, { do: 'leave' }],
] as const)('%s (shift: %s) is %o', (key, isShift, action) => {
  expect(chartKeyAction(key, isShift)).toEqual(action);
});

test('plus shows fewer sessions, and minus undoes it', () => {
  const zoomIn = chartKeyAction('+', true);
  const zoomOut = chartKeyAction('-', false);
  if (zoomIn?.do !== 'zoom' || zoomOut?.do !== 'zoom') throw new Error('expected zooms');
  expect(zoomIn.factor).toBeLessThan(1);
  expect(zoomIn.factor * zoomOut.factor).toBeCloseTo(1);
});

test.each(['1', '6', '/', 'Tab', ' '])('the chart leaves the key %s to the page', (key) => {
  expect(chartKeyAction(key, false)).toBeNull();
});

const turn = { deltaX: 0, deltaY: 0, ctrlKey: false, metaKey: false, shiftKey: false };
const factorOf = (change: Partial<typeof turn>) => {
  const action = wheelAction({ ...turn, ...change });
  return action.do === 'zoom' ? action.factor : Number.NaN;
};

test('the wheel pans sideways or with Shift, otherwise zooms, and turning back undoes it', () => {
  expect(wheelAction({ ...turn, deltaX: 30, deltaY: 4 })).toEqual({ do: 'pan', px: -30 });
  expect(wheelAction({ ...turn, deltaY: 120, shiftKey: true })).toEqual({ do: 'pan', px: -120 });
  expect(factorOf({ deltaY: -120 })).toBeLessThan(1);
  expect(factorOf({ deltaY: 120 }) * factorOf({ deltaY: -120 })).toBeCloseTo(1);
});

test('a pinch zooms faster than the wheel, and one notch with Ctrl zooms only a little', () => {
  expect(factorOf({ deltaY: 4, ctrlKey: true })).toBeGreaterThan(factorOf({ deltaY: 4 }));
  expect(factorOf({ deltaY: 120, ctrlKey: true })).toBeLessThan(1.5);
});

test('dragging an axis in small steps equals dragging it at once', () => {
  expect(axisFactor(3) ** 40).toBeCloseTo(axisFactor(120));
  expect(axisFactor(-140)).toBe(0.5);
});
