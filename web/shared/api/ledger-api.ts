import { err, ok, type Result } from '#compute';
import type { LedgerResponse, TimestampsResponse } from '#worker/contract';
import { apiUrl, getJson, type ApiFailure } from './client.ts';
import type { LedgerFiles } from '../offthread/recompute.ts';

const DOWNLOAD_TIMEOUT_MS = 120_000;

/** The summary of a listing, or of all (`null`); with `session`, only the forecasts made after that session, YYYY-MM-DD. */
export function fetchSummary(
  ticker: string | null,
  signal: AbortSignal,
  session: string | null = null,
): Promise<Result<LedgerResponse, ApiFailure>> {
  const segments = ticker === null ? ['record'] : ['record', ticker];
  return getJson(apiUrl(segments, { session }), 'ledger', { signal });
}

/** URL of a ledger file. With `events` it is as of that event, and refused once the ledger has more. */
export function ledgerFileUrl(file: 'rows' | 'events', events: number | null = null): string {
  return apiUrl(file === 'rows' ? ['record.csv'] : ['record', 'events.csv'], { events });
}

/** The files as of a summary's last event, and its time stamps; `outdated` once the ledger has more events. */
export async function fetchLedgerFiles(
  { chain, timestamps }: Pick<LedgerResponse, 'chain' | 'timestamps'>,
  signal: AbortSignal,
): Promise<Result<LedgerFiles, { readonly reason: 'unreachable' | 'outdated' }>> {
  const end = chain?.events ?? 0;
  const years = new Set(timestamps?.days.map((day) => day.slice(0, 4)));
  const urls = [
    ledgerFileUrl('rows', end),
    ledgerFileUrl('events', end),
    ...[...years].map((year) => apiUrl(['record', 'timestamps'], { year })),
  ];
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]);
    const responses = await Promise.all(urls.map((url) => fetch(url, { signal: limited })));
    if (responses.some(({ status }) => status === 400)) return err({ reason: 'outdated' });
    if (responses.some((response) => !response.ok)) return err({ reason: 'unreachable' });
    const [rows = '', events = '', ...stamped] = await Promise.all(
      responses.map((response) => response.text()),
    );
    const stamps = stamped.flatMap((text) => (JSON.parse(text) as TimestampsResponse).timestamps);
    return ok({ rows, events, timestamps: stamps });
  } catch {
    return err({ reason: 'unreachable' });
  }
}
