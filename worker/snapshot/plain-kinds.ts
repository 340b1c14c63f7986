/** The other kinds of cached values: their JSON needs no encoding of its own. */
import * as v from 'valibot';
import type { EntryKind } from '../cache/entry.ts';
import { STALE_IF_ERROR_SECONDS } from '../cache/read-through.ts';
import type { Fundamentals, NewsSnapshot, SearchSnapshot } from '../providers/market-data.ts';
import { readPreviousEntry } from './previous-format.ts';

const DAY_SECONDS = 86_400;
const MIB = 1024 * 1024;

const finite = v.pipe(v.number(), v.finite());
const source = v.picklist(['yahoo', 'twelvedata', 'finnhub', 'sample']);
const datedFact = v.nullable(v.object({ value: finite, currency: v.string(), dateSeconds: finite }));

export const fundamentalsKind: EntryKind<Fundamentals> = {
  ...plainKind(v.object({ marketCap: datedFact, trailingEps: datedFact, trailingPe: datedFact })),
  name: 'fundamentals',
  source: () => '',
  asOfSeconds: ({ marketCap }) => marketCap?.dateSeconds ?? 0,
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + DAY_SECONDS,
  maxMemoryBytes: 2 * MIB,
};

export const newsKind: EntryKind<NewsSnapshot> = {
  ...plainKind(
    v.object({
      source,
      articles: v.array(
        v.object({
          id: v.string(),
          datetime: finite,
          url: v.string(),
          image: v.string(),
          headline: v.string(),
          summary: v.string(),
          source: v.string(),
        }),
      ),
      asOfSeconds: finite,
    }),
  ),
  name: 'news',
  source: (news) => news.source,
  asOfSeconds: (news) => news.asOfSeconds,
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + 10 * 60,
  maxMemoryBytes: 12 * MIB,
};

export const searchKind: EntryKind<SearchSnapshot> = {
  ...plainKind(
    v.object({
      source,
      results: v.array(
        v.object({
          symbol: v.string(),
          name: v.string(),
          exchange: v.string(),
          country: v.string(),
          currency: v.string(),
        }),
      ),
      asOfSeconds: finite,
    }),
  ),
  name: 'search',
  source: (search) => search.source,
  asOfSeconds: (search) => search.asOfSeconds,
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + DAY_SECONDS,
  maxMemoryBytes: 4 * MIB,
  isStoredWhenFetched: false,
  expireSeconds: 7 * DAY_SECONDS,
};

function plainKind<T>(schema: v.GenericSchema<unknown, T>) {
  const checked = (body: unknown): T | null => {
    const parsed = v.safeParse(schema, body);
    return parsed.success ? parsed.output : null;
  };
  return {
    encode: (value: T): string => JSON.stringify(value),
    decode(json: string): T | null {
      try {
        return checked(JSON.parse(json));
      } catch {
        return null;
      }
    },
    decodePrevious(json: string) {
      const entry = readPreviousEntry(json);
      const value = entry && checked(entry.body);
      return value ? { value, fetchedAtSeconds: entry.fetchedAtSeconds } : null;
    },
    expireSeconds: STALE_IF_ERROR_SECONDS,
  };
}
