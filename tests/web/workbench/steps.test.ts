// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  followed,
  NO_HISTORY,
  redone,
  undone,
  withStep,
  type Change,
  type History,
} from '../../../web/features/workbench/steps.ts';
import { viewText } from '../../../web/features/workbench/use-steps.ts';
import { parseWorkbench } from '../../../web/features/workbench/workbench-url.ts';

const step = (key: string, before: unknown, after: unknown) => ({
  text: `${key} ${String(after)}`,
  changes: [{ key, before, after }],
});

/** The values after a step back or forth, and the history then. */
function valuesAfter(values: Record<string, unknown>, moved: ReturnType<typeof undone>) {
  const changes: readonly Change[] = moved?.step.changes ?? [];
  return { ...values, ...Object.fromEntries(changes.map((change) => [change.key, change.after])) };
}

const two = withStep(withStep(NO_HISTORY, step('a', null, 1)), step('indicators', [], ['rsi']));
const now = { a: 1, indicators: ['rsi'] };

describe('steps', () => {
  test('go back in the order in which they were done, and forth again', () => {
    const back = undone(two)!;
    expect(valuesAfter(now, back)).toEqual({ a: 1, indicators: [] });
    const start = undone(back.history)!;
    expect(valuesAfter(now, start)).toEqual({ a: null, indicators: ['rsi'] });
    expect(undone(start.history)).toBeNull();
    expect(valuesAfter({}, redone(start.history))).toEqual({ a: 1 });
    expect(redone(two)).toBeNull();
  });

  test('a change after a step back forgets what was ahead', () => {
    expect(redone(withStep(undone(two)!.history, step('a', 1, 2)))).toBeNull();
  });

  test('changes of one run are one step, until something else is done or undone', () => {
    const moved = [2, 3, 4].reduce(
      (history, value) => withStep(history, step('a', value - 1, value), 'a'),
      two,
    );
    expect(valuesAfter({}, undone(moved))).toEqual({ a: 1 });
    const again = withStep(redone(undone(moved)!.history)!.history, step('a', 4, 5), 'a');
    expect(valuesAfter({}, undone(again))).toEqual({ a: 4 });
  });
});

describe('what has been changed in another way', () => {
  const follow = (history: History, values: Record<string, unknown>) =>
    followed(history, (key) => values[key] ?? null);

  test('is not undone, and the rest is', () => {
    expect(follow(two, now)).toBe(two);
    // The browser's Back took the indicator away.
    expect(follow(two, { a: 1, indicators: [] }).past).toEqual([two.past[0]]);
    // Another device has moved the drawing.
    expect(follow(two, { ...now, a: 7 }).past).toEqual([two.past[1]]);
    expect(follow(undone(two)!.history, { a: null, indicators: [] })).toMatchObject({
      past: [],
      future: [{}],
    });
  });

  test('leaves the other changes of its step', () => {
    const compared = withStep(NO_HISTORY, {
      text: 'AAPL added',
      changes: [...step('overlays', [], ['AAPL']).changes, ...step('scale', 'linear', 'percent').changes],
    });
    const left = follow(compared, { overlays: ['AAPL'], scale: 'log' });
    expect(valuesAfter({ scale: 'log' }, undone(left))).toEqual({ overlays: [], scale: 'log' });
  });
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
