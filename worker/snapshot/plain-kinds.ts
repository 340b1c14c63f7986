/** The other kinds of cached values: their JSON needs no encoding of its own. */
import { freshUntilSeconds, isTimezone, marketState, SECONDS_PER_DAY, SETTLING_SECONDS } from '#compute';
import * as v from 'valibot';
import type { EntryKind } from '../cache/entry.ts';
import { STALE_IF_ERROR_SECONDS } from '../cache/read-through.ts';
import { article, intradayBars, searchResult, sessionPart } from '../contract/contract.ts';
import {
  instrument,
  nullableNumber,
  number,
  source,
  text,
  toTicker,
  tradingCalendar,
} from '../contract/fields.ts';
import type {
  Fundamentals,
  IntradaySnapshot,
  NewsSnapshot,
  SearchSnapshot,
} from '../providers/market-data.ts';

const MIB = 1024 * 1024;

const datedFact = v.nullable(v.object({ value: number, currency: text, dateSeconds: number }));

const period = v.object({ startSeconds: number, endSeconds: number });

/** Intraday bars are refreshed this often while there is trading, extended trading included. */
const TRADING_FRESH_SECONDS = 60;

export const intradayKind: EntryKind<IntradaySnapshot> = {
  ...plainKind(
    v.object({
      source,
      listing: v.object({
        symbol: v.pipe(text, toTicker),
        companyName: text,
        instrument,
        exchange: text,
        currency: text,
        timezone: v.pipe(text, v.check(isTimezone)),
        calendar: tradingCalendar,
      }),
      intervalSeconds: number,
      bars: intradayBars,
      parts: v.array(sessionPart),
      previousClose: nullableNumber,
      session: v.nullable(v.object({ pre: v.nullable(period), regular: period, post: v.nullable(period) })),
      asOfSeconds: number,
      delayedMinutes: number,
    }),
  ),
  name: 'intraday',
  source: (bars) => bars.source,
  asOfSeconds: (bars) => bars.asOfSeconds,
  freshUntilSeconds: intradayFreshUntil,
  maxMemoryBytes: 20 * MIB,
};

/** A minute while there is trading and until it has settled, otherwise until trading begins again, be it before the open. */
function intradayFreshUntil(traded: IntradaySnapshot, fetchedAtSeconds: number): number {
  const { listing, session } = traded;
  const isTrading = [fetchedAtSeconds, fetchedAtSeconds - SETTLING_SECONDS].some(
    (instant) => marketState(traded, instant) !== 'closed',
  );
  if (isTrading) return fetchedAtSeconds + TRADING_FRESH_SECONDS;
  const early = session && { ...session, regular: session.pre ?? session.regular };
  return Math.min(
    freshUntilSeconds(traded, fetchedAtSeconds),
    freshUntilSeconds({ listing, session: early }, fetchedAtSeconds),
  );
}

export const fundamentalsKind: EntryKind<Fundamentals> = {
  ...plainKind(v.object({ marketCap: datedFact, trailingEps: datedFact, trailingPe: datedFact })),
  name: 'fundamentals',
  source: () => '',
  asOfSeconds: ({ marketCap }) => marketCap?.dateSeconds ?? 0,
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + SECONDS_PER_DAY,
  failurePause: { firstSeconds: 5 * 60, longestSeconds: SECONDS_PER_DAY },
  maxMemoryBytes: 2 * MIB,
};

export const newsKind: EntryKind<NewsSnapshot> = {
  ...plainKind(
    v.object({
      source,
      articles: v.array(article),
      asOfSeconds: number,
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
      results: v.array(searchResult),
      asOfSeconds: number,
    }),
  ),
  name: 'search',
  source: (search) => search.source,
  asOfSeconds: (search) => search.asOfSeconds,
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + SECONDS_PER_DAY,
  maxMemoryBytes: 4 * MIB,
  isStoredWhenFetched: false,
  expireSeconds: 7 * SECONDS_PER_DAY,
};

function plainKind<T>(schema: v.GenericSchema<unknown, T>) {
  return {
    encode: (value: T): string => JSON.stringify(value),
    decode(json: string): T | null {
      try {
        return v.parse(schema, JSON.parse(json));
      } catch {
        return null;
      }
    },
    expireSeconds: STALE_IF_ERROR_SECONDS,
  };
}
