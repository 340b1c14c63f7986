/** What the document's first script (`web/app/early-start.ts`) has begun before the app's code was there. */

import type { HorizonDays, Ticker } from '#compute';

export interface EarlyStart {
  readonly ticker: Ticker;
  readonly horizonDays: HorizonDays;
  /** When it began, on the clock of `performance.now()`. */
  readonly atMs: number;
  /** Responses on their way, by address. */
  readonly responses: Record<string, Promise<Response>>;
  /** The compute worker, unless its script failed to load. */
  worker: Worker | null;
}

declare global {
  interface Window {
    candorEarly?: EarlyStart;
  }
}

/** An older response belongs to a page that somebody left open while its code was on the way. */
const USABLE_MS = 10_000;

/** The response that the document asked for at this address, once; `null` where there is none. */
export function takeEarlyResponse(url: string): Promise<Response> | null {
  const early = globalThis.window?.candorEarly;
  const response = early?.responses[url];
  if (early === undefined || response === undefined) return null;
  delete early.responses[url];
  return performance.now() - early.atMs < USABLE_MS ? response : null;
}

/** The worker that the document started, once. */
export function takeEarlyWorker(): Worker | null {
  const early = globalThis.window?.candorEarly;
  const worker = early?.worker ?? null;
  if (early !== undefined) early.worker = null;
  return worker;
}
