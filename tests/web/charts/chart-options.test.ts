// @vitest-environment node
import type uPlot from 'uplot';
import { describe, expect, test, vi } from 'vitest';
import { chartOptions, inHairlines } from '#web/shared/charts/chart-options.ts';
import type { ChartAnnotations, ChartSpec, LiveChart } from '#web/shared/charts/chart-spec.ts';
import { decimalsOf } from '#compute';

/** Options that read these annotations at every draw. */
function optionsOf(annotations: () => ChartAnnotations) {
  const live = {
    get annotations() {
      return annotations();
    },
    theme: { fontFamily: 'sans-serif' },
  } as LiveChart;
  return chartOptions({ series: [], layers: [] }, { width: 600, height: 300 }, live);
}

/** The x scale of a chart with these annotations. */
function xScale(annotations: ChartAnnotations) {
  const { fwd, bwd } = optionsOf(() => annotations).scales!['x']!;
  return { fwd: fwd!, bwd: bwd! };
}

test('the axes of a chart change with its annotations', () => {
  let annotations: ChartAnnotations = { axisPx: 80, hidesDates: true };
  const options = optionsOf(() => annotations);
  const sizes = () => options.axes!.map(({ size }) => (size as () => number)());
  expect(sizes()).toEqual([0, 80]);
  annotations = { axisPx: 95 };
  expect(sizes()).toEqual([28, 95]);
});

describe('the axis of sessions', () => {
  test('gives all sessions the same width', () => {
    const { fwd, bwd } = xScale({});
    for (const index of [0, 7.25, 300]) expect([fwd(index), bwd(index)]).toEqual([index, index]);
  });

  test('draws estimated sessions wider, and finds the session at every position', () => {
    const { fwd, bwd } = xScale({ estimateFrom: 300, estimateStretch: 5 });
    expect([0, 299, 300, 301].map(fwd)).toEqual([0, 299, 304, 309]);
    for (const index of [0, 298.5, 299, 299.2, 300, 301]) expect(bwd(fwd(index))).toBeCloseTo(index, 10);
  });
});

test.each([
  [50, 0],
  [5, 0],
  [1, 0],
  [2.5, 2],
  [0.5, 2],
  [0.25, 2],
  [0.3, 2],
  [0.1, 2],
  [0.05, 2],
  [0.025, 3],
  [0.000001, 6],
  [0.0000005, 7],
  [0.000000000001, 10],
])('labels %d apart have %d decimals', (increment, decimals) => {
  expect(decimalsOf(increment)).toBe(decimals);
});

test.each([
  [1, 1, 1, [0.5]],
  [1.25, 0.8, 0.8, [0.875]],
  [3, 1.5, 1, []],
])(
  'at a pixel ratio of %d a line of 1.5 px has strokes of %d px, or %d px with less than 2 px per point; hairlines %j below make the rest of its width',
  (pixelRatio, wide, thin, below) => {
    const offsets: number[] = [];
    class Path {
      addPath(_path: Path, { f }: { f: number }) {
        offsets.push(f);
      }
    }
    vi.stubGlobal('Path2D', Path);
    vi.stubGlobal('DOMMatrix', function matrix([, , , , , f]: number[]) {
      return { f };
    });
    const pathsOf = (points: number) => {
      const chart = { data: [new Float64Array(points)], bbox: { width: 1000 * pixelRatio } };
      const paths = { stroke: new Path() } as unknown as uPlot.Series.Paths;
      return inHairlines(paths, chart as unknown as uPlot, 1.5, { pixelRatio } as LiveChart);
    };
    expect(pathsOf(500)).toMatchObject({ _width: wide });
    expect(offsets).toEqual(below);
    expect(pathsOf(501)).toMatchObject({ _width: thin });
  },
);

/** The price span of a chart with this spec whose data goes from 100 to 200. */
function pricesOn(spec: Partial<ChartSpec>): readonly number[] {
  const live = { annotations: {}, theme: { fontFamily: 'sans-serif' }, prices: null } as LiveChart;
  const options = chartOptions({ series: [], layers: [], ...spec }, { width: 600, height: 300 }, live);
  const range = options.scales!['price']!.range as uPlot.Range.Function;
  return range({ data: [[0]] } as unknown as uPlot, 100, 200, 'price') as number[];
}

test('the price axis covers a spec’s values and leaves room for bars below; on a logarithmic scale by ratio', () => {
  expect(pricesOn({})).toEqual([94, 206]);
  expect(pricesOn({ contain: [0] })).toEqual([-12, 212]);
  expect(pricesOn({ bottomShare: 0.2 })).toEqual([66, 206]);
  const [low = 0, high = 0] = pricesOn({ logSplits: () => [], bottomShare: 0.2 });
  expect(high / 200).toBeCloseTo(2 ** 0.06);
  expect(Math.log(100 / low) / Math.log(high / low)).toBeCloseTo((0.06 / 1.12) * 0.8 + 0.2);
});
