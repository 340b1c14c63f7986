import { blankCanvas } from './blank-canvas.ts';

/** What a drawing takes from style sheets, which do not travel with it. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'vector-effect',
  'font-size',
  'font-family',
  'opacity',
];

/** A drawing of the page, painted with the styles that it has there, at its size on screen. */
export async function svgCanvas(drawing: SVGSVGElement, ratio: number): Promise<HTMLCanvasElement> {
  const { width, height } = drawing.getBoundingClientRect();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>('*');
  for (const [i, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[i];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const { canvas, ctx } = blankCanvas(width, height, ratio);
  ctx.drawImage(image, 0, 0, width, height);
  return canvas;
}
