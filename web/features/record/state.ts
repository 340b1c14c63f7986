import type { Result } from '#compute';
import type { RecordResponse } from '#worker/contract';
import type { ApiFailure } from '../../shared/api/client.ts';
import type { RecordQuery } from '../../shared/api/record-api.ts';
import { atom, type createStore } from '../../shared/state/store.ts';
import type { ThreadResult } from './recompute-thread.ts';
import type { Recomputed, RecomputeRequest } from './recompute.ts';

/** The record on screen. While another part of it loads the last one stays; a failure stays until the next answer. */
export type RecordLoad =
  | { readonly status: 'loading'; readonly record: RecordResponse | null }
  | { readonly status: 'failed'; readonly message: string; readonly isRetrying: boolean }
  | { readonly status: 'ready'; readonly record: RecordResponse };

/** How far deriving the figures in this browser has come. */
export type Recomputation =
  | { readonly status: 'idle' | 'running' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'done'; readonly result: Recomputed };

/** The doors to the network and to the thread. */
export interface RecordDoors {
  readonly fetchRecord: (
    query: RecordQuery,
    signal: AbortSignal,
  ) => Promise<Result<RecordResponse, ApiFailure>>;
  readonly fetchRecordCsv: (
    query: RecordQuery,
    version: string,
    signal: AbortSignal,
  ) => Promise<Result<string, { readonly reason: 'unreachable' }>>;
  readonly recompute: (request: RecomputeRequest) => Promise<ThreadResult>;
}

/** The track record page's state on a store. */
export function createRecordState(store: ReturnType<typeof createStore>, doors: RecordDoors) {
  const loadAtom = atom<RecordLoad>({ status: 'loading', record: null });
  const recomputationAtom = atom<Recomputation>({ status: 'idle' });
  let current = new AbortController();
  let query: RecordQuery = { ledger: null, ticker: null };

  async function load(wanted: RecordQuery): Promise<void> {
    current.abort();
    const own = (current = new AbortController());
    query = wanted;
    const before = store.get(loadAtom);
    store.set(
      loadAtom,
      before.status === 'failed'
        ? { ...before, isRetrying: true }
        : { status: 'loading', record: before.record },
    );
    store.set(recomputationAtom, { status: 'idle' });
    const answer = await doors.fetchRecord(wanted, own.signal);
    if (own !== current) return;
    store.set(
      loadAtom,
      answer.ok
        ? { status: 'ready', record: answer.value }
        : { status: 'failed', message: failureText(answer.error), isRetrying: false },
    );
  }

  async function recompute(): Promise<void> {
    const shown = store.get(loadAtom);
    if (shown.status !== 'ready' || store.get(recomputationAtom).status === 'running') return;
    const own = current;
    const { as_of: asOf, horizons } = shown.record;
    store.set(recomputationAtom, { status: 'running' });
    const csv = await doors.fetchRecordCsv(query, asOf ?? '', own.signal);
    const result = csv.ok
      ? await doors.recompute({ csv: csv.value, shown: { as_of: asOf, horizons }, ticker: query.ticker })
      : csv;
    if (own !== current) return;
    store.set(
      recomputationAtom,
      result.ok
        ? { status: 'done', result: result.value }
        : { status: 'failed', message: recomputeText(result.error.reason) },
    );
  }

  return { loadAtom, recomputationAtom, load, recompute };
}

export type RecordState = ReturnType<typeof createRecordState>;

function failureText(failure: ApiFailure): string {
  if (failure.reason === 'refused' && failure.message !== null) return failure.message;
  return failure.reason === 'unreachable'
    ? 'The record could not be reached. Check your connection and try again.'
    : 'The record could not be read. Please try again.';
}

function recomputeText(reason: 'unreachable' | 'unreadable' | 'unavailable'): string {
  switch (reason) {
    case 'unreachable':
      return 'The rows could not be fetched. Check your connection and try again.';
    case 'unreadable':
      return 'The rows are not in the form that this page knows. Reload the page and try again.';
    case 'unavailable':
      return 'This browser could not run the computation.';
  }
}
