// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type uPlot from 'uplot';
import { DrawingLayer } from '#web/features/workbench/drawing/paint.ts';
import type { Drawing, DrawnPoint, Tool } from '#web/shared/user/drawings.ts';
import type { ChartFrame } from '#web/shared/charts/chart-spec.ts';
import { formatFor } from '#compute';

const DAY = 86_400;
const dates = Float64Array.from({ length: 60 }, (_, i) => i * DAY);
const ignore = () => undefined;
const at = (day: number, price: number): DrawnPoint => ({ time_seconds: day * DAY, price });

/** A drawing on a plot of 300 by 200 pixels with sessions 20 to 50 and prices from 100 to 300. */
function drawn(...drawings: readonly Omit<Drawing, 'id'>[]) {
  const texts: string[] = [];
  const places: (readonly [number, number])[] = [];
  const recorded = new Proxy<Record<string, unknown>>(
    {
      measureText: () => ({
        width: 80,
        actualBoundingBoxLeft: 0,
        actualBoundingBoxRight: 80,
        actualBoundingBoxAscent: 9,
        actualBoundingBoxDescent: 0,
      }),
      canvas: { width: 400 },
      getTransform: () => ({ a: 1, e: 0, f: 0 }),
      fillText(text: string, x: number, y: number) {
        texts.push(text);
        places.push([x, y]);
      },
    },
    { get: (own, name) => own[String(name)] ?? ignore },
  );
  const chart = {
    ctx: recorded,
    width: 400,
    bbox: { left: 100, top: 50, width: 300, height: 200 },
    valToPos(value: number, scale: string, isCanvas: boolean) {
      const [left, top] = isCanvas ? [100, 50] : [0, 0];
      return scale === 'x' ? left + (value - 20) * 10 : top + 300 - value;
    },
  } as unknown as uPlot;
  const seen: boolean[] = [];
  const layer = new DrawingLayer();
  layer.shown = {
    dates,
    place: (price) => (price > 0 ? price : null),
    textContext: {
      format: formatFor({ region: 'us', clock: 'exchange' }),
      quoted: 'USD',
      sessions: dates,
      latestSession: 59 * DAY,
      timeZone: 'America/New_York',
    },
    drawings: drawings.map((drawing, i) => ({ id: `${i}`, ...drawing })),
    selectedId: '0',
    cursor: null,
    onSelected: (isOnPlot) => seen.push(isOnPlot),
  };
  layer.draw(chart, { theme: {}, pixelRatio: 1, labels: [] } as unknown as ChartFrame);
  return {
    texts,
    places,
    isSeen: seen.at(-1),
    hit: (x: number, y: number) => layer.hit({ x, y }, 8),
  };
}

/** From (50, 150) to (100, 50) in plot pixels. */
const TWO = [at(25, 150), at(30, 250)];
const ONE = [at(25, 150)];

describe.each<
  readonly [Tool, readonly DrawnPoint[], readonly [number, number][], readonly [number, number][]]
>([
  [
    'trend',
    TWO,
    [[75, 100]],
    [
      [112, 25],
      [75, 50],
    ],
  ],
  [
    'ray',
    TWO,
    [
      [75, 100],
      [112, 25],
    ],
    [
      [38, 175],
      [75, 50],
    ],
  ],
  [
    'level',
    ONE,
    [
      [2, 150],
      [290, 155],
    ],
    [[290, 130]],
  ],
  [
    'vertical',
    ONE,
    [
      [50, 5],
      [55, 190],
    ],
    [[70, 5]],
  ],
  [
    'rectangle',
    TWO,
    [
      [75, 52],
      [50, 100],
    ],
    [
      [75, 100],
      [150, 50],
    ],
  ],
  [
    'measure',
    TWO,
    [
      [75, 52],
      [50, 100],
    ],
    [
      [75, 100],
      [150, 50],
    ],
  ],
  // Its 61.8% level is at 188.20.
  [
    'fibonacci',
    TWO,
    [
      [250, 112],
      [290, 50],
    ],
    [
      [250, 62],
      [20, 112],
    ],
  ],
  [
    'text',
    ONE,
    [[100, 155]],
    [
      [100, 170],
      [160, 150],
    ],
  ],
])('%s', (tool, points, hits, misses) => {
  const { hit } = drawn({ tool, points, text: 'Results' });

  test('is hit where it is drawn, and not beside it', () => {
    expect(hits.map(([x, y]) => hit(x, y)?.handle)).toEqual(hits.map(() => 'all'));
    expect(misses.map(([x, y]) => hit(x, y))).toEqual(misses.map(() => null));
  });

  test.runIf(points.length === 2)('has handles at its points', () => {
    expect([hit(52, 149)?.handle, hit(99, 52)?.handle]).toEqual([0, 1]);
  });
});

