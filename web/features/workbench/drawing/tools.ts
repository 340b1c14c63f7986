/** The drawing tools. A new tool needs an entry here and a schema in the Worker's contract. */
import type { Quoted } from '#compute';
import {
  Minus,
  MoveUpRight,
  RectangleHorizontal,
  Rows3,
  Ruler,
  SeparatorVertical,
  TrendingUp,
  Type,
  type LucideIcon,
} from 'lucide-react';
import type { ChartColor } from '../../../shared/charts/chart-spec.ts';
import type { Exportable } from '../../../shared/format/exportable.ts';
import type {
  Drawing,
  DrawingList,
  DrawingLook,
  DrawingStyle,
  DrawnPoint,
  Tool,
} from '../../../shared/user/drawings.ts';
import {
  GAP_PX,
  edges,
  fibonacciShape,
  isoTime,
  measureShape,
  measureText,
  pointText,
  priceText,
  rayEnd,
  retracements,
  segmentOf,
  timeText,
  type DrawingTextContext,
  type Pair,
  type PlacedPoint,
  type Plot,
  type Shape,
} from './shapes.ts';

interface ToolKind {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly points: 1 | 2;
  readonly look: readonly (keyof DrawingStyle)[];
  readonly hint?: string;
  /** A line across the whole plot, which jumps to the pointer wherever it was grabbed. */
  readonly isAcross?: true;
  /** Goes from the first point to the second; otherwise from the earlier to the later one. */
  readonly isDirected?: true;
  readonly shape: (points: Pair<PlacedPoint>, plot: Plot, drawing: Drawing) => Shape;
  /** Its position in words, written after its name. */
  readonly describe: (points: Pair, textContext: DrawingTextContext, drawing: Drawing) => string;
}

const LINE = ['color', 'width', 'dash'] as const;

const fromTo = ([from, to]: Pair, textContext: DrawingTextContext) =>
  `from ${pointText(from, textContext)} to ${pointText(to, textContext)}`;

export const TOOLS: Readonly<Record<Tool, ToolKind>> = {
  trend: {
    name: 'Trend line',
    icon: TrendingUp,
    points: 2,
    look: LINE,
    shape: (points) => ({ lines: [points], dots: points }),
    describe: fromTo,
  },
  ray: {
    name: 'Ray',
    icon: MoveUpRight,
    points: 2,
    look: LINE,
    isDirected: true,
    shape: (points, plot) => ({ lines: [[points[0], rayEnd(points, plot)]], dots: points }),
    describe: ([from, to], textContext) =>
      `from ${pointText(from, textContext)} through ${pointText(to, textContext)}`,
  },
  level: {
    name: 'Price level',
    icon: Minus,
    points: 1,
    look: LINE,
    hint: 'Place it at a price',
    isAcross: true,
    shape([{ y, price }], { width, textContext }) {
      const [text, at] = [priceText(price, textContext), { x: GAP_PX, y: y - GAP_PX }];
      return {
        lines: [segmentOf(0, y, width, y)],
        labels: [{ text, at, baseline: 'bottom', along: [1, 0] }],
        handle: { x: width / 2, y },
      };
    },
    describe: ([{ price }], textContext) => `at ${priceText(price, textContext)}`,
  },
  vertical: {
    name: 'Vertical line',
    icon: SeparatorVertical,
    points: 1,
    look: LINE,
    hint: 'Place it at a bar',
    isAcross: true,
    shape([{ x, time_seconds: time }], { height, textContext }) {
      const [text, at] = [timeText(time, textContext), { x, y: height - GAP_PX }];
      return {
        lines: [segmentOf(x, 0, x, height)],
        labels: [{ text, at, baseline: 'bottom', along: [0, -1] }],
        handle: { x, y: height / 2 },
      };
    },
    describe: ([point], textContext) => `on ${timeText(point.time_seconds, textContext)}`,
  },
  rectangle: {
    name: 'Rectangle',
    icon: RectangleHorizontal,
    points: 2,
    look: LINE,
    shape: (points) => ({ lines: edges(points), area: points }),
    describe: fromTo,
  },
  fibonacci: {
    name: 'Fibonacci retracement',
    icon: Rows3,
    points: 2,
    look: LINE,
    shape: fibonacciShape,
    describe: (points, textContext) =>
      `${fromTo(points, textContext)}: ` +
      retracements(points, textContext)
        .slice(1, -1)
        .map(({ text }) => text)
        .join(', '),
  },
  measure: {
    name: 'Measure',
    icon: Ruler,
    points: 2,
    look: [],
    shape: measureShape,
    describe: (points, textContext) => `${fromTo(points, textContext)}: ${measureText(points, textContext)}`,
  },
  text: {
    name: 'Text',
    icon: Type,
    points: 1,
    look: ['color'],
    hint: 'Place the text',
    shape([point], { textWidth }, { text = '' }) {
      const at = { x: point.x + 2 * GAP_PX, y: point.y };
      return {
        lines: [],
        dots: [point],
        labels: [{ text, at, baseline: 'middle' }],
        text: [point, { x: at.x + textWidth(text), y: point.y }],
      };
    },
    describe: ([point], textContext, { text }) => `“${text}” on ${pointText(point, textContext)}`,
  },
};

