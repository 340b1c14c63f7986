import type { Entry } from '../cache/entry.ts';
import type { KvStore } from '../cache/kv-store.ts';
import { LruMap } from '../lru-map.ts';
import type { SearchSnapshot } from '../providers/market-data.ts';

const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 24;
const MAX_TRACKED_TEXTS = 2000;
/** Searches must not spend the daily writes that prices need. */
const WRITE_INTERVAL_MS = 10 * 60_000;
const PAUSE_AFTER_REFUSAL_MS = 60 * 60_000;

/** The normal form of a text, part of its key: NFKC, lower case, single spaces. */
export function normalisedText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether a text may be part of a KV key at all. */
export function isStorableText(text: string): boolean {
  return text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS;
}

/**
 * Decides which searches are written to KV. A text must be the beginning of a symbol or of a word of a name that it found,
 * so that the key says nothing that the listing does not; this isolate must have been asked for it before; and there is at
 * most one such write in ten minutes, none for an hour after KV refused a write. `now`: the clock in epoch milliseconds.
 */
export function createSearchWrites(store: Pick<KvStore, 'lastRefusalMs'>, now: () => number) {
  const askedBefore = new LruMap<Entry<SearchSnapshot>>(MAX_TRACKED_TEXTS);
  const stored = new WeakSet<Entry<SearchSnapshot>>();
  let lastWriteMs: number | null = null;

  return {
    /** Notes a request for a text; `true` when its entry is to be written now. */
    isDue(text: string, entry: Entry<SearchSnapshot>, isFromKv: boolean): boolean {
      if (isFromKv) stored.add(entry);
      const isRepeated = askedBefore.get(text) === entry;
      askedBefore.set(text, entry);
      if (!isRepeated || stored.has(entry) || !isStorableText(text) || !isFound(text, entry)) return false;
      const isTooSoon =
        isWithin(lastWriteMs, WRITE_INTERVAL_MS) || isWithin(store.lastRefusalMs(), PAUSE_AFTER_REFUSAL_MS);
      if (isTooSoon) return false;
      stored.add(entry);
      lastWriteMs = now();
      return true;
    },
  };

  function isWithin(sinceMs: number | null, spanMs: number): boolean {
    return sinceMs !== null && now() >= sinceMs && now() - sinceMs < spanMs;
  }
}

/** Whether a text is the beginning of a symbol that it found, or of a word of a name. */
function isFound(text: string, entry: Entry<SearchSnapshot>): boolean {
  const results = entry.value()?.results ?? [];
  return results.some(({ symbol, name }) => {
    const normalisedName = normalisedText(name);
    return (
      normalisedText(symbol).startsWith(text) ||
      normalisedName.startsWith(text) ||
      normalisedName.includes(` ${text}`)
    );
  });
}
