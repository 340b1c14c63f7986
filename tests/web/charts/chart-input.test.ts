import { expect, test } from 'vitest';
import { chartKeyAction } from '../../../web/shared/charts/chart-input.ts';

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
  ['0', false, { do: 'reset' }],
  ['Escape', false, { do: 'leave' }],
] as const)('%s (shift: %s) is %o', (key, isShift, action) => {
  expect(chartKeyAction(key, isShift)).toEqual(action);
});

test('plus shows fewer sessions, minus as many more', () => {
  const zoomIn = chartKeyAction('+', true);
  const zoomOut = chartKeyAction('-', false);
  if (zoomIn?.do !== 'zoom' || zoomOut?.do !== 'zoom') throw new Error('expected zooms');
  expect(zoomIn.factor).toBeLessThan(1);
  expect(zoomIn.factor * zoomOut.factor).toBeCloseTo(1);
});

test.each(['1', '6', '/', 'Tab', ' '])('%s belongs to the page', (key) => {
  expect(chartKeyAction(key, false)).toBeNull();
});
