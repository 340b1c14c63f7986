// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { chartOptions, type LiveChart } from '../../../web/shared/charts/chart-options.ts';
import type { ChartMarks } from '../../../web/shared/charts/chart-spec.ts';

/** The x scale of a chart with these marks. */
function xScale(marks: ChartMarks) {
  const live = () => ({ marks, theme: { fontFamily: 'sans-serif' } }) as LiveChart;
  const options = chartOptions(
    { series: [], layers: [] },
    { width: 600, height: 300 },
    live,
    () => undefined,
  );
  const { fwd, bwd } = options.scales!['x']!;
  return { fwd: fwd!, bwd: bwd! };
}

describe('the axis of sessions', () => {
  test('has sessions of one width', () => {
    const { fwd, bwd } = xScale({});
    for (const index of [0, 7.25, 300]) expect([fwd(index), bwd(index)]).toEqual([index, index]);
  });

  test('draws estimated sessions wider, and finds the session under every place', () => {
    const { fwd, bwd } = xScale({ estimateFrom: 300, estimateStretch: 5 });
    expect([0, 299, 300, 301].map(fwd)).toEqual([0, 299, 304, 309]);
    for (const index of [0, 298.5, 299, 299.2, 300, 301]) expect(bwd(fwd(index))).toBeCloseTo(index, 10);
  });
});