test('labels at one place move along their lines, the selected drawing’s first, and a text stays', () => {
  const [level, text] = [
    (price: number) => ({ tool: 'level', points: [at(25, price)] }) as const,
    at(20, 150),
  ];
  const { texts, places } = drawn(level(150), level(152), { tool: 'text', points: [text], text: 'Results' });
  expect(texts).toEqual(['Results', '$150.00', '$152.00']);
  expect(places).toEqual([
    [8, 150],
    [92, 146],
    [180, 144],
  ]);
});

test('of two at one position the newer one is hit', () => {
  const level = { tool: 'level', points: ONE } as const;
  expect(drawn(level, level).hit(200, 150)?.drawing.id).toBe('1');
});

describe('labels', () => {
  const textsOf = (tool: Tool, ...points: readonly DrawnPoint[]) =>
    drawn({ tool, points, text: 'Results' }).texts;

  test.each<readonly [Tool, readonly DrawnPoint[], readonly string[]]>([
    ['trend', TWO, []],
    ['level', ONE, ['$150.00']],
    ['vertical', [at(25, 999)], ['Jan 26, 1970']],
    ['measure', [at(25, 150), at(28, 165)], ['+$15.00 (+10.00%), 3 sessions']],
    ['measure', [at(1, 150), at(21, 165)], ['+$15.00 (+10.00%), 20 sessions']],
    ['measure', [at(15, 150), at(55, 165)], ['+$15.00 (+10.00%), 40 sessions']],
    // From the earlier to the later point, whichever was drawn first.
    [
      'fibonacci',
      TWO.toReversed(),
      [
        '0% at $250.00',
        '23.6% at $226.40',
        '38.2% at $211.80',
        '50% at $200.00',
        '61.8% at $188.20',
        '78.6% at $171.40',
        '100% at $150.00',
      ],
    ],
    ['text', [at(30, 150)], ['Results']],
  ])('of %s at %j', (tool, points, texts) => expect(textsOf(tool, ...points)).toEqual(texts));

  test.each<readonly [Tool, readonly DrawnPoint[]]>([
    ['measure', [at(5, 150), at(10, 165)]],
    ['measure', [at(52, 150), at(55, 165)]],
    ['measure', [at(25, 80), at(28, 90)]],
    ['measure', [at(25, 310), at(28, 330)]],
    ['level', [at(5, 95)]],
    ['level', [at(5, 310)]],
    // The scale cannot show it.
    ['level', [at(5, 0)]],
    ['vertical', [at(15, 150)]],
    ['text', [at(15, 150)]],
    ['fibonacci', [at(52, 150), at(55, 165)]],
  ])('of %s at %j, off the plot, are none', (tool, points) => {
    const { texts, isSeen } = drawn({ tool, points, text: 'Results' });
    expect([texts, isSeen]).toEqual([[], false]);
  });

  test('a ray and retracement levels continue although their points are off the plot', () => {
    expect(drawn({ tool: 'ray', points: [at(5, 150), at(10, 160)] }).isSeen).toBe(true);
    expect(drawn({ tool: 'trend', points: [at(5, 150), at(10, 160)] }).isSeen).toBe(false);
    expect(drawn({ tool: 'fibonacci', points: [at(5, 150), at(10, 160)] }).isSeen).toBe(true);
  });
});
