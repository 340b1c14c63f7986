import { err, ok, zonedDate, type Result, type Ticker } from '#compute';
import type { Failure } from '../failure.ts';
import { BUDGET_DEADLINE_MS, type SharedBudget } from '../resilience/call-budget.ts';
import { inTime, LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { lastBarQuote, withoutOutliersOf, withQuoteBar } from './bars.ts';
import type { Coinbase } from './coinbase.ts';
import type { Finnhub, TimedQuote } from './finnhub.ts';
import type { NameOf } from './listing-directory.ts';
import type { MarketData, PriceSnapshot } from './market-data.ts';
import { newsArticles } from './news-articles.ts';
import type { TwelveData } from './twelvedata.ts';
import type { Yahoo } from './yahoo/yahoo-market-data.ts';

/** The providers; `null` if not configured. `nameOf` has company names for sources without any. */
export interface Providers {
  readonly yahoo: Yahoo;
  readonly finnhub: Finnhub | null;
  readonly twelveData: TwelveData | null;
  readonly coinbase: Coinbase | null;
  readonly nameOf: NameOf;
  readonly now: () => number;
}

type Ask<T> = (signal: AbortSignal) => Promise<Result<T, Failure>>;

/** Live market data. A failure falls through to the next provider, unless the first one says that the symbol does not exist. */
export function createProviderChain(providers: Providers): MarketData {
  const { yahoo, finnhub, twelveData, coinbase, nameOf, now } = providers;
  const finnhubFor = (ticker: Ticker) => (finnhub?.covers(ticker) ? finnhub : null);

  return {
    identity: [yahoo, coinbase, twelveData, finnhub].flatMap((source) => source?.identity ?? []).join('+'),

    async stock(ticker, signal, purpose) {
      const second = twelveData?.covers(ticker) ? twelveData : null;
      const stock = await firstSuccess(signal, [
        (limit) => yahoo.stock(ticker, limit, purpose),
        coinbase?.covers(ticker) ? (limit) => coinbase.stock(ticker, limit) : null,
        second && ((limit) => historyWithQuote(ticker, second, finnhubFor(ticker), limit)),
      ]);
      if (!stock.ok || stock.value.historySource === 'yahoo') return stock;
      const { listing } = stock.value;
      const companyName = (await nameOf(ticker)) ?? listing.companyName;
      return ok({ ...stock.value, listing: { ...listing, companyName } });
    },

    // Only Yahoo supports batch quotes.
    latestPrices: (tickers, signal) => firstSuccess(signal, [(limit) => yahoo.latestPrices(tickers, limit)]),

    // Minute bars would use up the credits that Twelve Data's free plan has for histories; Finnhub's free plan has no candles.
    intraday: (ticker, range, signal) =>
      firstSuccess(signal, [(limit) => yahoo.intraday(ticker, range, limit)]),

    async fundamentals(ticker, signal) {
      const first = finnhubFor(ticker);
      return firstSuccess(signal, [
        first && ((limit) => first.fundamentals(ticker, limit)),
        (limit) => yahoo.fundamentals(ticker, limit),
      ]);
    },

    async news(ticker, signal) {
      const first = finnhubFor(ticker);
      const news = await firstSuccess(signal, [
        first && ((limit) => first.news(ticker, limit)),
        (limit) => yahoo.news(ticker, limit),
      ]);
      if (!news.ok) return news;
      const { source, items } = news.value;
      const companyName = (await nameOf(ticker)) ?? news.value.companyName;
      const asOfSeconds = now() / 1000;
      const articles = newsArticles(items, ticker, companyName, asOfSeconds);
      return ok({ source, companyName, articles, asOfSeconds });
    },

    ...(finnhub && { announcedResults: finnhub.resultsCalendar }),

    async search(query, signal) {
      return firstSuccess(signal, [
        (limit) => yahoo.search(query, limit),
        twelveData && ((limit) => twelveData.search(query, limit)),
        finnhub && ((limit) => finnhub.search(query, limit)),
      ]);
    },

    providers: () => [yahoo, coinbase, twelveData, finnhub].flatMap((source) => source?.state() ?? []),
  };
}

/** Tries one provider after the other, each within an equal share of the time. If all fail, returns the first error. */
async function firstSuccess<T>(
  signal: AbortSignal,
  asks: readonly (Ask<T> | null)[],
): Promise<Result<T, Failure>> {
  const present = asks.filter((ask) => ask !== null);
  let first: Result<T, Failure> | null = null;
  for (const ask of present) {
    const result = await withDeadline(
      LOAD_DEADLINE_MS / present.length,
      (limit) => attempt(ask, limit),
      signal,
    );
    if (result.ok) return result;
    first ??= result;
    const { reason } = result.error;
    if (reason === 'unknown_symbol' && ask === present[0]) return result;
  }
  if (first === null) throw new RangeError('a chain has at least one provider');
  return first;
}

/** Turns a provider's exception into a failure, so that the chain continues. */
async function attempt<T>(ask: Ask<T>, signal: AbortSignal): Promise<Result<T, Failure>> {
  try {
    return await ask(signal);
  } catch (cause) {
    console.error(JSON.stringify({ event: 'provider_failed', cause: String(cause) }));
    return err({ reason: 'upstream_bad_payload' });
  }
}

/** Twelve Data's daily bars, with Finnhub's price if available. */
async function historyWithQuote(
  ticker: Ticker,
  history: TwelveData,
  quotes: Finnhub | null,
  signal: AbortSignal,
): Promise<Result<PriceSnapshot, Failure>> {
  const [stock, quote] = await Promise.all([
    history.stock(ticker, signal),
    quotes === null ? null : attempt((limit) => quotes.quote(ticker, limit), signal),
  ]);
  return stock.ok && quote?.ok ? ok(withQuote(stock.value, quote.value)) : stock;
}

function withQuote(stock: PriceSnapshot, quote: TimedQuote): PriceSnapshot {
  const { candles, listing } = stock;
  const tradeDate = zonedDate(quote.asOfSeconds, listing.timezone);
  const known = withoutOutliersOf(quote, candles.close.at(-1) ?? quote.price);
  // The quote is older than the last bar.
  if (known === null || tradeDate < (candles.time.at(-1) ?? 0)) return stock;
  const bars = withQuoteBar(candles, tradeDate, known);
  return {
    ...stock,
    source: 'finnhub',
    candles: bars,
    quote: lastBarQuote(bars, quote.price),
    asOfSeconds: quote.asOfSeconds,
    // Finnhub's US quotes are not delayed.
    delayedMinutes: 0,
  };
}

/** Marks a source's prices as recorded. Recordings have daily bars only. */
export function recorded(source: MarketData): MarketData {
  return {
    ...source,
    async stock(ticker, signal, purpose) {
      const stock = await source.stock(ticker, signal, purpose);
      return stock.ok ? ok({ ...stock.value, isRecorded: true, actions: null }) : stock;
    },
    intraday: async (ticker) => err({ reason: 'no_data', ticker }),
  };
}

/**
 * Wraps the source so that listings without a copy are not requested if the isolates' shared memory knows that the symbol does
 * not exist. A shared memory that does not respond counts as empty.
 */
export function withUnknownSymbols(
  source: MarketData,
  shared: Pick<SharedBudget, 'isUnknown' | 'recordUnknown'>,
): MarketData {
  return {
    ...source,
    async stock(ticker, signal, purpose = 'first') {
      if (purpose !== 'first') return source.stock(ticker, signal, purpose);
      const isUnknown = await inTime(BUDGET_DEADLINE_MS, shared.isUnknown(ticker)).catch(() => false);
      if (isUnknown) return err({ reason: 'unknown_symbol', ticker });
      const stock = await source.stock(ticker, signal, purpose);
      if (!stock.ok && stock.error.reason === 'unknown_symbol')
        await inTime(BUDGET_DEADLINE_MS, shared.recordUnknown(ticker)).catch(() => undefined);
      return stock;
    },
  };
}
