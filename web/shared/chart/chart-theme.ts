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
] as const;

export type ChartColor = (typeof TOKENS)[number];

export type ChartTheme = Readonly<Record<ChartColor, string>> & { readonly fontFamily: string };

/** Reads the tokens in force at an element. */
export function readChartTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const colors = Object.fromEntries(TOKENS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  return { ...(colors as Record<ChartColor, string>), fontFamily: style.fontFamily };
}

/** Calls back when the theme or palette of the document changes; answers the function that ends it. */
export function onThemeChange(callback: () => void): () => void {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] });
  return () => observer.disconnect();
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
