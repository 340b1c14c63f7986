import { DEFAULT_HORIZON_DAYS, quoteFacts } from '#compute';
import type { QuoteFacts } from '#compute';
import type { Cached } from './cache/cached.ts';
import type { StockRecord } from './market-data/market-data.ts';
import { sessionLeft } from './market-data/market-hours.ts';

/** Records are never changed, so what follows from one is kept with it: of fifty listings few have a new record. */
const facts = new WeakMap<StockRecord, QuoteFacts>();

/** The facts of a record's row at the default horizon, computed once. */
export function recordFacts({ value: record, fetchedAtSeconds }: Cached<StockRecord>): QuoteFacts {
  const known = facts.get(record);
  if (known !== undefined) return known;
  const { candles, quote, listing } = record;
  const made = quoteFacts({
    candles,
    currentPrice: quote.price,
    sessionLeft: sessionLeft(record, fetchedAtSeconds),
    horizonDays: DEFAULT_HORIZON_DAYS,
    calendar: listing.calendar,
  });
  facts.set(record, made);
  return made;
}
