import { readChartTheme } from '../charts/chart-theme.ts';
import { download, toCsv } from './download.ts';
import {
  csvRows,
  fileName,
  stampLines,
  type Exportable,
  type ExportableChart,
  type Provenance,
} from './export-content.ts';

const PAD_PX = 24;
const TITLE_PX = 44;
const STAMP_LINE_PX = 18;
/** Between the chart and its stamp. */
const GAP_PX = 12;

/** Room for the longest line of the stamp. */
const MIN_WIDTH_PX = 520;

interface Stamp {
  readonly provenance: Provenance;
  readonly nowMs: number;
}

/** Downloads a chart or table as CSV, stamped with its provenance. */
export async function exportCsv({
  exportable,
  provenance,
  nowMs,
}: Stamp & { readonly exportable: Exportable }): Promise<void> {
  const name = fileName(exportable, provenance, nowMs, 'csv');
  download(name, toCsv(await csvRows(exportable, provenance, nowMs)), 'text/csv');
}

/** Downloads a chart as PNG in the colours of the page: title above, stamp below. */
export async function exportPng(
  { exportable: read, canvas: find }: ExportableChart,
  { provenance, nowMs }: Stamp,
): Promise<void> {
  const chart = find();
  if (chart === null) return;
  const exportable = read();
  const theme = readChartTheme(document.body);
  const ratio = Math.max(devicePixelRatio, 1);
  const stamp = stampLines(exportable, provenance, nowMs);
  const width = Math.max(chart.width / ratio, MIN_WIDTH_PX) + 2 * PAD_PX;
  const height = TITLE_PX + chart.height / ratio + GAP_PX + stamp.length * STAMP_LINE_PX + 2 * PAD_PX;

  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('The browser has no 2D canvas.');
  ctx.scale(ratio, ratio);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, width, height);
  ctx.textBaseline = 'top';
  ctx.fillStyle = theme.text;
  ctx.font = `600 18px ${theme.fontFamily}`;
  ctx.fillText(`${provenance.subject}: ${exportable.title}`, PAD_PX, PAD_PX, width - 2 * PAD_PX);
  ctx.drawImage(chart, PAD_PX, PAD_PX + TITLE_PX, chart.width / ratio, chart.height / ratio);
  ctx.fillStyle = theme['text-3'];
  ctx.font = `12px ${theme.fontFamily}`;
  for (const [i, [name, text]] of stamp.entries()) {
    const y = height - PAD_PX - (stamp.length - i) * STAMP_LINE_PX + 6;
    ctx.fillText(`${name}: ${text}`, PAD_PX, y, width - 2 * PAD_PX);
  }
  download(fileName(exportable, provenance, nowMs, 'png'), await asPng(canvas), 'image/png');
}

function asPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))),
      'image/png',
    );
  });
}
