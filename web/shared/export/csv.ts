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
