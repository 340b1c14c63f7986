// @vitest-environment node
import { expect, test } from 'vitest';
import type uPlot from 'uplot';
import { drawingLayer } from '../../../../web/features/workbench/drawing/drawing-layer.ts';
import type { Drawing, DrawnPoint } from '../../../../web/shared/user-data/drawings.ts';
import type { ChartFrame } from '../../../../web/shared/charts/chart-spec.ts';
import { formatFor } from '../../../../web/shared/format/format.ts';

const DAY = 86_400;
const dates = Float64Array.from({ length: 60 }, (_, i) => i * DAY);
const ignore = () => undefined;

/** The texts on a plot of 300 by 200 pixels with sessions 20 to 50 and prices from 100 to 300. */
function textsOf(drawing: Omit<Drawing, 'id'>): string[] {
  const texts: string[] = [];
  const recorded = new Proxy<Record<string, unknown>>(
    { measureText: () => ({ width: 80 }), fillText: (text: string) => texts.push(text) },
    { get: (own, name) => own[String(name)] ?? ignore },
  );
  const chart = {
    ctx: recorded,
    bbox: { left: 100, top: 50, width: 300, height: 200 },
    valToPos: (value: number, scale: string) => (scale === 'x' ? 100 + (value - 20) * 10 : 50 + 300 - value),
  } as unknown as uPlot;
  const layer = drawingLayer({
    chart: null,
    dates,
    place: (price) => price,
    writing: {
      format: formatFor({ region: 'us', clock: 'exchange' }),
      currency: 'USD',
      sessions: dates,
      latestSession: 59 * DAY,
      minutes: null,
      timeZone: 'America/New_York',
    },
    drawings: [{ id: 'a', ...drawing }],
    selectedId: null,
    cursor: null,
    textWidths: new Map(),
  });
  layer.draw(chart, { theme: {}, pixelRatio: 1 } as unknown as ChartFrame);
  return texts;
}

const at = (day: number, price: number): DrawnPoint => ({ time_seconds: day * DAY, price });
const measure = (...points: readonly DrawnPoint[]) => textsOf({ tool: 'measure', points });
const level = (price: number) => textsOf({ tool: 'level', points: [at(5, price)] });
const note = (day: number) => textsOf({ tool: 'text', points: [at(day, 150)], text: 'Results' });

test('a measured range has its words while a part of it is on screen', () => {
  expect(measure(at(25, 150), at(28, 165))).toEqual(['+$15.00 (+10.00%), 3 sessions']);
  expect(measure(at(1, 150), at(21, 165))).toHaveLength(1);
  expect(measure(at(15, 150), at(55, 165))).toHaveLength(1);
});

test('a measured range outside what is on screen has none', () => {
  expect(measure(at(5, 150), at(10, 165))).toEqual([]);
  expect(measure(at(52, 150), at(55, 165))).toEqual([]);
  expect(measure(at(25, 80), at(28, 90))).toEqual([]);
  expect(measure(at(25, 310), at(28, 330))).toEqual([]);
});

test('nor has a level its price', () => {
  expect(level(150)).toEqual(['$150.00']);
  expect(level(95)).toEqual([]);
  expect(level(310)).toEqual([]);
});

test('nor a text whose point is elsewhere', () => {
  expect(note(30)).toEqual(['Results']);
  expect(note(15)).toEqual([]);
});
