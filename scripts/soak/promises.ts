/** Checks the promises of docs/fault-matrix.md that concern a single response. Pure. */
import * as v from 'valibot';
import {
  errorSchema,
  healthSchema,
  newsAbsentSchema,
  newsSchema,
  quotesSchema,
  searchSchema,
  sentimentAbsentSchema,
  sentimentSchema,
  snapshotSchema,
  stockSchema,
} from '../../worker/contract/contract.ts';
import type { SoakRequest } from './requests.ts';

/** A response as received by the client. */
export interface SoakResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly tookMs: number;
}

/** Promise P3: 6 s for the sources, plus half a second for everything else. */
const LONGEST_RESPONSE_MS = 6500;

const SCHEMAS: Readonly<Record<SoakRequest['kind'], v.GenericSchema>> = {
  stock: stockSchema,
  columns: snapshotSchema,
  quotes: quotesSchema,
  news: v.union([newsSchema, newsAbsentSchema]),
  sentiment: v.union([sentimentSchema, sentimentAbsentSchema]),
  search: searchSchema,
  health: healthSchema,
  unknown: stockSchema,
  invalid: errorSchema,
};

/** One line per broken promise. `price` is the listing's, if the request names one. */
export function brokenPromises(request: SoakRequest, response: SoakResponse, price: number | null): string[] {
  const { status, tookMs } = response;
  const broken: string[] = [];
  if (tookMs > LONGEST_RESPONSE_MS) broken.push(`P3 took ${Math.round(tookMs)} ms`);
  if (status === 204 || status === 304) return response.text === '' ? broken : [...broken, 'P3 empty body'];
  if (!response.contentType.startsWith('application/json'))
    return [...broken, `P3 is ${response.contentType}`];
  const body = parsed(response.text);
  if (body === undefined) return [...broken, 'P3 body is not JSON'];
  if (status === 500) broken.push('P3 unexpected fault');
  if (request.kind === 'invalid' && (status < 400 || status > 499))
    broken.push(`P5 invalid input is ${status}`);
  if (!v.is(status === 200 ? SCHEMAS[request.kind] : errorSchema, body))
    broken.push('P3 or P7 response violates the contract');
  if (status === 200 && price !== null && 'current_price' in (body as object)) {
    const { current_price: current } = body as { current_price: number };
    if (current !== price) broken.push(`P2 costs ${current}, not ${price}`);
  }
  return broken;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
