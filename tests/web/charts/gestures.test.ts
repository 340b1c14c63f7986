import { afterEach, expect, test, vi } from 'vitest';
import { Gestures } from '#web/shared/charts/gestures.ts';

let isReduced = false;
vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
afterEach(() => {
  isReduced = false;
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A chart that owns its page, of 10 px per bar, and the bars that it was moved by. */
function touched(isZoomable = true) {
  vi.useFakeTimers();
  const host = document.body.appendChild(document.createElement('div'));
  const area = host.appendChild(document.createElement('div'));
  area.setPointerCapture = () => undefined;
  const moves: number[] = [];
  const none = () => undefined;
  const gestures = { pan: (bars: number) => void moves.push(bars), zoom: none, setPrices: none, reset: none };
  const plot = { host, area, prices: null, moveCursor: none, indexAt: (left: number) => left / 10 };
  new Gestures({ ...plot, gestures: { ...gestures, isZoomable, ownsPage: true } }).listen();
  const send = (type: string, clientX: number) => {
    const event = new MouseEvent(type, { clientX, buttons: 1, bubbles: true });
    const touch = { pointerId: 1, pointerType: 'touch', isPrimary: true, timeStamp: performance.now() };
    for (const [name, value] of Object.entries(touch)) Object.defineProperty(event, name, { value });
    area.dispatchEvent(event);
  };
  const swipe = (restMs: number) => {
    send('pointerdown', 100);
    for (const x of [120, 140, 160]) {
      vi.advanceTimersByTime(16);
      send('pointermove', x);
    }
    vi.advanceTimersByTime(restMs);
    send('pointerup', 160);
    moves.length = 0;
    vi.advanceTimersByTime(3000);
  };
  return { area, moves, swipe, send };
}

test('a panning finger that leaves in motion lets the view glide on, ever more slowly', () => {
  const { moves, swipe } = touched();
  swipe(0);
  expect(moves.length).toBeGreaterThan(10);
  expect(moves.every((bars, i) => bars > 0 && (i < 2 || bars <= (moves[i - 1] ?? 0)))).toBe(true);
});

test('a finger that rests before it leaves, and reduced motion, stop the view at once', () => {
  const resting = touched();
  resting.swipe(200);
  expect(resting.moves).toEqual([]);
  isReduced = true;
  const calm = touched();
  calm.swipe(0);
  expect(calm.moves).toEqual([]);
});

test.each([
  ['zooms', true],
  ['does not zoom', false],
])('a chart that %s takes Ctrl and wheel from the page: %s', (_, isZoomable) => {
  const { area } = touched(isZoomable);
  const wheel = new WheelEvent('wheel', { deltaY: 4, ctrlKey: true, bubbles: true, cancelable: true });
  area.dispatchEvent(wheel);
  expect(wheel.defaultPrevented).toBe(isZoomable);
});
