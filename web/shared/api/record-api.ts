import { err, ok, type RecordLedger, type Result } from '#compute';
import type { RecordResponse } from '#worker/contract';
import { apiUrl, getJson, type ApiFailure } from './client.ts';

/** Which part of the public record: the market's own ledger unless the replay is asked for, one listing or all. */
export interface RecordQuery {
  readonly ledger: Extract<RecordLedger, 'replay'> | null;
  readonly ticker: string | null;
}

function isRecordResponse(body: unknown): body is RecordResponse {
  const record = body as Partial<RecordResponse> | null;
  return typeof record === 'object' && Array.isArray(record?.horizons) && Array.isArray(record.latest);
}

function ledgerQuery({ ledger }: Pick<RecordQuery, 'ledger'>): Record<string, string> {
  return ledger === null ? {} : { ledger };
}

/** The printed summary of a part of the record; {@link ApiFailure} says why there is none. */
export function fetchRecord(
  query: RecordQuery,
  signal: AbortSignal,
): Promise<Result<RecordResponse, ApiFailure>> {
  const segments = query.ticker === null ? ['record'] : ['record', query.ticker];
  return getJson(segments, isRecordResponse, { signal, query: ledgerQuery(query) });
}

/** Address of every row of a ledger as CSV. */
export function recordCsvUrl(query: Pick<RecordQuery, 'ledger'>, version?: string): string {
  // A summary and the rows it was made from may be kept by caches for different times; its version keeps them together.
  return apiUrl(['record.csv'], { ...ledgerQuery(query), ...(version !== undefined && { version }) });
}

/** The rows behind a summary as CSV text; `unreachable` when they cannot be had. */
export async function fetchRecordCsv(
  query: Pick<RecordQuery, 'ledger'>,
  version: string,
  signal: AbortSignal,
): Promise<Result<string, { readonly reason: 'unreachable' }>> {
  try {
    const response = await fetch(recordCsvUrl(query, version), { signal });
    return response.ok ? ok(await response.text()) : err({ reason: 'unreachable' });
  } catch {
    // Offline, or the reader left: there is nothing to compare with either way.
    return err({ reason: 'unreachable' });
  }
}
