export type CsvCell = string | number | null;

/** A spreadsheet runs a cell that begins like this as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Rows as CSV (RFC 4180). Numbers are written for machines: a point, no grouping, empty for null or what is no number. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A browser may ask before it reads the content, or read it late (Safari). */
const READ_WITHIN_MS = 40_000;

/** Hands content to the browser as a file; `type` is its MIME type. */
export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
