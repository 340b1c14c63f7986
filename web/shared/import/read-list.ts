/** Reads lists that other apps export or a user pastes: rows of text, before anything is looked up. No React, no network. */
import { err, ok, readName, type Result } from '#compute';
import HEADS from './heads.json' with { type: 'json' };
import { parseGroup } from '../user/group-name.ts';

export interface ListRow {
  /** The symbol, name or ISIN, as the list has it. */
  readonly text: string;
  readonly isin: string | null;
  readonly group: string | null;
  /** What needs no search: the row's ticker, or why it has none. */
  readonly known?: { readonly ticker: string | null; readonly reason: string };
}

/** Anything larger is no list of listings. */
const MAX_BYTES = 1_000_000;

/** An import has at most this many rows; a watchlist has room for far fewer. */
const MAX_ROWS = 500;

export interface ReadRows<Row> {
  readonly rows: readonly Row[];
  /** The heads of a table to choose the column of quantities from, if it names none. */
  readonly heads?: readonly string[];
}

/** What `read` finds in a file or a pasted list, or the sentence that refuses it. */
export async function readSource<Row>(
  source: Blob,
  read: (list: string) => ReadRows<Row>,
): Promise<Result<ReadRows<Row>, string>> {
  if (source.size > MAX_BYTES) return err('This list is over 1 MB. Import only the list itself.');
  const text = decoded(new Uint8Array(await source.arrayBuffer()));
  if (text === null) return err('This file isn’t UTF-8 text. Save it as CSV (UTF-8) and try again.');
  const found = read(text);
  const { length } = found.rows;
  if (length === 0) return err('There is nothing to import. Paste a list or choose a file.');
  return length > MAX_ROWS ? err(`This list has more than ${MAX_ROWS} rows. Import it in parts.`) : ok(found);
}

/** Bytes as text: UTF-8, or UTF-16 with the mark that spreadsheets write. `null` for anything else. */
function decoded(bytes: Uint8Array): string | null {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** The rows of a list, each once, of a table at most one more than {@link MAX_ROWS}: a TradingView list, a table with a header, or texts separated by anything. */
export function readList(list: string): readonly ListRow[] {
  const seen = new Set<string>();
  const table = readTable(list)?.rows.map((row) =>
    Object.assign(nameOf(row), { group: groupName(row.group) }),
  );
  return (table ?? sectionRows(list)).filter((row) => {
    const key = (row.isin ?? row.text).toUpperCase();
    return row.text !== '' && !seen.has(key) && seen.add(key);
  });
}

/** Cells separated by commas, semicolons, tabs or lines; `###` begins a section (TradingView). */
function sectionRows(list: string): readonly ListRow[] {
  let group: string | null = null;
  const rows: ListRow[] = [];
  for (const cell of list.split(/[,;\t\r\n]+/)) {
    const text = cell.trim();
    if (text.startsWith('###')) group = groupName(text.slice(3));
    else rows.push(...wordsOf(text).map((word) => ({ text: word, isin: null, group })));
  }
  return rows;
}

/** Tickers that only spaces separate: none is written like a name (`Inc.`), one is in capitals, and together they are none (`SAP GY`). */
function wordsOf(cell: string): readonly string[] {
  const words = cell.split(/\s+/);
  const areTickers =
    words.length > 1 &&
    readName(cell)[0]?.kind !== 'ticker' &&
    words.every((word) => /^[\^$]?(?:[A-Z\d.:=/&_-]+|[a-z\d.:=/&_-]+)$/.test(word)) &&
    words.some((word) => /[A-Z]/.test(word));
  return areTickers ? words : [cell];
}

/** A group's name without what a group cannot have; `null` if nothing is left. */
function groupName(text: string): string | null {
  return parseGroup(text.replace(/[^\p{L}\p{M}\p{N}&.+'’ -]/gu, ' ').slice(0, 40));
}

/** Header words of brokers and apps, in English, German and Dutch. */
type Column = keyof typeof HEADS;

const COLUMNS = Object.keys(HEADS) as readonly Column[];

function columnOf(head: string): Column | undefined {
  return COLUMNS.find((column) => HEADS[column].includes(head.toLowerCase()));
}

/** A table's row by column. A cell is empty if the table has no such column. */
export type TableRow = Readonly<Record<Column, string>>;

/** A row with the cells that are known. */
export function rowOf(cellOf: (column: Column) => string | undefined): TableRow {
  return Object.fromEntries(COLUMNS.map((column) => [column, cellOf(column) ?? ''])) as TableRow;
}

/** A header may follow a few lines of title, as in Schwab's files. */
const MAX_TITLE_ROWS = 10;

/**
 * A table whose header names a column of symbols, ISINs or names, and below a title another one; `null` if there is none. Rows that
 * name no listing, such as disclaimers, and repeated headers are left out. `quantityHead`: the column that the reader chose.
 */
export function readTable(list: string, quantityHead?: string) {
  const text = openPositions(list);
  for (const delimiter of ['\t', ';', ',']) {
    const cells = cellsOf(text, delimiter);
    const at = cells.slice(0, MAX_TITLE_ROWS).findIndex((row, index) => {
      const known = new Set(row.flatMap((head) => columnOf(head) ?? []));
      const isNamed = known.has('symbol') || known.has('isin') || known.has('name');
      return isNamed && (index === 0 || known.size > 1);
    });
    const heads = cells[at];
    if (heads === undefined) continue;
    const columns = heads.map((head) => (head === quantityHead ? 'quantity' : columnOf(head)));
    const rows = cells
      .slice(at + 1)
      .filter((row) => row.join() !== heads.join())
      .map((row) => rowOf((column) => row[columns.indexOf(column)]))
      .filter((row) => nameOf(row).text !== '');
    return { heads, rows };
  }
  return null;
}

/** What names a row's listing. */
export function nameOf({ symbol, isin, name }: TableRow): Pick<ListRow, 'text' | 'isin'> {
  return { text: symbol || isin || name, isin: isin || null };
}

/** The open positions of an Interactive Brokers statement, in which each line begins with its table; other lists unchanged. */
function openPositions(list: string): string {
  const line = /^(?:Long )?Open Positions,(?:Header|Data,Summary),.*$/gm;
  return list.match(line)?.join('\n') ?? list;
}

/** A table's cells by row, trimmed. Quotes may enclose delimiters, line ends and doubled quotes (RFC 4180). */
function cellsOf(table: string, delimiter: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*)?)(${delimiter}|\\r?\\n|$)`,
    'gy',
  );
  for (
    let match = cell.exec(table);
    match !== null && rows.length <= MAX_ROWS + 2;
    match = cell.exec(table)
  ) {
    const [, quoted, plain = '', end = ''] = match;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '') break;
    if (end !== delimiter) rows.push([]);
  }
  return rows.filter((cells) => cells.some((text) => text !== ''));
}
