import { readChartTheme } from '../chart/chart-theme.ts';
import { blankCanvas } from './blank-canvas.ts';
import { stampLines } from './export-content.ts';
import type { ExportRequest } from './export-files.ts';
import { paintedElement } from './painted-element.ts';
import { svgCanvas } from './svg-canvas.ts';

const PAD_PX = 24;
const TITLE_PX = 44;
const STAMP_LINE_PX = 18;
/** Between what is shown and its stamp. */
const GAP_PX = 12;

/** Room for the longest line of the stamp. */
const MIN_WIDTH_PX = 520;

/** A chart or table as a PNG in the colours of the page, with its title above and its stamp below. */
export async function stampedPicture({
  exportable,
  picture,
  provenance,
  nowMs,
}: Omit<ExportRequest, 'format'>): Promise<Blob> {
  const theme = readChartTheme(document.body);
  const ratio = Math.max(devicePixelRatio, 1);
  const content = await contentOf(picture, ratio);
  const stamp = stampLines(exportable, provenance, nowMs);
  const width = Math.max(content.width / ratio, MIN_WIDTH_PX) + 2 * PAD_PX;
  const height = TITLE_PX + content.height / ratio + GAP_PX + stamp.length * STAMP_LINE_PX + 2 * PAD_PX;

  const { canvas, ctx } = blankCanvas(width, height, ratio);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, width, height);
  ctx.textBaseline = 'top';
  ctx.fillStyle = theme.text;
  ctx.font = `600 18px ${theme.fontFamily}`;
  ctx.fillText(`${provenance.subject}: ${exportable.title}`, PAD_PX, PAD_PX, width - 2 * PAD_PX);
  ctx.drawImage(content, PAD_PX, PAD_PX + TITLE_PX, content.width / ratio, content.height / ratio);
  ctx.fillStyle = theme['text-3'];
  ctx.font = `12px ${theme.fontFamily}`;
  for (const [i, [name, text]] of stamp.entries()) {
    const y = height - PAD_PX - (stamp.length - i) * STAMP_LINE_PX + 6;
    ctx.fillText(`${name}: ${text}`, PAD_PX, y, width - 2 * PAD_PX);
  }
  return asPng(canvas);
}

async function contentOf(picture: Element, ratio: number): Promise<HTMLCanvasElement> {
  if (picture instanceof SVGSVGElement) return svgCanvas(picture, ratio);
  return picture.querySelector('canvas') ?? paintedElement(picture, ratio);
}

function asPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))),
      'image/png',
    );
  });
}
