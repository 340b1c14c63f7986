import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PaneHandle } from '#web/features/workbench/controls/controls.tsx';

// uPlot reads the pixel ratio when it loads, and jsdom has no media queries.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

const onHeight = vi.fn<(percent: number) => void>();

function Handle() {
  const [height, setHeight] = useState(20);
  return (
    <PaneHandle
      label="RSI 14"
      height={height}
      totalPx={400}
      onHeight={(percent) => {
        setHeight(percent);
        onHeight(percent);
      }}
    />
  );
}

beforeEach(() => {
  // jsdom has no pointer capture.
  HTMLElement.prototype.setPointerCapture = () => undefined;
  render(<Handle />);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const slider = () => screen.getByRole('slider');
const handle = () => slider().parentElement ?? slider();
const shown = () => slider().getAttribute('aria-valuetext');

test('a drag changes the height until the pointer is released', () => {
  fireEvent.pointerDown(handle(), { clientY: 500 });
  for (let y = 499; y >= 380; y -= 1) fireEvent.pointerMove(handle(), { clientY: y });
  expect(shown()).toBe('50%');
  // A step that undo shows, so only for another height.
  expect(onHeight).toHaveBeenCalledTimes(30);
  fireEvent.pointerUp(handle(), { clientY: 380 });
  fireEvent.pointerMove(handle(), { clientY: 300 });
  expect(shown()).toBe('50%');
});

test('a height stays within its limits, by pointer and by the slider’s keys', () => {
  fireEvent.pointerDown(handle(), { clientY: 500 });
  fireEvent.pointerMove(handle(), { clientY: 0 });
  expect(shown()).toBe('60%');
  fireEvent.pointerCancel(handle());
  fireEvent.change(slider(), { target: { value: '5' } });
  expect(onHeight.mock.calls).toEqual([[60], [10]]);
});
