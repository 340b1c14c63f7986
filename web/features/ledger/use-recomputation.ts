import type { LedgerResponse } from '#worker/contract';
import { useEffect, useRef, useState } from 'react';
import { fetchLedgerFiles, type LedgerQuery } from '../../shared/api/ledger-api.ts';
import { err, type Result } from '#compute';
import type { Recomputed, RecomputeRequest, RecomputeResult } from './recompute.ts';

/** How far deriving the figures in this browser has come. */
export type Recomputation =
  | { readonly status: 'idle' | 'running' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'done'; readonly result: Recomputed };

/** What it runs on; tests hand over their own. */
export interface RecomputePlatform {
  readonly fetchFiles: typeof fetchLedgerFiles;
  readonly recompute: (...call: Parameters<typeof recomputeInThread>) => ReturnType<typeof recomputeInThread>;
}

const BROWSER: RecomputePlatform = { fetchFiles: fetchLedgerFiles, recompute: recomputeInThread };

/** Derives the figures of a summary anew on demand. Leaving the page ends it. */
export function useRecomputation(
  summary: LedgerResponse,
  { ledger, ticker }: LedgerQuery,
  platform: RecomputePlatform = BROWSER,
): { readonly state: Recomputation; readonly start: () => void; readonly stop: () => void } {
  const [state, setState] = useState<Recomputation>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    running.current?.abort();
    const own = (running.current = new AbortController());
    setState({ status: 'running' });
    const reached = await reachedResult(platform, summary, { ledger, ticker }, own.signal);
    if (own.signal.aborted) return;
    setState(
      reached.ok
        ? { status: 'done', result: reached.value }
        : { status: 'failed', message: failureText(reached.error.reason) },
    );
  };
  const stop = () => {
    running.current?.abort();
    setState({ status: 'failed', message: 'Stopped.' });
  };
  return { state, start: () => void start(), stop };
}

async function reachedResult(
  { fetchFiles, recompute }: RecomputePlatform,
  summary: LedgerResponse,
  { ledger, ticker }: LedgerQuery,
  signal: AbortSignal,
) {
  const files = await fetchFiles({ ledger }, summary.chain?.events ?? 0, signal);
  if (!files.ok) return files;
  const { ledger: name, as_of, horizons } = summary;
  return recompute({ files: files.value, shown: { ledger: name, as_of, horizons }, ticker }, signal);
}

type FailureReason = 'unreachable' | 'outdated' | 'unreadable' | 'insecure' | 'unavailable' | 'aborted';

function failureText(reason: FailureReason): string {
  switch (reason) {
    case 'unreachable':
      return 'The rows could not be fetched. Check your connection and try again.';
    case 'outdated':
      return 'The ledger has gone on since this page was loaded. Reload the page in a minute and try again.';
    case 'unreadable':
      return 'The rows are not in the form that this page knows. Reload the page and try again.';
    case 'insecure':
      return 'Browsers compute hashes only on pages that come over https. Open this page over https and try again.';
    case 'unavailable':
      return 'This browser could not run the computation.';
    case 'aborted':
      return 'Stopped.';
  }
}

/** `unavailable` when the thread cannot run or broke; `aborted` as soon as the signal fires. */
export type ThreadResult = Result<
  Recomputed,
  { readonly reason: 'unreadable' | 'insecure' | 'unavailable' | 'aborted' }
>;

/** What is used of a Worker; tests hand over their own. */
export type RecomputeWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** Runs `recompute` on a thread of its own, which ends with it. Never rejects. */
export function recomputeInThread(
  request: RecomputeRequest,
  signal: AbortSignal,
  start: () => RecomputeWorker = startWorker,
): Promise<ThreadResult> {
  return new Promise<ThreadResult>((resolve) => {
    let worker: RecomputeWorker | null = null;
    const finish = (result: ThreadResult) => {
      worker?.terminate();
      resolve(result);
    };
    const fail = () => finish(err({ reason: 'unavailable' }));
    if (signal.aborted) return finish(err({ reason: 'aborted' }));
    signal.addEventListener('abort', () => finish(err({ reason: 'aborted' })), { once: true });
    try {
      worker = start();
      worker.addEventListener('message', ({ data }: MessageEvent<RecomputeResult>) => finish(data));
      worker.addEventListener('error', fail);
      worker.addEventListener('messageerror', fail);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(request);
    } catch {
      // A policy of the page or the browser that allows no Worker.
      fail();
    }
  });
}

function startWorker(): Worker {
  return new Worker(new URL('./recompute.worker.ts', import.meta.url), { type: 'module' });
}
