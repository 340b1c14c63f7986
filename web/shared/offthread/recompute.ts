import {
  err,
  EVENT_COLUMNS,
  LEDGER_COLUMNS,
  ok,
  parseLedgerLine,
  readTimestampToken,
  scoreLedger,
  verifyLedger,
  type EventKind,
  type HorizonScores,
  type LedgerEvent,
  type SettledForecast,
} from '#compute';
import type { LedgerResponse, TimestampsResponse } from '#worker/contract';
import { sha256Hex } from '../sha256.ts';

export interface LedgerFiles {
  readonly rows: string;
  readonly events: string;
  /** The tokens of all shown days. */
  readonly timestamps: TimestampsResponse['timestamps'];
}

export interface RecomputeRequest {
  readonly files: LedgerFiles;
  readonly shown: Pick<LedgerResponse, 'ledger' | 'as_of' | 'horizons'>;
  /** The listing shown on the page; `null` for all. */
  readonly ticker: string | null;
}

export type Recomputed = Extract<Awaited<ReturnType<typeof recompute>>, { readonly ok: true }>['value'];

/** Not compared: it is written from the figures, and a release may change its wording before the job rewrites it. */
const SENTENCE: keyof LedgerResponse['horizons'][number] = 'verdict';

/** Problems with a row. All others are problems with an event. */
const ROW_PROBLEMS: ReadonlySet<string> = new Set(['row_changed', 'row_without_event']);

/**
 * Derives the page's figures from the files alone: checks the row hashes and the chain of events that names them, scores the
 * settled forecasts with the server's own code, and compares every number. Rows newer than the page are checked but not
 * scored. `unreadable` if a file has other columns than this build knows.
 */
export async function recompute({ files, shown, ticker }: RecomputeRequest) {
  const rows = parseTable(files.rows, LEDGER_COLUMNS)?.map(parseLedgerLine);
  const events = parseTable(files.events, EVENT_COLUMNS)?.map(eventOf);
  if (rows === undefined || events === undefined) return err({ reason: 'unreadable' as const });
  const settled = rows.filter(
    (row) =>
      (ticker === null || row.ticker === ticker) &&
      row.settled_at !== null &&
      row.settled_at <= (shown.as_of ?? ''),
  );
  const derived = scoreLedger(settled as unknown as SettledForecast[], rows[0]?.base_date ?? '');
  const broken = await verifyLedger(shown.ledger, rows, events, sha256Hex);
  return ok({
    rows: rows.length,
    events: events.length,
    head: events.at(-1)?.hash ?? '',
    timestamps: files.timestamps.length,
    // Days whose token names a hash other than their event's. Signatures are not verified here.
    brokenTimestamps: files.timestamps
      .filter(({ event_seq, head, token }) => {
        const stamped = readTimestampToken(Uint8Array.from(atob(token), (char) => char.charCodeAt(0)));
        return events[event_seq - 1]?.hash !== head || stamped?.head !== head;
      })
      .map(({ day }) => day),
    // Numbers of rows that were changed, or that no event names.
    brokenRows: ascending(
      broken.flatMap(({ seq, problem }) => (seq !== null && ROW_PROBLEMS.has(problem) ? seq : [])),
    ),
    // Numbers of events whose hash does not match, or whose row is missing.
    brokenEvents: ascending(
      broken.flatMap(({ event_seq, problem }) => (ROW_PROBLEMS.has(problem) ? [] : event_seq)),
    ),
    ...compareFigures(shown.horizons, derived),
  });
}

/** The cells of each line below the header; `undefined` if the columns differ. */
function parseTable(csv: string, columns: readonly string[]): string[][] | undefined {
  const [header = '', ...lines] = csv.trimEnd().split(/\r?\n/);
  if (header !== columns.join(',')) return undefined;
  const table = lines.map((line) => line.split(','));
  return table.every((cells) => cells.length === columns.length) ? table : undefined;
}

function eventOf(cells: readonly string[], index: number, all: readonly (readonly string[])[]): LedgerEvent {
  const [seq = '', kind = '', body = '', hash = ''] = cells;
  return {
    event_seq: Number(seq),
    kind: kind as EventKind,
    body,
    previous_hash: all[index - 1]?.[EVENT_COLUMNS.indexOf('hash')] ?? '',
    hash,
  };
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

/** How many numbers were compared, and the paths of those that differ in any bit. */
function compareFigures(shown: readonly HorizonScores[], derived: readonly HorizonScores[]) {
  const [a, b] = [leavesOf(shown), leavesOf(derived)];
  const paths = [...new Set([...a.keys(), ...b.keys()])];
  return {
    figures: paths.filter((path) => [a.get(path), b.get(path)].some((leaf) => typeof leaf === 'number'))
      .length,
    differences: paths.filter((path) => a.get(path) !== b.get(path)),
  };
}

function leavesOf(tree: object, path = '', leaves = new Map<string, unknown>()) {
  for (const [key, value] of Object.entries(tree)) {
    if (key === SENTENCE) continue;
    const place = `${path}/${key}`;
    if (typeof value === 'object' && value !== null) leavesOf(value, place, leaves);
    else leaves.set(place, value);
  }
  return leaves;
}
