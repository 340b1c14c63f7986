import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Sparkline, trendInWords } from '#web/shared/charts/sparkline.tsx';

afterEach(cleanup);

function points(container: HTMLElement): [number, number][] {
  const text = container.querySelector('polyline')?.getAttribute('points') ?? '';
  return text.split(' ').map((pair) => pair.split(',').map(Number) as [number, number]);
}

test('a line spans the whole width, with higher values higher up', () => {
  const { container } = render(<Sparkline values={[1, 3, 2]} heightPx={40} label="Line" />);
  const [first, second, third] = points(container);
  expect(first?.[0]).toBe(0);
  expect(third?.[0]).toBe(100);
  expect(second?.[1]).toBeLessThan(third?.[1] ?? 0);
  expect(third?.[1]).toBeLessThan(first?.[1] ?? 0);
});

test('a flat line and a single value have finite positions', () => {
  const flat = render(<Sparkline values={[5, 5]} heightPx={40} label="Flat" />);
  expect(points(flat.container).flat().every(Number.isFinite)).toBe(true);
  const single = render(<Sparkline values={[5]} heightPx={40} label="Single" />);
  expect(points(single.container).flat().every(Number.isFinite)).toBe(true);
});

test('bars stand on zero', () => {
  const { container } = render(<Sparkline values={[1, -1]} bars={[2, -2]} heightPx={40} label="Bars" />);
  const [up, down] = [...container.querySelectorAll('rect')].map((bar) => ({
    top: Number(bar.getAttribute('y')),
    bottom: Number(bar.getAttribute('y')) + Number(bar.getAttribute('height')),
  }));
  expect(up?.bottom).toBeCloseTo(down?.top ?? Number.NaN, 1);
});

test('bars are evenly spaced and stay inside the drawing', () => {
  const bars = [2, -1, 3, 1, -2];
  const { container } = render(<Sparkline values={bars} bars={bars} heightPx={40} label="Bars" />);
  const places = [...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('x')));
  const steps = places.slice(1).map((x, i) => x - (places[i] ?? 0));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.05);
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  expect(points(container)[0]?.[0]).toBeGreaterThan(places[0] ?? Number.NaN);
});

test('a trend in words names its ends, direction and extremes', () => {
  expect(trendInWords([2, 5, 1, 4], String)).toBe('from 2 to 4, rising, lowest 1, highest 5');
  expect(trendInWords([3, 3], String)).toBe('from 3 to 3, unchanged, lowest 3, highest 3');
});

test('levels are labelled and the drawing has a name', () => {
  const levels = [{ value: 70, label: 'Overbought (70)', side: 'above' }] as const;
  render(<Sparkline values={[40, 50]} levels={levels} heightPx={40} label="RSI, now 50" />);
  expect(screen.getByRole('img', { name: 'RSI, now 50' })).toBeDefined();
  expect(screen.getByText('Overbought (70)')).toBeDefined();
});
