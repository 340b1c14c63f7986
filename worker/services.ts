import type { Ticker } from '#compute';
import { userVerifier, type User } from './account/identity.ts';
import type { UserAccounts } from './account/user-store.ts';
import { KvStore, LruMap, type Cached } from './cache/stores.ts';
import type { Config, Runtime, WorkerBindings } from './config.ts';
import type { Failure } from './failure.ts';
import { Coinbase } from './providers/coinbase.ts';
import { Finnhub } from './providers/finnhub.ts';
import { ListingDirectory } from './providers/listing-directory.ts';
import type { MarketData } from './providers/market-data.ts';
import { createProviderChain, recorded } from './providers/provider-chain.ts';
import { knownResults } from './dates/known-results.ts';
import { createSampleMarketData } from './providers/sample/sample-market-data.ts';
import { TwelveData } from './providers/twelvedata.ts';
import { Yahoo } from './providers/yahoo/yahoo.ts';
import { LeasedCalls, type SharedBudget } from './resilience/call-budget.ts';
import type { WaitUntil } from './resilience/single-flight.ts';
import { CachedMarketData } from './snapshot/cached-market-data.ts';

export type Services = ReturnType<typeof createServices>;

export interface AppEnv {
  readonly Bindings: WorkerBindings;
  readonly Variables: {
    readonly requestId: string;
    readonly startedAtMs: number;
    /** How long a response waits for the database, and a stream for each part. */
    readonly databaseDeadlineMs: number;
    readonly services: Services;
    readonly user: User;
    readonly waitUntil: WaitUntil;
    readonly hasUnknownParameters?: boolean;
    /** Resolves when a streamed response has been written. Never rejects. */
    readonly sent?: Promise<void>;
    /** For the metrics: the cache's outcome and the failure, if any. */
    readonly cache?: Pick<Cached<unknown>, 'outcome' | 'failure'>;
    readonly fault?: Failure['reason'] | 'rate_limit_failed';
  };
}

/** The sample market is not stored in KV, because computing it costs less than a read. */
export function createServices(config: Config, bindings: WorkerBindings, runtime: Runtime) {
  const { now } = runtime;
  const isSample = config.MARKET_DATA === 'sample';
  const listings = new ListingDirectory(bindings.ASSETS ?? null);
  const market = isSample ? createSampleMarketData(now) : liveMarketData(config, bindings, runtime, listings);
  const source = config.REPLAY ? recorded(market) : market;
  const store = new KvStore(bindings.MARKET_CACHE ?? null, now);
  const marketStore = isSample ? new KvStore(null, now) : store;
  const db = bindings.RECORD ?? null;
  // A recording is of another time.
  const resultsDb = config.REPLAY ? null : db;
  const readResults = (tickers: readonly Ticker[]) =>
    knownResults(config.MARKET_DATA, resultsDb, tickers, Math.floor(now() / 1000), true);
  return {
    config,
    now,
    listings,
    marketData: new CachedMarketData(source, marketStore, now, readResults),
    readResults,
    /** The same data without the cache, for callers that must not get stale entries. */
    source,
    db,
    /** Users' objects by user id; `null` if there are no accounts. */
    users: (bindings.USERS ?? null) as UserAccounts | null,
    verifyUser: userVerifier(config, store, now),
    kvWrites: () => store.writes(),
    /** Addresses that requested too many unknown symbols, and until when no new listing is loaded for them, epoch ms. */
    pausedAddresses: new LruMap<number>(),
  };
}

function liveMarketData(
  config: Config,
  { VENDOR_BUDGET: budgets }: WorkerBindings,
  runtime: Runtime,
  listings: ListingDirectory,
): MarketData {
  const shared: SharedBudget = {
    async lease(request) {
      if (budgets === undefined) throw new Error('VENDOR_BUDGET is not bound');
      runtime.spend?.();
      // A stub stays broken after its first failure, so each call gets a new one.
      return budgets.getByName('yahoo').lease(request);
    },
  };
  const calls = new LeasedCalls(shared, config.YAHOO_CALLS_PER_MINUTE, runtime.now);
  const budget = runtime.spend ? { take: () => calls.take('schedule') } : calls;
  const { FINNHUB_BASE_URL, FINNHUB_API_KEY, TWELVEDATA_BASE_URL, TWELVEDATA_API_KEY } = config;
  return createProviderChain({
    yahoo: new Yahoo(config.YAHOO_BASE_URL, runtime, budget),
    finnhub: FINNHUB_API_KEY === '' ? null : new Finnhub(FINNHUB_BASE_URL, FINNHUB_API_KEY, runtime),
    twelveData:
      TWELVEDATA_API_KEY === '' ? null : new TwelveData(TWELVEDATA_BASE_URL, TWELVEDATA_API_KEY, runtime),
    coinbase: config.COIN_SOURCE === 'coinbase' ? new Coinbase(runtime) : null,
    listings,
    now: runtime.now,
  });
}
