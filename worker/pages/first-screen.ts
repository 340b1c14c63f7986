/** A listing's first screen: HTML that a document shows before its scripts run, and the snapshot for these scripts. */
import { formatFor, regionOf } from '#compute';
import type { HorizonDays, Region } from '#compute';
import type { Cached, Entry } from '../cache/entry.ts';
import { documentSafeJson, firstScreen, initialData } from '../first-screen/first-screen.ts';
import type { ShownListing } from '../first-screen/shown-listing.ts';
import type { ErrorBody } from '../http/respond.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { analysisOf, stockHead, stockView } from '../snapshot/wire.ts';

/** Longer language tags are not a browser's. */
const MAX_TAG_LENGTH = 35;

/** The region of a reader without settings, from the first language that the browser accepts. */
export function regionOfRequest(request: Request): Region {
  const [, tag = ''] = /^\s*([a-z0-9-]+)/i.exec(request.headers.get('Accept-Language') ?? '') ?? [];
  return tag.length > MAX_TAG_LENGTH ? 'us' : regionOf(tag);
}

/** `cacheStatus` and the time are written into a document, whose page cannot read its own headers; `null` for other clients. */
export function firstScreenHtml(
  cached: Cached<Snapshot>,
  listing: ShownListing,
  region: Region,
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
  return visiblePart(cached, listing.days, region, nowMs) + initialData(attributes, json);
}

/** Replaces the first screen if the API would respond with an error. */
export function failedScreenHtml(
  { status, retryAfterSeconds, body }: ErrorBody,
  listing: ShownListing,
): string {
  const attributes = {
    ...namesOf(listing),
    status: String(status),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
  return initialData(attributes, documentSafeJson(body));
}

function namesOf({ ticker, days }: ShownListing) {
  return { ticker, days: String(days) };
}

interface VisiblePart {
  readonly minute: number;
  readonly html: string;
}

const MINUTE_MS = 60_000;

/** Memo by entry, then by horizon and region, because the analysis is most of a document's cost. */
const visibleParts = new WeakMap<Entry<Snapshot>, Map<string, VisiblePart>>();

/** Built once a minute, because it contains the data's age and market state. */
function visiblePart(cached: Cached<Snapshot>, days: HorizonDays, region: Region, nowMs: number): string {
  const parts = visibleParts.get(cached.entry) ?? new Map<string, VisiblePart>();
  visibleParts.set(cached.entry, parts);
  const minute = Math.floor(nowMs / MINUTE_MS);
  const key = `${days} ${region}`;
  const known = parts.get(key);
  if (known?.minute === minute) return known.html;
  const view = stockView(cached, nowMs / 1000);
  const analysis = analysisOf(view, days);
  const html =
    analysis === null
      ? ''
      : firstScreen({
          response: { ...stockHead(view), instrument: view.snapshot.stock.listing.instrument },
          analysis,
          candles: view.snapshot.stock.candles,
          format: formatFor({ region, clock: 'exchange' }),
          nowMs,
        });
  parts.set(key, { minute, html });
  return html;
}
