import {
  err,
  ok,
  RECORD_COLUMNS,
  scoreRecord,
  type HorizonRecord,
  type Result,
  type SettledForecast,
} from '#compute';
import type { RecordResponse } from '#worker/contract';

export interface RecomputeRequest {
  /** As `/api/record.csv` printed it. */
  readonly csv: string;
  /** What the page shows. */
  readonly shown: Pick<RecordResponse, 'as_of' | 'horizons'>;
  /** The listing it speaks of; all where `null`. */
  readonly ticker: string | null;
}

/** What came of deriving everything anew from the rows. */
export interface Recomputed {
  readonly rows: number;
  /** Places in the chain whose hash does not follow from the row and the hash before it. */
  readonly brokenLinks: readonly number[];
  /** Hash of the last forecast. */
  readonly head: string;
  /** Numbers of the page that were compared, and the paths of those that differ. */
  readonly figures: number;
  readonly differences: readonly string[];
}

export type RecomputeResult = Result<Recomputed, { readonly reason: 'unreadable' }>;

/** Made from the figures; a release may word it anew before the job prints it again. */
const SENTENCE: keyof RecordResponse['horizons'][number] = 'verdict';

const HASH = RECORD_COLUMNS.indexOf('hash');
const SETTLEMENT = HASH + 1;
const SETTLEMENT_HASH = RECORD_COLUMNS.indexOf('settlement_hash');
const TEXT_COLUMNS: ReadonlySet<string> = new Set([
  'ledger',
  'ticker',
  'base_date',
  'target_date',
  'signal',
  'model',
  'source',
  'adjustment',
  'made_at',
  'hash',
  'outcome_date',
  'settled_at',
  'settlement_hash',
]);

/**
 * Derives the page's figures from the rows alone: checks the chain of hashes over the printed text, scores the settled
 * forecasts with the code that the server used, and compares every number. Rows newer than the page are checked, not scored.
 */
export async function recompute({ csv, shown, ticker }: RecomputeRequest): Promise<RecomputeResult> {
  const [header = '', ...lines] = csv.trimEnd().split(/\r?\n/);
  if (header !== RECORD_COLUMNS.join(',')) return err({ reason: 'unreadable' });
  const rows = lines.map((line) => line.split(','));
  if (rows.some((cells) => cells.length !== RECORD_COLUMNS.length)) return err({ reason: 'unreadable' });
  const settled = rows
    .map(rowOf)
    .filter(
      (row) =>
        (ticker === null || row['ticker'] === ticker) &&
        row['settled_at'] !== '' &&
        String(row['settled_at']) <= (shown.as_of ?? ''),
    );
  const derived = scoreRecord(settled as unknown as SettledForecast[]);
  return ok({
    rows: rows.length,
    brokenLinks: await brokenLinks(rows),
    head: rows.at(-1)?.[HASH] ?? '',
    ...compared(shown.horizons, derived),
  });
}

function rowOf(cells: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    RECORD_COLUMNS.map((name, i) => {
      const cell = cells[i] ?? '';
      return [name, cell === '' || TEXT_COLUMNS.has(name) ? cell : Number(cell)];
    }),
  );
}

async function brokenLinks(rows: readonly (readonly string[])[]): Promise<number[]> {
  const links = await Promise.all(
    rows.map(async (cells, i) => {
      const before = rows[i - 1]?.[HASH] ?? '';
      const hash = await sha256Hex(`${before}\n${cells.slice(0, HASH).join(',')}`);
      const outcome = cells.slice(SETTLEMENT, SETTLEMENT_HASH).join(',');
      const proof = cells[SETTLEMENT] === '' ? '' : await sha256Hex(`${cells[HASH]}\n${outcome}`);
      return hash === cells[HASH] && proof === cells[SETTLEMENT_HASH];
    }),
  );
  return links.flatMap((holds, i) => (holds ? [] : [i + 1]));
}

async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares two trees of plain data leaf by leaf; numbers have to be the same to the last bit. */
function compared(
  shown: readonly HorizonRecord[],
  derived: readonly HorizonRecord[],
): Pick<Recomputed, 'figures' | 'differences'> {
  const differences: string[] = [];
  let figures = 0;
  const walk = (a: unknown, b: unknown, path: string): void => {
    if (isTree(a) && isTree(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        if (key !== SENTENCE) walk(a[key], b[key], `${path}/${key}`);
      return;
    }
    if (typeof a === 'number' || typeof b === 'number') figures += 1;
    if (a !== b) differences.push(path);
  };
  walk(shown, derived, '');
  return { figures, differences };
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
