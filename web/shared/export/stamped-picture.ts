import { readChartTheme, type ChartTheme } from '../chart/chart-theme.ts';
import { formatFixed } from '../format/conventions.ts';
import type { CsvCell } from './csv.ts';
import { stampLines, type Exportable } from './export-content.ts';
import type { ExportRequest } from './export-files.ts';
import { svgCanvas } from './svg-canvas.ts';

const PAD_PX = 24;
const TITLE_PX = 44;
const STAMP_LINE_PX = 18;
const ROW_PX = 24;
const TABLE_WIDTH_PX = 760;

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
  const content = await contentOf(exportable, picture, theme, ratio);
  const stamp = stampLines(exportable, provenance, nowMs);
  const width = Math.max(content.width / ratio, MIN_WIDTH_PX) + 2 * PAD_PX;
  const height = TITLE_PX + content.height / ratio + stamp.length * STAMP_LINE_PX + 2 * PAD_PX;

  const { canvas, ctx } = blank(width, height, ratio);
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

async function contentOf(
  { rows }: Exportable,
  picture: Element | null,
  theme: ChartTheme,
  ratio: number,
): Promise<HTMLCanvasElement> {
  if (picture instanceof SVGSVGElement) return svgCanvas(picture, ratio);
  return picture?.querySelector('canvas') ?? tableCanvas(rows(), theme, ratio);
}

/** Rows as text in columns of equal width, the first one to the left. */
function tableCanvas(
  rows: readonly (readonly CsvCell[])[],
  theme: ChartTheme,
  ratio: number,
): HTMLCanvasElement {
  const { canvas, ctx } = blank(TABLE_WIDTH_PX, rows.length * ROW_PX, ratio);
  const columnPx = TABLE_WIDTH_PX / Math.max(...rows.map(({ length }) => length));
  ctx.textBaseline = 'middle';
  for (const [r, cells] of rows.entries()) {
    ctx.font = `${r === 0 ? 600 : 400} 13px ${theme.fontFamily}`;
    ctx.fillStyle = r === 0 ? theme['text-2'] : theme.text;
    for (const [c, cell] of cells.entries()) {
      ctx.textAlign = c === 0 ? 'left' : 'right';
      const x = c === 0 ? 0 : (c + 1) * columnPx;
      ctx.fillText(
        typeof cell === 'number' ? shortNumber(cell) : (cell ?? ''),
        x,
        (r + 0.5) * ROW_PX,
        columnPx - 8,
      );
    }
    ctx.fillStyle = theme.line;
    ctx.fillRect(0, (r + 1) * ROW_PX - 1, TABLE_WIDTH_PX, 1);
  }
  return canvas;
}

function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  return Number.isInteger(value) ? String(value) : formatFixed(value, Math.abs(value) < 10 ? 4 : 2);
}

function blank(width: number, height: number, ratio: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('The browser gives no canvas to draw on.');
  ctx.scale(ratio, ratio);
  return { canvas, ctx };
}

function asPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))),
      'image/png',
    );
  });
}
