import { blankCanvas } from './blank-canvas.ts';
import { svgCanvas } from './svg-canvas.ts';

/** Controls are of no use in a picture; `data-tool` marks what else is of none. */
const TOOLS = 'button:has(svg), [data-tool]';

/** One stroke of the picture, with all that it needs: measured at once, painted when drawings have been loaded. */
type Paint = (ctx: CanvasRenderingContext2D) => void | Promise<void>;

/**
 * A small part of the page as it stands on screen: backgrounds, upper rules, words and drawings, each at its place. What
 * it scrolls inside of is scrolled to its beginning. Only plain tables, lists and drawings look the same.
 */
export async function paintedElement(element: Element, ratio: number): Promise<HTMLCanvasElement> {
  const frame = element.parentElement;
  const [left, top] = [frame?.scrollLeft ?? 0, frame?.scrollTop ?? 0];
  frame?.scrollTo({ left: 0, top: 0, behavior: 'instant' });
  const area = element.getBoundingClientRect();
  const paints = paintsOf(element, ratio);
  frame?.scrollTo({ left, top, behavior: 'instant' });

  const { canvas, ctx } = blankCanvas(area.width, area.height, ratio);
  ctx.translate(-area.left, -area.top);
  ctx.textBaseline = 'middle';
  // oxlint-disable-next-line no-await-in-loop -- later ones lie above
  for (const paint of paints) await paint(ctx);
  return canvas;
}

/** In the order of the document, which is the order of painting. */
function paintsOf(root: Element, ratio: number): readonly Paint[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element &&
    (node.matches(TOOLS) || isUnseen(node) || node.parentNode instanceof SVGElement)
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const paints: Paint[] = [];
  for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
    if (node instanceof SVGSVGElement) paints.push(drawing(node, ratio));
    else if (node instanceof Element) paints.push(box(node));
    else if (node.parentElement !== null) paints.push(words(node as Text, node.parentElement));
  }
  return paints;
}

/** Left out of the layout, or there for a screen reader alone, which is a clipped pixel. */
function isUnseen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return getComputedStyle(element).clipPath !== 'none' || width === 0 || height === 0;
}

function box(element: Element): Paint {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { backgroundColor, borderRadius, borderTopWidth, borderTopColor } = getComputedStyle(element);
  const rulePx = Number.parseFloat(borderTopWidth);
  return (ctx) => {
    ctx.fillStyle = backgroundColor;
    ctx.beginPath();
    ctx.roundRect(left, top, width, height, Math.min(Number.parseFloat(borderRadius) || 0, height / 2));
    ctx.fill();
    ctx.fillStyle = borderTopColor;
    if (rulePx > 0 && borderRadius === '0px') ctx.fillRect(left, top, width, rulePx);
  };
}

/** Word by word, so that lines break where they do on screen; cut off where its element cuts it off. */
function words(text: Text, parent: Element): Paint {
  const { color, fontWeight, fontSize, fontFamily, overflowX } = getComputedStyle(parent);
  const bounds = parent.getBoundingClientRect();
  const range = document.createRange();
  const placed = [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return { word, at: range.getBoundingClientRect() };
  });
  return (ctx) => {
    ctx.save();
    if (overflowX === 'hidden') {
      ctx.beginPath();
      ctx.rect(bounds.left, bounds.top, bounds.width, bounds.height);
      ctx.clip();
    }
    ctx.fillStyle = color;
    ctx.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    for (const { word, at } of placed) ctx.fillText(word, at.left, at.top + at.height / 2, at.width);
    ctx.restore();
  };
}

function drawing(svg: SVGSVGElement, ratio: number): Paint {
  const { left, top, width, height } = svg.getBoundingClientRect();
  const painted = svgCanvas(svg, ratio);
  return async (ctx) => ctx.drawImage(await painted, left, top, width, height);
}
