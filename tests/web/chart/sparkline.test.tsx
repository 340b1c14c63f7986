import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Sparkline } from '../../../web/shared/chart/sparkline.tsx';

afterEach(cleanup);

function points(container: HTMLElement): [number, number][] {
  const text = container.querySelector('polyline')?.getAttribute('points') ?? '';
  return text.split(' ').map((pair) => pair.split(',').map(Number) as [number, number]);
}

test('a line runs over the whole width, higher values higher up', () => {
  const { container } = render(<Sparkline values={[1, 3, 2]} heightPx={40} label="Line" />);
  const [first, second, third] = points(container);
  expect(first?.[0]).toBe(0);
  expect(third?.[0]).toBe(100);
  expect(second?.[1]).toBeLessThan(third?.[1] ?? 0);
  expect(third?.[1]).toBeLessThan(first?.[1] ?? 0);
});

test('a flat line and a single value are drawn at finite places', () => {
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

test('levels are labelled and the whole has a name', () => {
  const levels = [{ value: 70, label: 'Overbought (70)', side: 'above' }] as const;
  render(<Sparkline values={[40, 50]} levels={levels} heightPx={40} label="RSI, now 50" />);
  expect(screen.getByRole('img', { name: 'RSI, now 50' })).toBeDefined();
  expect(screen.getByText('Overbought (70)')).toBeDefined();
});
