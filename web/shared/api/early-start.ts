/**
 * What the first script of the document (`web/app/early-start.ts`) has begun while the app's code was on its way. Each response
 * and the worker are taken once, by whoever would have asked for them.
 */
import type { HorizonDays, Ticker } from '#compute';

export interface EarlyStart {
  readonly ticker: Ticker;
  readonly horizonDays: HorizonDays;
  /** When it began, on the clock of `performance.now()`. */
  readonly atMs: number;
  /** By address. */
  readonly responses: Record<string, Promise<Response>>;
  /** The compute worker; `null` where its script failed to load. */
  worker: Worker | null;
}

declare global {
  interface Window {
    candorEarly?: EarlyStart;
  }
}

/** An older response is not used: the page has been open for a while and may show new data. */
const USABLE_MS = 10_000;

/** Takes the response that the document asked for at this address; `null` where there is none. */
export function takeEarlyResponse(url: string): Promise<Response> | null {
  const early = globalThis.window?.candorEarly;
  const response = early?.responses[url];
  if (early === undefined || response === undefined) return null;
  delete early.responses[url];
  return performance.now() - early.atMs < USABLE_MS ? response : null;
}

/** Takes the worker that the document started; `null` where there is none. */
export function takeEarlyWorker(): Worker | null {
  const early = globalThis.window?.candorEarly;
  const worker = early?.worker ?? null;
  if (early !== undefined) early.worker = null;
  return worker;
}
