import { freshUntilSeconds, marketState, SECONDS_PER_DAY } from '#compute';
import * as v from 'valibot';
import { parseJson } from '../body.ts';
import type { EntryKind } from '../cache/stores.ts';
import { STALE_IF_ERROR_SECONDS } from '../cache/read-through.ts';
import type { Wire } from '../contract/fields.ts';
import {
  fundamentalsSchema,
  intradaySnapshotSchema,
  newsSnapshotSchema,
  searchSnapshotSchema,
} from '../providers/market-data.ts';
import type { IntradaySnapshot } from '../providers/market-data.ts';

const MIB = 1024 * 1024;

/** How often intraday bars are refreshed during trading, including extended trading. */
const TRADING_FRESH_SECONDS = 60;

export const intradayKind = plainKind(intradaySnapshotSchema, {
  name: 'intraday',
  source: (bars) => bars.source,
  asOfSeconds: (bars) => bars.asOfSeconds,
  freshUntilSeconds: intradayFreshUntil,
  maxMemoryBytes: 20 * MIB,
});

/** One minute during trading and until it has settled; otherwise until trading begins again, including pre-market. */
function intradayFreshUntil(traded: IntradaySnapshot, fetchedAtSeconds: number): number {
  const { sessions } = traded;
  const isTrading = [fetchedAtSeconds, fetchedAtSeconds - sessions.settle_minutes * 60].some(
    (instant) => marketState(traded, instant) !== 'closed',
  );
  if (isTrading) return fetchedAtSeconds + TRADING_FRESH_SECONDS;
  const early = { ...sessions, opens: sessions.opens.map((open) => open - sessions.pre_minutes) };
  return freshUntilSeconds({ ...traded, sessions: early }, fetchedAtSeconds);
}

export const fundamentalsKind = plainKind(fundamentalsSchema, {
  name: 'fundamentals',
  source: () => '',
  asOfSeconds: ({ marketCap }) => marketCap?.dateSeconds ?? 0,
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + SECONDS_PER_DAY,
  failurePause: { firstSeconds: 5 * 60, longestSeconds: SECONDS_PER_DAY },
  maxMemoryBytes: 2 * MIB,
});

export const newsKind = plainKind(newsSnapshotSchema, {
  name: 'news',
  source: (news) => news.source,
  asOfSeconds: (news) => news.asOfSeconds,
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + 10 * 60,
  maxMemoryBytes: 12 * MIB,
});

export const searchKind = plainKind(searchSnapshotSchema, {
  name: 'search',
  source: (search) => search.source,
  asOfSeconds: (search) => search.asOfSeconds,
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + SECONDS_PER_DAY,
  maxMemoryBytes: 4 * MIB,
  isStoredWhenFetched: false,
  expireSeconds: 7 * SECONDS_PER_DAY,
});

function plainKind<Schema extends v.GenericSchema>(
  schema: Schema,
  kind: Omit<EntryKind<Wire<Schema>>, 'encode' | 'decode' | 'expireSeconds'> & { expireSeconds?: number },
): EntryKind<Wire<Schema>> {
  return {
    encode: (value) => JSON.stringify(value),
    decode(json) {
      const parsed = v.safeParse(schema, parseJson(json));
      return parsed.success ? (parsed.output as Wire<Schema>) : null;
    },
    expireSeconds: STALE_IF_ERROR_SECONDS,
    ...kind,
  };
}
