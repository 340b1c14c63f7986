/** Exports charts and tables as files that state their source. Loaded on the first export. */
import {
  CONVENTIONS,
  isoDate,
  numberInput,
  priceDecimals,
  priceUnit,
  type Format,
  type Quoted,
} from '#compute';
import type { ExportableChart } from '../charts/chart-figure.tsx';
import { readChartTheme } from '../charts/chart-spec.ts';
import type { CsvCell, Exportable, ExportRows, Provenance } from '../format/exportable.ts';

/** A spreadsheet takes a file for UTF-8 only if it starts with this. */
const BYTE_ORDER_MARK = '\uFEFF';

export function exportCsv(exportable: Exportable, provenance: Provenance, format: Format): void {
  const nowMs = Date.now();
  const text = BYTE_ORDER_MARK + csvText(exportable, provenance, nowMs, format);
  download(fileName(exportable, provenance, nowMs, 'csv'), text, 'text/csv');
}

/** A chart's visible sessions as rows, with their date, the series and further columns. */
export function exportableOf(source: Pick<ExportableChart, 'shown'>): Exportable {
  const { moreColumns = [], rowName = isoDate, from, to, ...shown } = source.shown();
  const columns = [...shown.columns, ...moreColumns.map(({ values }) => values)];
  return {
    title: shown.label,
    quoted: shown.quoted ?? '',
    kind: (shown.annotations?.estimateFrom ?? Infinity) < to ? 'estimate' : 'prices',
    rows: () => [
      ['date', ...shown.columnNames, ...moreColumns.map(({ name }) => name)],
      ...Array.from({ length: to - from }, (_, i) => [
        rowName(shown.dates[from + i] ?? 0),
        ...columns.map((column) => column[from + i] ?? null),
      ]),
    ],
  };
}

const PAD_PX = 24;
const TITLE_PX = 44;
const STAMP_LINE_PX = 18;
const GAP_PX = 12;

const MIN_WIDTH_PX = 520;

/** Downloads a chart as PNG in the page's colours, with the title above and the stamp below. */
export async function exportPng(source: ExportableChart, provenance: Provenance): Promise<void> {
  const charts = source.canvases();
  const exportable = exportableOf(source);
  const nowMs = Date.now();
  const theme = readChartTheme(document.body);
  const ratio = Math.max(devicePixelRatio, 1);
  const stamp = stampLines(exportable, provenance, nowMs);
  const chartsPx = charts.reduce((sum, chart) => sum + chart.height / ratio, 0);
  const width = Math.max(...charts.map((chart) => chart.width / ratio), MIN_WIDTH_PX) + 2 * PAD_PX;
  const height = TITLE_PX + chartsPx + GAP_PX + stamp.length * STAMP_LINE_PX + 2 * PAD_PX;

  const canvas = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('The browser has no 2D canvas.');
  ctx.scale(ratio, ratio);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, width, height);
  ctx.textBaseline = 'top';
  ctx.fillStyle = theme.text;
  ctx.font = `600 18px ${theme.fontFamily}`;
  ctx.fillText(`${provenance.subject}: ${exportable.title}`, PAD_PX, PAD_PX, width - 2 * PAD_PX);
  let top = PAD_PX + TITLE_PX;
  for (const chart of charts) {
    ctx.drawImage(chart, PAD_PX, top, chart.width / ratio, chart.height / ratio);
    top += chart.height / ratio;
  }
  ctx.fillStyle = theme['text-3'];
  ctx.font = `12px ${theme.fontFamily}`;
  for (const [i, [name, text]] of stamp.entries()) {
    const y = height - PAD_PX - (stamp.length - i) * STAMP_LINE_PX + 6;
    ctx.fillText(`${name}: ${text}`, PAD_PX, y, width - 2 * PAD_PX);
  }
  download(fileName(exportable, provenance, nowMs, 'png'), await canvas.convertToBlob(), 'image/png');
}

const KIND_STAMP: Readonly<Record<Exportable['kind'], string>> = {
  estimate: 'Estimate: model output, not advice',
  prices: 'Past prices only; not advice',
};

export function stampLines(
  { title, kind, quoted = '' }: Exportable,
  { subject, source, asOf }: Provenance,
  nowMs: number,
): readonly (readonly [name: string, text: string])[] {
  const { suffix = '', code: unit = suffix.trim() } = priceUnit(quoted);
  return [
    ['Candor', `${subject}: ${title}`],
    ...(unit === '' ? [] : [['Prices in', unit] as const]),
    ['Source', source],
    ['As of', asOf],
    ['Exported', new Date(nowMs).toISOString()],
    ['Note', KIND_STAMP[kind]],
  ];
}

/** A CSV in the reader's number format, with the decimals that the page shows. It ends with its stamp, in lines that begin with `#`. */
export function csvText(
  exportable: Exportable,
  provenance: Provenance,
  nowMs: number,
  format: Pick<Format, 'region'>,
): string {
  const stamp = stampLines(exportable, provenance, nowMs).map(([name, text]) => [`# ${name}`, text] as const);
  return toCsv([...exportable.rows(), [], ...stamp], format, exportable.quoted);
}

export function fileName(
  { title }: Exportable,
  { subject }: Provenance,
  nowMs: number,
  extension: 'csv' | 'png',
): string {
  const words = `candor ${subject} ${title}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${words.replaceAll(/^-|-$/g, '')}-${new Date(nowMs).toISOString().slice(0, 10)}.${extension}`;
}

/** A spreadsheet runs a cell that begins like this as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Rows as CSV (RFC 4180), with semicolons if the region's decimal mark is a comma. Null and non-finite numbers are empty. */
export function toCsv(rows: ExportRows, { region }: Pick<Format, 'region'>, quotedRows?: Quoted): string {
  const separator = CONVENTIONS[region].decimal === ',' ? ';' : ',';
  const number = (value: number, quoted?: Quoted) => {
    if (!Number.isFinite(value)) return '';
    return numberInput(
      region,
      quoted === undefined ? value : Number(value.toFixed(Math.max(priceDecimals(quoted, value), 2))),
    );
  };
  const text = (cell: CsvCell) => {
    if (cell === null) return '';
    if (typeof cell === 'string') return quotedText(cell);
    if (typeof cell === 'number') return number(cell, quotedRows);
    return cell.prices.map((price) => number(price, cell.quoted)).join(' ');
  };
  return rows.map((cells) => `${cells.map(text).join(separator)}\r\n`).join('');
}

function quotedText(cell: string): string {
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Time for the browser to read the content: it may ask the user first, or read late (Safari). */
const READ_WITHIN_MS = 40_000;

export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
