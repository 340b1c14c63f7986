import { createCachedMarketData } from './cache/cached-market-data.ts';
import type { CachedMarketData } from './cache/cached-market-data.ts';
import { createKvStore } from './cache/kv-store.ts';
import type { Config, WorkerBindings } from './config.ts';
import type { MarketData } from './market-data/market-data.ts';
import { createSampleMarketData } from './market-data/sample/sample-market-data.ts';
import { createYahooMarketData } from './market-data/yahoo/yahoo-market-data.ts';

/** What the routes work with; one per isolate. */
export interface Services {
  readonly mode: Config['MARKET_DATA'];
  readonly marketData: CachedMarketData;
  readonly providers: MarketData['providers'];
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
}

/** Composes the services that a configuration asks for. The sample market never goes to KV: it costs less than a read. */
export function createServices(config: Config, bindings: WorkerBindings, now: () => number): Services {
  const isSample = config.MARKET_DATA === 'sample';
  const source = isSample ? createSampleMarketData(now) : createYahooMarketData(config.YAHOO_BASE_URL, now);
  const store = createKvStore(isSample ? null : (bindings.MARKET_CACHE ?? null), now);
  return {
    mode: config.MARKET_DATA,
    marketData: createCachedMarketData(source, config.MARKET_DATA, store, now),
    providers: () => source.providers(),
    now,
  };
}