export const TOOL_NAMES = Object.keys(TOOLS) as readonly Tool[];

/** None is close to a gain or loss colour in any palette (tested). */
export const COLORS: Readonly<
  Record<DrawingLook['color'], { readonly name: string; readonly token: ChartColor }>
> = {
  grey: { name: 'Gray', token: 'control-line' },
  plain: { name: 'Plain', token: 'text' },
  violet: { name: 'Violet', token: 'series-6' },
  magenta: { name: 'Magenta', token: 'series-4' },
  yellow: { name: 'Yellow', token: 'series-5' },
};

export const COLOR_NAMES = Object.keys(COLORS) as readonly DrawingLook['color'][];

export const LINE_NAMES = {
  width: { thin: 'Thin', medium: 'Medium', thick: 'Thick' },
  dash: { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' },
} as const satisfies { readonly [Name in 'width' | 'dash']: Readonly<Record<DrawingLook[Name], string>> };

/** The look of a drawing, by default a thin, solid and quiet line. */
export function lookOf({ color = 'grey', width = 'thin', dash = 'solid' }: DrawingStyle): DrawingLook {
  return { color, width, dash };
}

/** The part of a pen that a tool uses. */
export function penFor(tool: Tool, pen: DrawingStyle): DrawingStyle {
  return Object.fromEntries(TOOLS[tool].look.flatMap((name) => (pen[name] ? [[name, pen[name]]] : [])));
}

/** A drawing's points in order: as drawn if it is directed, else by time. */
export function inOrder<Point extends DrawnPoint>(tool: Tool, points: readonly Point[]): readonly Point[] {
  return TOOLS[tool].isDirected ? points : points.toSorted((a, b) => a.time_seconds - b.time_seconds);
}

/** "Trend line from Aug 12, 2026 at $201.10 to Nov 3, 2026 at $188.40". */
export function drawingText(drawing: Drawing, textContext: DrawingTextContext): string {
  const { name, describe } = TOOLS[drawing.tool];
  const [from, to = from] = inOrder(drawing.tool, drawing.points);
  if (from === undefined || to === undefined) return name;
  return `${name} ${describe([from, to], textContext, drawing)}${drawing.locked ? ', locked' : ''}`;
}

/** A table of a listing's drawings, with dates (intraday: instants). */
export function drawingsFile(list: DrawingList, quoted: Quoted): Exportable {
  return {
    title: 'Drawings',
    kind: 'prices',
    quoted,
    rows: () => [
      ['tool', 'from', 'from_price', 'to', 'to_price', 'text'],
      ...list.map(({ tool, points, text = null }) => {
        const [from, to] = inOrder(tool, points);
        return [tool, isoTime(from), from?.price ?? null, isoTime(to), to?.price ?? null, text];
      }),
    ],
  };
}
