/** A listing's first screen: HTML that a document shows before its scripts run, and the snapshot for these scripts. */
import { formatFor, getOrCompute, regionOf, type HorizonDays, type Region } from '#compute';
import type { Cached, Entry } from '../cache/stores.ts';
import { firstScreen, initialData, type ShownListing } from '../first-screen/first-screen.ts';
import type { ErrorBody } from '../http/respond.ts';
import { documentSafeJson, type Snapshot } from '../contract/snapshot-codec.ts';
import { analysisOf, stockHead } from '../snapshot/wire.ts';

/** The region of a reader without settings, from the first language that the browser accepts. */
export function regionOfRequest(request: Request): Region {
  // Longer language tags are not a browser's.
  const tag = /^\s*([a-z0-9-]{1,35})(?![a-z0-9-])/i.exec(request.headers.get('Accept-Language') ?? '')?.[1];
  return regionOf(tag ?? '');
}

/** `cacheStatus` and the time are written into a document, whose page cannot read its own headers; `null` for other clients. */
export function firstScreenHtml(
  cached: Cached<Snapshot>,
  listing: ShownListing,
  request: Request,
  nowMs: number,
  cacheStatus: string | null,
): string {
  const attributes = {
    ...listing,
    etag: cached.entry.etag,
    ...(cacheStatus !== null && {
      'cache-status': cacheStatus,
      'server-time': new Date(nowMs).toISOString(),
    }),
  };
  const json = new TextDecoder().decode(cached.entry.bytes);
  return visiblePart(cached, listing.days, regionOfRequest(request), nowMs) + initialData(attributes, json);
}

/** Replaces the first screen if the API would respond with an error. */
export function failedScreenHtml(
  { status, retryAfterSeconds, body }: ErrorBody,
  listing: ShownListing,
): string {
  const retryAfter = retryAfterSeconds !== undefined && { 'retry-after': retryAfterSeconds };
  return initialData({ ...listing, status, ...retryAfter }, documentSafeJson(body));
}

const MINUTE_MS = 60_000;

/** The latest minute's HTML of each entry, by horizon and region, because the analysis is most of a document's cost. */
const visibleParts = new WeakMap<Entry<Snapshot>, { minute: number; html: Map<string, string> }>();

/** Built once a minute, because it contains the data's age and market state. */
function visiblePart(cached: Cached<Snapshot>, days: HorizonDays, region: Region, nowMs: number): string {
  const minute = Math.floor(nowMs / MINUTE_MS);
  const known = visibleParts.get(cached.entry);
  const { html } = known?.minute === minute ? known : { html: new Map<string, string>() };
  visibleParts.set(cached.entry, { minute, html });
  return getOrCompute(html, `${days} ${region}`, () => {
    const { outcome, ...input } = analysedFor(cached, days, region, nowMs);
    if (!outcome.ok) return '';
    const { candles } = cached.entry.value.stock;
    return firstScreen({ ...input, analysis: outcome.value, candles, nowMs });
  });
}

/** What a reader in a region gets to see of a listing now. */
export function analysedFor(cached: Cached<Snapshot>, days: HorizonDays, region: Region, nowMs: number) {
  return {
    outcome: analysisOf(cached.entry, days, nowMs / 1000),
    response: stockHead(cached, nowMs / 1000),
    format: formatFor({ region, clock: 'exchange' }),
  };
}
