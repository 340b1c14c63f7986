/** The first screen of a listing: HTML that a document shows before its scripts run, and the snapshot for these scripts. */
import { documentSafeJson, firstScreen, formatFor, initialData } from '#compute';
import type { HorizonDays, Ticker } from '#compute';
import type { Cached, Entry } from '../cache/entry.ts';
import type { ErrorBody } from '../http/respond.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { analysisOf, stockHead, stockView } from '../snapshot/wire.ts';

export interface Listing {
  readonly ticker: Ticker;
  readonly days: HorizonDays;
}

/** `cacheStatus` and the time go into a document, whose page cannot read its headers; `null` for any other client. */
export function firstScreenHtml(
  cached: Cached<Snapshot>,
  listing: Listing,
  nowMs: number,
  cacheStatus: string | null,
): string {
  const attributes = {
    ...namesOf(listing),
    etag: cached.entry.etag,
    ...(cacheStatus !== null && {
      'cache-status': cacheStatus,
      'server-time': new Date(nowMs).toISOString(),
    }),
  };
  const json = new TextDecoder().decode(cached.entry.bytes);
  return visiblePart(cached, listing.days, nowMs) + initialData(attributes, json);
}

/** What takes its place where the API would respond with an error. */
export function failedScreenHtml({ status, retryAfterSeconds, body }: ErrorBody, listing: Listing): string {
  const attributes = {
    ...namesOf(listing),
    status: String(status),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
  return initialData(attributes, documentSafeJson(body));
}

function namesOf({ ticker, days }: Listing) {
  return { ticker, days: String(days) };
}

interface VisiblePart {
  readonly minute: number;
  readonly html: string;
}

const MINUTE_MS = 60_000;

/** Of a reader without settings. */
const FORMAT = formatFor({ region: 'us', clock: 'exchange' });

/** By entry and horizon: the analysis is most of what a document costs. */
const visibleParts = new WeakMap<Entry<Snapshot>, Map<HorizonDays, VisiblePart>>();

/** Made once for each minute, because the age of the data and the state of its market are in it. */
function visiblePart(cached: Cached<Snapshot>, days: HorizonDays, nowMs: number): string {
  const parts = visibleParts.get(cached.entry) ?? new Map<HorizonDays, VisiblePart>();
  visibleParts.set(cached.entry, parts);
  const minute = Math.floor(nowMs / MINUTE_MS);
  const known = parts.get(days);
  if (known?.minute === minute) return known.html;
  const view = stockView(cached, nowMs / 1000);
  const analysis = analysisOf(view, days);
  const html =
    analysis === null
      ? ''
      : firstScreen({
          response: stockHead(view),
          analysis,
          candles: view.snapshot.stock.candles,
          format: FORMAT,
          nowMs,
        });
  parts.set(days, { minute, html });
  return html;
}
