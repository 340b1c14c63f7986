// @vitest-environment node
import { expect, test } from 'vitest';
import type uPlot from 'uplot';
import type { ChartFrame } from '#web/shared/charts/chart-spec.ts';
import { eventsLayer, type PriceEvent } from '#web/shared/charts/price-events.ts';

const event = (index: number): PriceEvent => ({ index, letter: 'D', label: 'Dividend', value: '$1.00' });

const ignore = () => undefined;

/** Positions of the letters drawn on a plot from 100 to 300 px, ten pixels per session, starting at session 20. */
function drawnAt(events: readonly PriceEvent[]): number[] {
  const at: number[] = [];
  const ctx = {
    save: ignore,
    restore: ignore,
    beginPath: ignore,
    rect: ignore,
    fill: ignore,
    stroke: ignore,
    fillText: (_letter: string, x: number) => at.push(x),
  };
  const chart = {
    ctx,
    bbox: { left: 100, top: 0, width: 200, height: 100 },
    valToPos: (index: number) => 100 + (index - 20) * 10,
  } as unknown as uPlot;
  eventsLayer(events).draw(chart, { theme: {}, pixelRatio: 1 } as unknown as ChartFrame);
  return at;
}

test('an event outside the visible range is not drawn over the axis', () => {
  expect(drawnAt([event(10), event(25), event(45)])).toEqual([150]);
});

test('of two overlapping events the first in the list is drawn', () => {
  expect(drawnAt([event(30), event(29), event(34)])).toEqual([200, 240]);
});
