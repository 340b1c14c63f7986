/** Addresses of the API. The document's first script uses them too, so this file knows nothing but addresses. */
import type { HorizonDays } from '#compute';
import type { SnapshotResponse } from '#worker/contract';

/** The form of a snapshot that this page reads. */
export const SNAPSHOT_VERSION: SnapshotResponse['v'] = 2;

const NEWS_WINDOW_DAYS = 7;

const BASE = `${(import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '')}/api/`;

/** Builds `/api/…` from path segments, each encoded, so that a ticker such as `A/B` or `^GSPC` stays one segment. */
export function apiUrl(
  segments: readonly string[],
  query: Readonly<Record<string, string | number>> = {},
): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${BASE}${segments.map(encodeURIComponent).join('/')}${search.size > 0 ? `?${search}` : ''}`;
}

/** A listing with its whole history. */
export function snapshotUrl(ticker: string, horizonDays: HorizonDays): string {
  return `${BASE}stock/${encodeURIComponent(ticker)}?days=${horizonDays}&view=columns&v=${SNAPSHOT_VERSION}`;
}

/** Sentiment of its headlines. */
export function sentimentUrl(ticker: string): string {
  return `${BASE}sentiment/${encodeURIComponent(ticker)}`;
}

/** Its articles of the last days. */
export function newsUrl(ticker: string): string {
  return `${BASE}news/${encodeURIComponent(ticker)}?days=${NEWS_WINDOW_DAYS}`;
}
