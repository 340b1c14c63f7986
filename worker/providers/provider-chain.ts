import { err, ok, zonedDate, type Ticker } from '#compute';
import type { Outcome } from '../failure.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { plausibleQuote, withQuoteBar } from './bars.ts';
import type { Coinbase } from './coinbase.ts';
import type { Finnhub } from './finnhub.ts';
import type { ListingDirectory } from './listing-directory.ts';
import { MAX_RESULTS, type MarketData, type PriceSnapshot } from './market-data.ts';
import { newsArticles } from './news-articles.ts';
import type { TwelveData } from './twelvedata.ts';
import type { Yahoo } from './yahoo/yahoo.ts';

/** The providers; `null` if not configured. `listings` has company names for sources without any. */
export interface Providers {
  readonly yahoo: Yahoo;
  readonly finnhub: Finnhub | null;
  readonly twelveData: TwelveData | null;
  readonly coinbase: Coinbase | null;
  readonly listings: Pick<ListingDirectory, 'nameOf'>;
  readonly now: () => number;
}

/** Live market data. A failure falls through to the next provider, unless the first one says that the symbol does not exist. */
export function createProviderChain(providers: Providers): MarketData {
  const { yahoo, finnhub, twelveData, coinbase, listings, now } = providers;
  const present = [yahoo, coinbase, twelveData, finnhub].filter((provider) => provider !== null);
  return {
    identity: present.map(({ identity }) => identity).join('+'),
    async stock(ticker, signal, purpose) {
      const quotes = covering(ticker, finnhub);
      const order = [yahoo, covering(ticker, coinbase), covering(ticker, twelveData)];
      const stock = await firstSuccess(signal, order, (provider, limit) =>
        provider === twelveData
          ? historyWithQuote(ticker, provider, quotes, limit)
          : provider.stock(ticker, limit, purpose),
      );
      if (!stock.ok || stock.value.source === 'yahoo') return stock;
      const { listing } = stock.value;
      const companyName = (await listings.nameOf(ticker)) ?? listing.companyName;
      return ok({ ...stock.value, listing: { ...listing, companyName } });
    },
    // Only Yahoo supports batch quotes.
    latestPrices: (tickers, signal) => attempt(() => yahoo.latestPrices(tickers, signal)),
    // Minute bars would use up the credits that Twelve Data's free plan has for histories; Finnhub's free plan has no candles.
    intraday: (ticker, range, signal) => attempt(() => yahoo.intraday(ticker, range, signal)),
    fundamentals: (ticker, signal) =>
      firstSuccess(signal, [covering(ticker, finnhub), yahoo], (provider, limit) =>
        provider.fundamentals(ticker, limit),
      ),
    news: (ticker, signal) =>
      firstSuccess(signal, [covering(ticker, finnhub), yahoo], async (provider, limit) => {
        const news = await provider.news(ticker, limit);
        if (!news.ok) return news;
        const companyName = (await listings.nameOf(ticker)) ?? news.value.companyName;
        const articles = newsArticles(news.value.items, ticker, companyName, now() / 1000);
        // The source's response for a symbol that does not exist; it must not be stored.
        if (companyName === null && articles.length === 0) return err({ reason: 'no_data', ticker });
        return ok({ source: provider.name, companyName, articles });
      }),
    ...(finnhub && {
      announcedResults: (from, to, signal) => finnhub.announcedResults(from, to, signal),
    }),
    search: (query, signal) =>
      firstSuccess(signal, [yahoo, twelveData, finnhub], async (provider, limit) => {
        const found = await provider.search(query, limit);
        return found.ok ? ok(found.value.slice(0, MAX_RESULTS)) : found;
      }),
    providers: () => present.map((provider) => provider.state()),
  };
}

function covering<P extends { covers(ticker: Ticker): boolean }>(ticker: Ticker, provider: P | null) {
  return provider?.covers(ticker) ? provider : null;
}

/** Asks one provider after the other, each within an equal share of the time. If all fail, returns the first error. */
async function firstSuccess<P, T>(
  signal: AbortSignal,
  providers: readonly (P | null)[],
  ask: (provider: P, signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const present = providers.filter((provider) => provider !== null);
  let first: Outcome<T> | null = null;
  for (const provider of present) {
    const result = await withDeadline(
      LOAD_DEADLINE_MS / present.length,
      (limit) => attempt(() => ask(provider, limit)),
      signal,
    );
    first ??= result;
    if (result.ok || (result === first && result.error.reason === 'unknown_symbol')) return result;
  }
  if (first === null) throw new RangeError('a chain has at least one provider');
  return first;
}

/** Turns a provider's exception into a failure, so that the chain continues. */
async function attempt<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await ask();
  } catch (cause) {
    console.error(JSON.stringify({ event: 'provider_failed', cause: String(cause) }));
    return err({ reason: 'upstream_bad_payload' });
  }
}

async function historyWithQuote(
  ticker: Ticker,
  history: Pick<TwelveData, 'stock'>,
  quotes: Finnhub | null,
  signal: AbortSignal,
): Promise<Outcome<PriceSnapshot>> {
  const [stock, quote] = await Promise.all([
    history.stock(ticker, signal),
    quotes && attempt(() => quotes.quote(ticker, signal)),
  ]);
  if (!stock.ok || !quote?.ok) return stock;
  const { listing, candles } = stock.value;
  const { time: asOfSeconds, close } = quote.value;
  const tradeDate = zonedDate(asOfSeconds, listing.timezone);
  const known = plausibleQuote(quote.value, candles.close.at(-1) ?? close);
  if (known === null || tradeDate < (candles.time.at(-1) ?? 0)) return stock;
  // Finnhub's US quotes are not delayed.
  const traded = { source: 'finnhub', historySource: 'twelvedata', asOfSeconds, delayedMinutes: 0 } as const;
  return ok({ ...stock.value, ...traded, candles: withQuoteBar(candles, tradeDate, known) });
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
