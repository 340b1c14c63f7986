import { err, ok, type LedgerName, type Result } from '#compute';
import type { LedgerResponse, TimestampsResponse } from '#worker/contract';
import { apiUrl, getJson, type ApiFailure } from './client.ts';

/** Which part of the public ledger; `null` stands for the market's own ledger and for all listings. */
export interface LedgerQuery {
  readonly ledger: Extract<LedgerName, 'replay'> | null;
  readonly ticker: string | null;
}

export interface LedgerFiles {
  readonly rows: string;
  readonly events: string;
}

const DOWNLOAD_TIMEOUT_MS = 120_000;

/** The part's summary; with `session`, only the forecasts made after that session, YYYY-MM-DD. */
export function fetchSummary(
  { ledger, ticker, session = null }: LedgerQuery & { readonly session?: string | null },
  signal: AbortSignal,
): Promise<Result<LedgerResponse, ApiFailure>> {
  const segments = ticker === null ? ['record'] : ['record', ticker];
  return getJson(apiUrl(segments, { ledger, session }), 'ledger', { signal });
}

/** URL of a ledger file. With `events` it is as of that event, and refused once the ledger has more. */
export function ledgerFileUrl(
  { ledger }: Pick<LedgerQuery, 'ledger'>,
  file: keyof LedgerFiles,
  events: number | null = null,
): string {
  return apiUrl(file === 'rows' ? ['record.csv'] : ['record', 'events.csv'], { ledger, events });
}

/** Both files as of an event; `outdated` once the ledger has more events. */
export async function fetchLedgerFiles(
  query: Pick<LedgerQuery, 'ledger'>,
  events: number,
  signal: AbortSignal,
): Promise<Result<LedgerFiles, { readonly reason: 'unreachable' | 'outdated' }>> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]);
    const responses = await Promise.all([
      fetch(ledgerFileUrl(query, 'rows', events), { signal: limited }),
      fetch(ledgerFileUrl(query, 'events', events), { signal: limited }),
    ]);
    if (responses.some(({ status }) => status === 400)) return err({ reason: 'outdated' });
    if (responses.some((response) => !response.ok)) return err({ reason: 'unreachable' });
    const [rows = '', eventLines = ''] = await Promise.all(responses.map((response) => response.text()));
    return ok({ rows, events: eventLines });
  } catch {
    return err({ reason: 'unreachable' });
  }
}

/** The tokens of these days' years; `null` if some could not be fetched. */
export async function fetchTimestamps(
  { ledger }: Pick<LedgerQuery, 'ledger'>,
  days: readonly string[],
  signal: AbortSignal,
): Promise<TimestampsResponse['timestamps'] | null> {
  const years = [...new Set(days.map((day) => day.slice(0, 4)))];
  const read = await Promise.all(
    years.map((year) =>
      getJson(apiUrl(['record', 'timestamps'], { ledger, year }), 'timestamps', { signal }),
    ),
  );
  return read.every(({ ok: isRead }) => isRead)
    ? read.flatMap((response) => (response.ok ? response.value.timestamps : []))
    : null;
}
