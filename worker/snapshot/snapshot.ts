/** How snapshots and the other kinds of values are cached, and what a snapshot's fundamentals come to. */
import { freshUntilSeconds, mainCurrency, marketState, SECONDS_PER_DAY } from '#compute';
import * as v from 'valibot';
import { parseJson } from '../body.ts';
import type { EntryKind } from '../cache/stores.ts';
import { STALE_IF_ERROR_SECONDS } from '../cache/read-through.ts';
import { searchResult, snapshotSchema, type SearchResult } from '../contract/contract.ts';
import type { Wire } from '../contract/fields.ts';
import { decodeSnapshot, documentSafeJson, encodeSnapshot, priceOf } from '../contract/snapshot-codec.ts';
import type { PriceSnapshot, Snapshot } from '../contract/snapshot-codec.ts';
import {
  fundamentalsSchema,
  intradaySnapshotSchema,
  newsSnapshotSchema,
  type DatedFigure,
  type Fundamentals,
  type IntradaySnapshot,
} from '../providers/market-data.ts';

/**
 * Market cap and P/E at the snapshot's price. A past day's figure moves with the price since that day's close. P/E is price
 * over trailing earnings per share, if positive. A figure in another currency than the listing's (depositary receipts) is left
 * out, except a stated P/E, which moves with the price as market cap does.
 */
export function valuationOf(
  stock: PriceSnapshot,
  { marketCap, trailingEps, trailingPe }: Fundamentals,
): Snapshot['valuation'] {
  const { code, unitsPerMain } = mainCurrency(stock.listing.currency);
  const price = priceOf(stock);
  const epsFits = trailingEps !== null && trailingEps.currency === code && trailingEps.value > 0;
  const loss = trailingEps !== null && trailingEps.value <= 0;
  return {
    marketCap: marketCap !== null && marketCap.currency === code ? movedByPrice(marketCap, stock) : null,
    peRatio: epsFits
      ? price / unitsPerMain / trailingEps.value
      : trailingPe !== null && trailingPe.value > 0 && !loss
        ? movedByPrice(trailingPe, stock)
        : null,
  };
}

/** `null` if the history starts after the figure's date. */
function movedByPrice({ value, dateSeconds }: DatedFigure, stock: PriceSnapshot): number | null {
  const { time, close } = stock.candles;
  const then = close[time.findLastIndex((date) => date <= dateSeconds)];
  return then === undefined ? null : (value * priceOf(stock)) / then;
}

const MIB = 1024 * 1024;

/** How a snapshot is stored. The bytes are also the body of `view=columns`, and are copied into documents unchanged. */
export const snapshotKind: EntryKind<Snapshot> = {
  name: 'stock',
  encode: (snapshot, fetchedAtSeconds) => documentSafeJson(encodeSnapshot(snapshot, fetchedAtSeconds)),
  decode,
  moment: ({ stock }) => stock,
  // The price's freshness only: due fundamentals have their own schedule.
  freshUntilSeconds: ({ stock }, fetchedAtSeconds) => freshUntilSeconds(stock, fetchedAtSeconds),
  // The bars of five years are 30 KB encoded.
  maxMemoryBytes: 40 * MIB,
  expireSeconds: STALE_IF_ERROR_SECONDS,
};

function decode(json: string): Snapshot | null {
  const body = v.safeParse(snapshotSchema, parseJson(json));
  return body.success ? decodeSnapshot(body.output) : null;
}

/** How often intraday bars are refreshed during trading, including extended trading. */
const TRADING_FRESH_SECONDS = 60;

export const intradayKind = plainKind(intradaySnapshotSchema, {
  name: 'intraday',
  moment: (bars) => bars,
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
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + SECONDS_PER_DAY,
  failurePause: { firstSeconds: 5 * 60, longestSeconds: SECONDS_PER_DAY },
  maxMemoryBytes: 2 * MIB,
});

export const newsKind = plainKind(newsSnapshotSchema, {
  name: 'news',
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + 10 * 60,
  maxMemoryBytes: 12 * MIB,
});

export const searchKind = plainKind(v.array(searchResult), {
  name: 'search',
  freshUntilSeconds: (_, fetchedAtSeconds) => fetchedAtSeconds + SECONDS_PER_DAY,
  maxMemoryBytes: 4 * MIB,
  isStoredIfRepeated: isFoundBy,
  expireSeconds: 7 * SECONDS_PER_DAY,
});

const MIN_STORED_CHARACTERS = 2;
const MAX_STORED_CHARACTERS = 24;

/** A search text as a subject of the cache. */
export function searchSubject(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether a text begins a symbol or a word of a name that it found, so that its key reveals nothing beyond the listing. */
function isFoundBy(text: string, results: readonly SearchResult[]): boolean {
  if (text.length < MIN_STORED_CHARACTERS || text.length > MAX_STORED_CHARACTERS) return false;
  return results.some(
    ({ symbol, name }) =>
      searchSubject(symbol).startsWith(text) || ` ${searchSubject(name)}`.includes(` ${text}`),
  );
}

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
