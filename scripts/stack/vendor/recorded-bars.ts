import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One recorded day. A field is `null` if the file has no number, as in the vendor's responses. */
export interface RecordedBar {
  /** ISO date in the exchange's zone. */
  readonly date: string;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly volume: number | null;
}

const REQUIRED_COLUMNS = ['date', 'open', 'high', 'low', 'close', 'volume'];
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const FILE_SUFFIX = '.csv';

/** Parses daily bars, oldest first, from CSV with a header line in any case and order. Errors name the line. */
function parseBars(csv: string): RecordedBar[] {
  const [header = '', ...rows] = csv.trim().split(/\r?\n/);
  const columns = header.split(',').map((name) => name.trim().toLowerCase());
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new Error(`no column ${missing.join(', ')}`);

  const bars = rows.map((row, index) => {
    const cells = row.split(',');
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
    const number = (name: string) => toNumber(cell(name));
    const date = cell('date');
    if (!ISO_DATE.test(date)) throw new Error(`line ${index + 2}: "${date}" is not a date`);
    return {
      date,
      open: number('open'),
      high: number('high'),
      low: number('low'),
      close: number('close'),
      volume: number('volume'),
    };
  });
  if (!bars.some(({ close }) => close !== null)) throw new Error('no day with a close');
  return bars;
}

function toNumber(text: string): number | null {
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? null : value;
}

/** The bars of every recorded symbol, in alphabetical order. */
export type RecordedMarket = ReadonlyMap<string, readonly RecordedBar[]>;

/**
 * Reads a folder of `TICKER.csv` files. Throws if it cannot be read or has none, and on a malformed file, naming it, so that a
 * bad recording shows at the start rather than at a later request.
 */
export function readRecordedMarket(folder: string): RecordedMarket {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(FILE_SUFFIX))
    .toSorted();
  if (files.length === 0) throw new Error(`${folder} has no TICKER.csv file`);
  return new Map(
    files.map((file) => [file.slice(0, -FILE_SUFFIX.length).toUpperCase(), readBars(join(folder, file))]),
  );
}

function readBars(file: string): readonly RecordedBar[] {
  try {
    return parseBars(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause });
  }
}
