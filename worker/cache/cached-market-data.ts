import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import type { EncodedAnswer } from '../encoded-answers.ts';
import type { ServiceError } from '../errors.ts';
import type {
  Fundamentals,
  MarketData,
  NewsRecord,
  SearchRecord,
  StockRecord,
} from '../market-data/market-data.ts';
import { marketStateUntil } from '../market-data/market-hours.ts';
import type { StockAnswers } from '../stock-answers.ts';
import type { Cached, Copy } from './cached.ts';
import type { KvStore } from './kv-store.ts';
import { readBatch } from './read-batch.ts';
import type { Batch } from './read-batch.ts';
import { createReadThrough } from './read-through.ts';
import type { Print } from './read-through.ts';
import { besideColumns, fundamentalsKind, newsKind, searchKind, stockKind } from './record-kinds.ts';
import { within } from './deadline.ts';
import type { WaitUntil } from './single-flight.ts';

/** A price does not wait longer than this for its market cap and P/E. */
const EXTRAS_PATIENCE_MS = 1000;

/** A stock and, where known, its fundamentals. */
export interface StockAnswer {
  readonly stock: Cached<StockRecord>;
  readonly fundamentals: Fundamentals | null;
}

type Facts = () => Promise<Cached<Fundamentals> | null>;

/** Facts beside a price: an answer does not fail without them, and waits for them only so long. */
interface Extras {
  readonly start: () => void;
  readonly inTime: Facts;
}

/** Market data as the routes use it: through the cache. */
export interface CachedMarketData {
  stock(ticker: Ticker, waitUntil: WaitUntil): Promise<Result<StockAnswer, ServiceError>>;
  /** The columns answer, as KV has it printed where that still holds. */
  columns(ticker: Ticker, waitUntil: WaitUntil): Promise<Result<Cached<EncodedAnswer>, ServiceError>>;
  /** What is kept of a stock, fresh or stale; never costs an upstream call. */
  keptStock(ticker: Ticker, waitUntil: WaitUntil): Promise<StockAnswer | null>;
  /** The same as the columns answer. */
  keptColumns(ticker: Ticker, waitUntil: WaitUntil): Promise<Cached<EncodedAnswer> | null>;
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
  answers: Pick<StockAnswers, 'columns'>,
  now: () => number,
): CachedMarketData {
  const settings = { scope: { mode, upstream: source.identity }, store, now };
  const stocks = createReadThrough(stockKind, settings);
  const fundamentals = createReadThrough(fundamentalsKind, settings);
  const news = createReadThrough(newsKind, settings);
  const searches = createReadThrough(searchKind, settings);

  /** What market cap and P/E come from, asked for at most once for one answer. */
  function extrasOf(ticker: Ticker, waitUntil: WaitUntil): Extras {
    let reading: ReturnType<typeof fundamentals.read> | null = null;
    const start = () => {
      const load = (signal: AbortSignal) => source.fundamentals(ticker, signal);
      reading ??= fundamentals.read(ticker, load, waitUntil);
      // Awaited only once there is a stock to answer with; until then its failure must not count as unhandled.
      reading.catch(() => undefined);
      return reading;
    };
    return {
      start: () => void (fundamentals.peek(ticker) ?? start()),
      async inTime() {
        const fresh = fundamentals.peek(ticker);
        if (fresh !== null) return fresh;
        const facts = await within(EXTRAS_PATIENCE_MS, start());
        return facts?.value.ok ? facts.value.value : null;
      },
    };
  }

  /** The columns answer for KV to keep, where nothing in it is missing or due. */
  function printer(ticker: Ticker, facts: Facts): Print<StockRecord> {
    return async (stock) => {
      const known = await facts();
      if (known === null || known.stale) return null;
      const { value, fetchedAtSeconds, freshUntilSeconds } = stock;
      const stateUntilSeconds = marketStateUntil(value, fetchedAtSeconds, now() / 1000);
      const answer = await answers.columns(ticker, { stock, fundamentals: known.value });
      const trueUntilSeconds = Math.min(freshUntilSeconds, known.freshUntilSeconds, stateUntilSeconds);
      return {
        seal: { ...answer, fetchedAtSeconds, freshUntilSeconds, trueUntilSeconds },
        body: besideColumns(value),
      };
    };
  }

  async function printed(
    copy: Copy<StockRecord>,
    ticker: Ticker,
    facts: Facts,
  ): Promise<Cached<EncodedAnswer>> {
    if (isPrinted(copy)) return copy;
    const stock: StockAnswer = { stock: copy, fundamentals: (await facts())?.value ?? null };
    return { ...copy, value: await answers.columns(ticker, stock) };
  }

  function factsInMemory(ticker: Ticker): Facts {
    return async () => fundamentals.peek(ticker);
  }

  return {
    async stock(ticker, waitUntil) {
      const extras = extrasOf(ticker, waitUntil);
      extras.start();
      const load = (signal: AbortSignal) => source.stock(ticker, signal);
      const stock = await stocks.read(ticker, load, waitUntil, printer(ticker, extras.inTime));
      if (!stock.ok) return err(stock.error);
      return ok({ stock: stock.value, fundamentals: (await extras.inTime())?.value ?? null });
    },

    async columns(ticker, waitUntil) {
      const extras = extrasOf(ticker, waitUntil);
      const load = (signal: AbortSignal) => {
        extras.start();
        return source.stock(ticker, signal);
      };
      const copy = await stocks.readPrinted(ticker, load, waitUntil, printer(ticker, extras.inTime));
      return copy.ok ? ok(await printed(copy.value, ticker, extras.inTime)) : copy;
    },

    async keptStock(ticker, waitUntil) {
      const stock = await stocks.kept(ticker, waitUntil);
      return stock && { stock, fundamentals: fundamentals.peek(ticker)?.value ?? null };
    },

    async keptColumns(ticker, waitUntil) {
      const copy = await stocks.keptPrinted(ticker, waitUntil);
      return copy && printed(copy, ticker, factsInMemory(ticker));
    },

    stocks: (tickers, waitUntil) =>
      readBatch(stocks, tickers, (ticker) => {
        const load = (signal: AbortSignal) => source.stock(ticker, signal);
        return stocks.read(ticker, load, waitUntil, printer(ticker, factsInMemory(ticker)));
      }),

    async news(ticker, waitUntil) {
      return news.read(ticker, (signal) => source.news(ticker, signal), waitUntil);
    },

    async search(query, waitUntil) {
      const subject = query.toLowerCase().replace(/\s+/g, ' ');
      return searches.read(subject, (signal) => source.search(subject, signal), waitUntil);
    },
  };
}

function isPrinted(copy: Copy<StockRecord>): copy is Cached<EncodedAnswer> {
  return 'etag' in copy.value;
}
