import { expect, test } from 'vitest';
import { pressKey, type KeyTarget } from '#web/shared/charts/chart-keys.ts';
import { axisFactor, wheelAction } from '#web/shared/charts/gestures.ts';

/** A chart of 300 sessions that shows 200 to 250, and the calls that a key makes. */
function pressOn(
  key: string,
  isShift: boolean,
  { cursor = 220, ...chart }: Partial<KeyTarget> & { readonly cursor?: number | null } = {},
) {
  const calls: unknown[] = [];
  const call =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([name, ...args]);
  const isHandled = pressKey(
    { key, shiftKey: isShift },
    {
      total: 300,
      resting: 240,
      series: null,
      isZoomable: true,
      ownsPage: true,
      plot: { cursor, moveCursor: call('cursor'), from: 200, to: 250 },
      readout: (index) => [
        { label: 'Date', value: `day ${index}`, isPlain: true },
        { label: 'Close', value: `$${index}` },
        { label: 'Volume', value: `${index}K` },
      ],
      zoom: call('zoom'),
      pan: call('pan'),
      setPrices: call('prices'),
      reset: call('reset'),
      setSeries: call('series'),
      say: (text) => calls.push(['say', text]),
      ...chart,
    },
  );
  return isHandled ? calls : null;
}

const all = (index: number) => ['say', `day ${index}, Close $${index}, Volume ${index}K`];

test.each([
  ['ArrowLeft', false, [['cursor', 219], all(219)]],
  ['ArrowRight', false, [['cursor', 221], all(221)]],
  ['PageUp', false, [['cursor', 210], all(210)]],
  ['PageDown', false, [['cursor', 230], all(230)]],
  ['Home', false, [['cursor', 200], all(200)]],
  ['End', false, [['cursor', 249], all(249)]],
  ['ArrowLeft', true, [['pan', 10]]],
  ['ArrowRight', true, [['pan', -10]]],
  [
    'ArrowDown',
    false,
    [
      ['series', 'Close'],
      ['cursor', 220],
      ['say', 'day 220, Close $220'],
    ],
  ],
  [
    'ArrowUp',
    false,
    [
      ['series', 'Volume'],
      ['cursor', 220],
      ['say', 'day 220, Volume 220K'],
    ],
  ],
  ['Enter', false, [['series', null], ['cursor', 220], all(220)]],
  ['0', false, [['reset', 'plot']]],
  ['a', false, [['reset', 'prices']]],
  [
    'Escape',
    false,
    [
      ['series', null],
      ['cursor', null],
    ],
  ],
])('%s (shift: %s) does %j', (key, isShift, calls) => {
  expect(pressOn(key, isShift)).toEqual(calls);
});

test('the first arrow shows the crosshair at the newest session; beyond the edge the view pans', () => {
  expect(pressOn('ArrowLeft', false, { cursor: null })).toEqual([['cursor', 240], all(240)]);
  const atEdge = { cursor: 200 };
  expect(pressOn('ArrowLeft', false, atEdge)).toEqual([['pan', 1], ['cursor', 200], all(199)]);
  const isZoomable = false;
  expect(pressOn('ArrowLeft', false, { ...atEdge, isZoomable })).toEqual([['cursor', 200], all(200)]);
});

test('plus shows fewer sessions, and minus undoes it', () => {
  const factor = (key: string, isShift: boolean) => (pressOn(key, isShift) as [[string, number]])[0][1];
  expect(factor('+', true)).toBeLessThan(1);
  expect(factor('+', true) * factor('-', false)).toBeCloseTo(1);
});

test.each([
  ['PageUp', 1, 0.1],
  ['PageDown', 1, -0.1],
  ['ArrowUp', 0.7, 0],
])('Shift+%s scales the price axis, and says so', (key, factor, up) => {
  const text = 'Price axis scaled manually. Press A to fit it again.';
  expect(pressOn(key, true)).toEqual([
    ['prices', factor, up],
    ['say', text],
  ]);
});

test.each(['1', '6', '/', 'Tab', ' '])('the chart leaves the key %s to the page', (key) => {
  expect(pressOn(key, false)).toBeNull();
});

test.each(['+', '-', '0'])('a chart without zoom leaves the key %s to the page', (key) => {
  expect(pressOn(key, false, { isZoomable: false })).toBeNull();
});

test.each([
  ['a', false],
  ['ArrowUp', true],
])('a chart in a page of others leaves the key %s (shift: %s) to the page', (key, isShift) => {
  expect(pressOn(key, isShift, { ownsPage: false })).toBeNull();
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
