import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import type { ServiceError } from '../errors.ts';
import type {
  Fundamentals,
  MarketData,
  NewsRecord,
  SearchRecord,
  StockRecord,
} from '../market-data/market-data.ts';
import type { KvStore } from './kv-store.ts';
import { readBatch } from './read-batch.ts';
import type { Batch } from './read-batch.ts';
import { createReadThrough } from './read-through.ts';
import type { Cached } from './read-through.ts';
import { fundamentalsKind, newsKind, searchKind, stockKind } from './record-kinds.ts';
import { within } from './deadline.ts';
import type { WaitUntil } from './single-flight.ts';

/** A price does not wait longer than this for its market cap and P/E. */
const EXTRAS_PATIENCE_MS = 1000;

/** A stock and, where known, its fundamentals. */
export interface StockAnswer {
  readonly stock: Cached<StockRecord>;
  readonly fundamentals: Fundamentals | null;
}

/** Market data as the routes use it: through the cache. */
export interface CachedMarketData {
  stock(ticker: Ticker, waitUntil: WaitUntil): Promise<Result<StockAnswer, ServiceError>>;
  /** What is kept of a stock, fresh or stale; never costs an upstream call. */
  keptStock(ticker: Ticker, waitUntil: WaitUntil): Promise<StockAnswer | null>;
  /** Many stocks without their fundamentals, most of them from memory; see {@link readBatch}. */
  stocks(tickers: readonly Ticker[], waitUntil: WaitUntil): Promise<Batch<StockRecord>>;
  news(ticker: Ticker, waitUntil: WaitUntil): Promise<Result<Cached<NewsRecord>, ServiceError>>;
  search(query: string, waitUntil: WaitUntil): Promise<Result<Cached<SearchRecord>, ServiceError>>;
}

/** Puts the cache in front of a source; records are kept apart by mode and by the source's identity. */
export function createCachedMarketData(
  source: MarketData,
  mode: string,
  store: KvStore,
  now: () => number,
): CachedMarketData {
  const settings = { scope: { mode, upstream: source.identity }, store, now };
  const stocks = createReadThrough(stockKind, settings);
  const fundamentals = createReadThrough(fundamentalsKind, settings);
  const news = createReadThrough(newsKind, settings);
  const searches = createReadThrough(searchKind, settings);

  return {
    async stock(ticker, waitUntil) {
      const freshStock = stocks.peek(ticker);
      const freshFacts = freshStock && fundamentals.peek(ticker);
      if (freshStock && freshFacts) return ok({ stock: freshStock, fundamentals: freshFacts.value });
      const readingStock = stocks.read(ticker, (signal) => source.stock(ticker, signal), waitUntil);
      const reading = fundamentals.read(ticker, (signal) => source.fundamentals(ticker, signal), waitUntil);
      // Awaited only once there is a stock to answer with; until then its failure must not count as unhandled.
      reading.catch(() => undefined);
      const stock = await readingStock;
      if (!stock.ok) return err(stock.error);
      // Market cap and P/E are extras: without them the page says N/A.
      const facts = await within(EXTRAS_PATIENCE_MS, reading);
      return ok({ stock: stock.value, fundamentals: facts?.value.ok ? facts.value.value.value : null });
    },

    async keptStock(ticker, waitUntil) {
      const stock = await stocks.kept(ticker, waitUntil);
      return stock && { stock, fundamentals: fundamentals.peek(ticker)?.value ?? null };
    },

    stocks: (tickers, waitUntil) =>
      readBatch(stocks, tickers, (ticker) =>
        stocks.read(ticker, (signal) => source.stock(ticker, signal), waitUntil),
      ),

    async news(ticker, waitUntil) {
      return news.read(ticker, (signal) => source.news(ticker, signal), waitUntil);
    },

    async search(query, waitUntil) {
      const subject = query.toLowerCase().replace(/\s+/g, ' ');
      return searches.read(subject, (signal) => source.search(subject, signal), waitUntil);
    },
  };
}
