/** Reads lists that other apps export or a user pastes: rows of text, before anything is looked up. No React, no network. */
import { readName } from '#compute';
import { parseGroup } from '../../shared/user/watchlist-edits.ts';

/** One listing of a list. */
export interface ListRow {
  /** The symbol, name or ISIN, as the list has it. */
  readonly text: string;
  readonly isin: string | null;
  readonly group: string | null;
}

/** Larger files are no list of listings. */
export const MAX_FILE_BYTES = 1_000_000;

/** An import has at most this many rows; a watchlist has room for far fewer. */
export const MAX_ROWS = 500;

/** The text of a file, or the sentence that refuses it. Spreadsheets write UTF-16 with a mark, others UTF-8. */
export async function fileText(
  file: Blob,
): Promise<{ readonly text: string } | { readonly refusal: string }> {
  if (file.size > MAX_FILE_BYTES) return { refusal: 'This file is over 1 MB. Export only the list itself.' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const isUtf16 = first === 0xff && second === 0xfe;
  try {
    const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { text };
  } catch {
    // Another encoding, or no text at all.
  }
  return { refusal: 'This file isn’t UTF-8 text. Save it as CSV (UTF-8) and try again.' };
}

/** The rows of a list, each once, of a table at most one more than {@link MAX_ROWS}: a TradingView list, a table with a header, or texts separated by anything. */
export function readList(text: string): readonly ListRow[] {
  const list = text.replace(/^\uFEFF/, '');
  const rows = tableRows(list) ?? sectionRows(list);
  const seen = new Set<string>();
  return rows.filter((row) => {
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

const SYMBOL_HEADS = /^(?:symbol|ticker|code|ticker[- ]?symbol|yahoo[- ]symbol)$/i;
const ISIN_HEADS = /^isin(?:[- ]code)?$/i;
const NAME_HEADS =
  /^(?:name|security|product|produkt|wertpapier(?:name)?|bezeichnung|company|description|wkn)$/i;
const GROUP_HEADS = /^(?:group|section|sector|watchlist)$/i;

/** The rows of a table whose first row names a column of symbols, ISINs or names; `null` if there is none. */
function tableRows(list: string): readonly ListRow[] | null {
  const [firstLine = ''] = list.split(/\r?\n/, 1);
  for (const delimiter of ['\t', ';', ',']) {
    const heads = (cellsOf(firstLine, delimiter)[0] ?? []).map((head) => head.trim());
    const column = (pattern: RegExp) => heads.findIndex((head) => pattern.test(head));
    const [symbol, isin, name] = [SYMBOL_HEADS, ISIN_HEADS, NAME_HEADS].map(column);
    if (symbol === -1 && isin === -1 && name === -1) continue;
    const group = column(GROUP_HEADS);
    return cellsOf(list, delimiter)
      .slice(1)
      .map((cells) => {
        const at = (index = -1) => cells[index]?.trim() ?? '';
        return {
          text: at(symbol) || at(isin) || at(name),
          isin: at(isin) || null,
          group: groupName(at(group)),
        };
      });
  }
  return null;
}

/** A table's cells by row. Quotes may enclose delimiters, line ends and doubled quotes (RFC 4180). */
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
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== delimiter) rows.push([]);
  }
  return rows.filter((cells) => cells.some((text) => text.trim() !== ''));
}
