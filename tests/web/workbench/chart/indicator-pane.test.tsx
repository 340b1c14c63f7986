import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PaneHandle } from '../../../../web/features/workbench/chart/indicator-pane.tsx';

// uPlot asks for the pixel ratio as it is loaded, and jsdom has no media queries.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

const onPreview = vi.fn<(percent: number | null) => void>();
const onHeight = vi.fn<(percent: number) => void>();

beforeEach(() => {
  // jsdom has no pointer capture.
  HTMLElement.prototype.setPointerCapture = () => undefined;
  render(<PaneHandle label="RSI 14" height={20} totalPx={400} onPreview={onPreview} onHeight={onHeight} />);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const handle = () => screen.getByRole('separator');

// Safari refuses more than 100 changes of the address in 30 seconds.
test('a drag shows every height and settles one', () => {
  fireEvent.pointerDown(handle(), { clientY: 500 });
  for (let y = 499; y >= 380; y -= 1) fireEvent.pointerMove(handle(), { clientY: y, buttons: 1 });
  expect(onPreview).toHaveBeenLastCalledWith(50);
  expect(onHeight).not.toHaveBeenCalled();
  fireEvent.pointerUp(handle(), { clientY: 380 });
  expect(onHeight.mock.calls).toEqual([[50]]);
  expect(onPreview).toHaveBeenLastCalledWith(null);
});

test('a press without a move changes nothing, and a drag that the browser takes away neither', () => {
  fireEvent.pointerDown(handle(), { clientY: 500 });
  fireEvent.pointerUp(handle(), { clientY: 500 });
  fireEvent.pointerDown(handle(), { clientY: 500 });
  fireEvent.pointerMove(handle(), { clientY: 460, buttons: 1 });
  fireEvent.pointerCancel(handle());
  expect(onPreview).toHaveBeenLastCalledWith(null);
  expect(onHeight).not.toHaveBeenCalled();
});

test('a height stays inside its limits, and each key settles one', () => {
  fireEvent.pointerDown(handle(), { clientY: 500 });
  fireEvent.pointerMove(handle(), { clientY: 0, buttons: 1 });
  expect(onPreview).toHaveBeenLastCalledWith(60);
  fireEvent.pointerCancel(handle());
  fireEvent.keyDown(handle(), { key: 'ArrowUp' });
  fireEvent.keyDown(handle(), { key: 'Home' });
  expect(onHeight.mock.calls).toEqual([[22], [10]]);
});
