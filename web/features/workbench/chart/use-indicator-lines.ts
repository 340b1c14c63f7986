/** What is computed of the bars, off the page's thread. */
import { INDICATORS, type Candles } from '#compute';
import { skipToken, useQuery } from '@tanstack/react-query';
import { wrap, type Remote } from 'comlink';
import { useEffect } from 'react';
import type { ChosenIndicator } from './chosen-indicators.ts';
import type { IndicatorApi, IndicatorLines, IndicatorRequest } from '../indicator-api.ts';
import type { Listing } from '../use-workbench-data.ts';

/** A worker while the workbench is open: it remembers the bars, and a click finds it awake. */
let thread: {
  readonly worker: Worker;
  readonly api: Remote<IndicatorApi>;
  readonly broken: Promise<never>;
} | null = null;
/** The page's own copy, where there is no worker or it broke. */
let inPage: Promise<IndicatorApi> | null = null;

function startThread() {
  const worker = new Worker(new URL('../indicator.worker.ts', import.meta.url), { type: 'module' });
  const broken = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker of the indicators broke.')));
  });
  broken.catch(() => undefined);
  return { worker, api: wrap<IndicatorApi>(worker), broken };
}

function stopThread() {
  thread?.worker.terminate();
  thread = null;
}

type Job<T> = (api: Remote<IndicatorApi> | IndicatorApi) => Promise<T> | T;

/** Runs a job in the worker, or on the page where that fails. Rejects when the signal fires: a stopped worker never answers. */
async function run<T>(signal: AbortSignal, job: Job<T>): Promise<T> {
  if (inPage === null && typeof Worker !== 'undefined') {
    const left = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('Nobody waits for it.')));
    });
    left.catch(() => undefined);
    try {
      thread ??= startThread();
      return await Promise.race([job(thread.api), thread.broken, left]);
    } catch (cause) {
      if (signal.aborted) throw cause;
      stopThread();
    }
  }
  inPage ??= import('../indicator-api.ts').then(({ createIndicatorApi }) => createIndicatorApi());
  return job(await inPage);
}

/** What is known of bars, by indicator, for as long as they are in use. */
interface Known {
  readonly id: number;
  readonly lines: Map<string, IndicatorLines[number]>;
}
const KNOWN = new WeakMap<Candles, Known>();
let lastId = 0;

function knownOf(candles: Candles): Known {
  const known = KNOWN.get(candles) ?? { id: (lastId += 1), lines: new Map() };
  KNOWN.set(candles, known);
  return known;
}

/**
 * The lines of each indicator over bars; `null` until all of them are there. What is known of the same bars is there at
 * once: an indicator that goes or moves, another range or scale asks for nothing. Empty where they cannot be computed.
 */
export function useIndicatorLines(
  candles: Candles | null,
  indicators: readonly ChosenIndicator[],
  withinDay: IndicatorRequest['withinDay'],
): IndicatorLines | null {
  useEffect(() => stopThread, []);
  const known = candles && knownOf(candles);
  const keys = indicators.map(({ kind, parameters }) => [kind, ...parameters].join(' '));
  const { data } = useQuery({
    queryKey: ['indicator-lines', known?.id, ...keys],
    queryFn:
      candles === null || known === null
        ? skipToken
        : async ({ signal }) => {
            try {
              const computed = await run(signal, (api) => api.linesOf({ candles, indicators, withinDay }));
              computed.forEach((lines, i) => known.lines.set(keys[i] ?? '', lines));
              return computed;
            } catch {
              // The code could not be loaded: the price is worth seeing without them.
              return indicators.map(({ kind }) => INDICATORS[kind].lines.map(() => emptyLine(candles)));
            }
          },
    initialData: () => {
      const lines = keys.flatMap((key) => {
        const own = known?.lines.get(key);
        return own === undefined ? [] : [own];
      });
      return known !== null && lines.length === keys.length ? lines : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data ?? null;
}

function emptyLine({ time }: Candles): Float64Array {
  return new Float64Array(time.length).fill(Number.NaN);
}

/** Tells sessions that are over from others of the same listing. */
function endOf(finished: Candles | undefined): readonly (number | undefined)[] {
  return [finished?.time.length, finished?.time.at(-1), finished?.close.at(-1)];
}

/** The model's own volatility of a listing, once somebody asks for it; `null` until it is there. */
export function useModelVolatility(listing: Listing | null, isWanted: boolean): Float64Array | null {
  const { data } = useQuery({
    // A refresh of today's price changes no session that is over: what is drawn stays.
    queryKey: ['model-volatility', listing?.ticker, listing?.response.source, ...endOf(listing?.finished)],
    queryFn:
      listing === null || !isWanted
        ? skipToken
        : ({ signal }) =>
            run(signal, (api) => api.modelVolatility(listing.finished, listing.traded.listing.calendar)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
