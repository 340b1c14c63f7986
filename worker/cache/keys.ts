/**
 * The storage schema of the KV namespace. One record per kind, upstream and subject:
 * `<kind>/<format version>/<market data mode>/<upstream>/<subject>`. Horizon and view are never part of a key: they are
 * computed from the record. Raise a kind's version when its record changes shape; old records then count as absent. How a
 * value is written is told in `stored-value.ts`; its seal has a version of its own.
 */

/** The last good copy is kept this long (DESIGN section 6). */
export const KEEP_SECONDS = 30 * 86_400;

/** KV's free plan allows 1,000 writes a day: at most one per key in this time and isolate. */
export const WRITE_INTERVAL_SECONDS = 15 * 60;

/** How long an edge location may keep a record it has read (KV's `cacheTtl`). */
export const EDGE_TTL_SECONDS = 60;

/** How long an unknown symbol stays unknown; in memory only. */
export const NEGATIVE_SECONDS = 10 * 60;

export const FUNDAMENTALS_FRESH_SECONDS = 86_400;
export const NEWS_FRESH_SECONDS = 10 * 60;
export const SEARCH_FRESH_SECONDS = 86_400;

const FORMAT_VERSIONS = { stock: 1, fundamentals: 1, news: 1, search: 1 } as const;

export type KindName = keyof typeof FORMAT_VERSIONS;

/** What a cache is for: the mode (`sample`, `live`) and the upstream's identity. */
export interface CacheScope {
  readonly mode: string;
  readonly upstream: string;
}

/** The KV key of a record. At most 512 bytes, as KV asks, for every valid ticker and search text. */
export function recordKey(kind: KindName, scope: CacheScope, subject: string): string {
  return `${kind}/${FORMAT_VERSIONS[kind]}/${scope.mode}/${scope.upstream}/${subject}`;
}

/** A key as the log may show it: a ticker tells of nobody, but people search for anything. */
export function loggedKey(key: string): string {
  return key.startsWith('search/') ? 'search' : key;
}
