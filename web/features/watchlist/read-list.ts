/** Reads lists that other apps export or a user pastes: rows of text, before anything is looked up. No React, no network. */
import { err, ok, readName, type Result } from '#compute';
import { parseGroup } from '../../shared/user/watchlist-edits.ts';

export interface ListRow {
  /** The symbol, name or ISIN, as the list has it. */
  readonly text: string;
  readonly isin: string | null;
  readonly group: string | null;
}

/** Anything larger is no list of listings. */
const MAX_BYTES = 1_000_000;

/** An import has at most this many rows; a watchlist has room for far fewer. */
const MAX_ROWS = 500;

/** The rows of a file or a pasted list, or the sentence that refuses it. */
export async function readSource(source: Blob): Promise<Result<readonly ListRow[], string>> {
  if (source.size > MAX_BYTES) return err('This list is over 1 MB. Import only the list itself.');
  const text = decoded(new Uint8Array(await source.arrayBuffer()));
  if (text === null) return err('This file isn’t UTF-8 text. Save it as CSV (UTF-8) and try again.');
  const rows = readList(text);
  if (rows.length === 0) return err('There is nothing to import. Paste a list or choose a file.');
  if (rows.length > MAX_ROWS) return err(`This list has more than ${MAX_ROWS} rows. Import it in parts.`);
  return ok(rows);
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
  return (tableRows(list) ?? sectionRows(list)).filter((row) => {
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

const HEADS = {
  symbol: /^(?:symbol|ticker|code|ticker[- ]?symbol|yahoo[- ]symbol)$/i,
  isin: /^isin(?:[- ]code)?$/i,
  name: /^(?:name|security|product|produkt|wertpapier(?:name)?|bezeichnung|company|description|wkn)$/i,
  group: /^(?:group|section|sector|watchlist)$/i,
} as const;

/** The rows of a table whose first row names a column of symbols, ISINs or names; `null` if there is none. */
function tableRows(list: string): readonly ListRow[] | null {
  const [firstLine = ''] = list.split(/\r?\n/, 1);
  const delimiter = ['\t', ';', ','].find((candidate) => {
    const [heads = []] = cellsOf(firstLine, candidate);
    return heads.some((head) => [HEADS.symbol, HEADS.isin, HEADS.name].some((pattern) => pattern.test(head)));
  });
  if (delimiter === undefined) return null;
  const [heads = [], ...rows] = cellsOf(list, delimiter);
  return rows.map((cells) => {
    const of = (kind: keyof typeof HEADS) => cells[heads.findIndex((head) => HEADS[kind].test(head))] ?? '';
    return {
      text: of('symbol') || of('isin') || of('name'),
      isin: of('isin') || null,
      group: groupName(of('group')),
    };
  });
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
