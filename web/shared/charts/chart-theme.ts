/** The design tokens a canvas needs, as colour strings. */
const TOKENS = [
  'page',
  'surface',
  'line',
  'text',
  'text-2',
  'text-3',
  'accent',
  'gain',
  'loss',
  'neutral',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
] as const;

export type ChartColor = (typeof TOKENS)[number];

export type ChartTheme = Readonly<Record<ChartColor, string>> & { readonly fontFamily: string };

const FORCED_COLORS = '(forced-colors: active)';

/**
 * Replaces the tokens in forced-colours mode, which repaints elements but not a canvas. Gain and loss share one colour;
 * hollow and filled, sign and side of zero still tell them apart.
 */
const SYSTEM_COLORS: Readonly<Record<ChartColor, string>> = {
  page: 'Canvas',
  surface: 'Canvas',
  line: 'GrayText',
  text: 'CanvasText',
  'text-2': 'CanvasText',
  'text-3': 'CanvasText',
  accent: 'Highlight',
  gain: 'CanvasText',
  loss: 'CanvasText',
  neutral: 'CanvasText',
  'series-1': 'CanvasText',
  'series-2': 'CanvasText',
  'series-3': 'CanvasText',
  'series-4': 'CanvasText',
  'series-5': 'CanvasText',
};

/** Reads the tokens in force at an element. */
export function readChartTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const isForced = matchMedia(FORCED_COLORS).matches;
  const token = (name: ChartColor) =>
    isForced ? SYSTEM_COLORS[name] : style.getPropertyValue(`--${name}`).trim();
  const colors = Object.fromEntries(TOKENS.map((name) => [name, token(name)]));
  return { ...(colors as Record<ChartColor, string>), fontFamily: style.fontFamily };
}

/** Calls back when the system starts or stops deciding the colours; returns a function that stops it. */
export function onForcedColorsChange(callback: () => void): () => void {
  const forced = matchMedia(FORCED_COLORS);
  forced.addEventListener('change', callback);
  return () => forced.removeEventListener('change', callback);
}

/** A colour with an opacity 0…1. The canvas normalises any CSS colour to `#rrggbb`, to which the alpha is appended. */
export function withAlpha(ctx: CanvasRenderingContext2D, color: string, alpha: number): string {
  ctx.save();
  ctx.fillStyle = color;
  const normal = String(ctx.fillStyle);
  ctx.restore();
  return normal.startsWith('#')
    ? normal +
        Math.round(alpha * 255)
          .toString(16)
          .padStart(2, '0')
    : normal;
}
