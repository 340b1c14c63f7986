import { freshUntilSeconds, mainCurrency } from '#compute';
import * as v from 'valibot';
import { parseJson } from '../body.ts';
import type { EntryKind } from '../cache/stores.ts';
import { STALE_IF_ERROR_SECONDS } from '../cache/read-through.ts';
import { snapshotSchema, type SnapshotResponse } from '../contract/contract.ts';
import { decodeSnapshot, documentSafeJson, encodeSnapshot } from '../contract/snapshot-codec.ts';
import type { KnownReactions, PriceSnapshot, Snapshot } from '../contract/snapshot-codec.ts';
import type { DatedFigure, Fundamentals } from '../providers/market-data.ts';

/** Combines a price with the fundamentals (`null` while they are still being fetched) and the results known by now. */
export function createSnapshot(
  requestedTicker: string,
  stock: PriceSnapshot,
  fundamentals: Fundamentals | null,
  results: KnownReactions | null,
): Snapshot {
  const fundamentalsDue = fundamentals === null;
  return { requestedTicker, stock, valuation: valuation(stock, fundamentals), fundamentalsDue, results };
}

/**
 * Market cap and P/E at the snapshot's price. A past day's figure moves with the price since that day's close. P/E is price
 * over trailing earnings per share, if positive. A figure in another currency than the listing's (depositary receipts) is left
 * out, except a stated P/E, which moves with the price as market cap does.
 */
function valuation(stock: PriceSnapshot, fundamentals: Fundamentals | null): Snapshot['valuation'] {
  if (fundamentals === null) return { marketCap: null, peRatio: null };
  const { code, unitsPerMain } = mainCurrency(stock.listing.currency);
  const { marketCap, trailingEps, trailingPe } = fundamentals;
  const price = stock.quote.price;
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
function movedByPrice({ value, dateSeconds }: DatedFigure, { candles, quote }: PriceSnapshot): number | null {
  const close = candles.close[candles.time.findLastIndex((time) => time <= dateSeconds)];
  return close === undefined ? null : (value * quote.price) / close;
}

/** How a snapshot is stored. The bytes are also the body of `view=columns`, and are copied into documents unchanged. */
export const snapshotKind: EntryKind<Snapshot> = {
  name: 'stock',
  encode: (snapshot, fetchedAtSeconds) => documentSafeJson(encodeSnapshot(snapshot, fetchedAtSeconds)),
  decode,
  source: ({ stock }) => stock.source,
  asOfSeconds: ({ stock }) => stock.asOfSeconds,
  // The price's freshness only: due fundamentals have their own schedule.
  freshUntilSeconds: ({ stock }, fetchedAtSeconds) => freshUntilSeconds(stock, fetchedAtSeconds),
  isIncomplete: ({ fundamentalsDue }) => fundamentalsDue,
  // The bars of five years are 30 KB encoded.
  maxMemoryBytes: 40 * 1024 * 1024,
  expireSeconds: STALE_IF_ERROR_SECONDS,
};

/** `decodeCandles` checks the columns. */
const headSchema = v.omit(snapshotSchema, ['columns']);

function decode(json: string): Snapshot | null {
  const body = parseJson(json) as SnapshotResponse;
  const head = v.safeParse(headSchema, body);
  return head.success ? decodeSnapshot({ ...head.output, columns: body.columns }) : null;
}
