import type { Ticker } from '#compute';
import { countedKv } from './cache/counted-kv.ts';
import type { KvWrites } from './cache/counted-kv.ts';
import type { Config, WorkerBindings } from './config.ts';
import { createDatabaseStatus } from './account/database-status.ts';
import type { DatabaseStatus } from './account/database-status.ts';
import { createIdentity } from './account/identity.ts';
import type { Identity } from './account/identity.ts';
import { createPublicKeys } from './account/public-keys.ts';
import { createFinnhub } from './providers/finnhub/finnhub.ts';
import { createListingDirectory } from './providers/listing-directory.ts';
import type { ListingDirectory, NameOf } from './providers/listing-directory.ts';
import type { MarketData } from './providers/market-data.ts';
import { createProviderChain, recorded } from './providers/provider-chain.ts';
import { createSampleMarketData } from './providers/sample/sample-market-data.ts';
import { createTwelveData } from './providers/twelvedata/twelvedata.ts';
import { createYahooMarketData } from './providers/yahoo/yahoo-market-data.ts';
import type { Runtime } from './runtime.ts';
import { createCachedMarketData } from './snapshot/cached-market-data.ts';
import type { CachedMarketData } from './snapshot/cached-market-data.ts';
import { UnknownTickers } from './unknown-tickers.ts';

/** What the routes use; one per isolate. */
export interface Services {
  readonly mode: Config['MARKET_DATA'];
  readonly environment: Config['ENVIRONMENT'];
  readonly marketData: CachedMarketData;
  /** The same data without the cache, for callers that must not get a stale entry. */
  readonly source: MarketData;
  /** The public ledger's database, if there is one. */
  readonly ledgerDb: D1Database | null;
  readonly ledgerUniverse: readonly Ticker[];
  readonly providers: MarketData['providers'];
  /** Verifies who sends a request; `null` where no project is set. */
  readonly identity: Identity | null;
  /** What the accounts hold, if there is a database. */
  readonly accountDb: D1Database | null;
  /** Addresses of administrators, in lower case. */
  readonly adminEmails: readonly string[];
  readonly unknownTickers: UnknownTickers;
  readonly kvWrites: () => KvWrites;
  readonly databaseStatus: () => Promise<DatabaseStatus>;
  readonly listings: ListingDirectory;
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
  readonly random: () => number;
}

/** Composes the services of a configuration. The sample market is not stored in KV: making it costs less than a read. */
export function createServices(config: Config, bindings: WorkerBindings, runtime: Runtime): Services {
  const { now, random } = runtime;
  const isSample = config.MARKET_DATA === 'sample';
  const listings = createListingDirectory(bindings.ASSETS ?? null);
  const market = isSample ? createSampleMarketData(now) : liveMarketData(config, runtime, listings.nameOf);
  const source = config.REPLAY ? recorded(market) : market;
  const { namespace, writes } = countedKv(bindings.MARKET_CACHE ?? null);
  const db = bindings.RECORD ?? null;
  return {
    mode: config.MARKET_DATA,
    environment: config.ENVIRONMENT,
    marketData: createCachedMarketData(source, config.MARKET_DATA, isSample ? null : namespace, now),
    source,
    ledgerDb: db,
    ledgerUniverse: config.RECORD_UNIVERSE,
    providers: () => source.providers(),
    identity: config.FIREBASE_PROJECT_ID === '' ? null : identityOf(config, namespace, now),
    accountDb: db,
    adminEmails: config.ADMIN_EMAILS,
    unknownTickers: new UnknownTickers(),
    kvWrites: writes,
    databaseStatus: createDatabaseStatus(db, config.MARKET_DATA, now),
    listings,
    now,
    random,
  };
}

function identityOf(config: Config, namespace: KVNamespace | null, now: () => number): Identity {
  return createIdentity({
    projectId: config.FIREBASE_PROJECT_ID,
    isEmulated: config.FIREBASE_AUTH_EMULATOR !== '' && config.ENVIRONMENT !== 'production',
    keys: createPublicKeys(config.FIREBASE_JWKS_URL, namespace, now),
    now,
  });
}

/** A provider without a key is absent. */
function liveMarketData(config: Config, runtime: Runtime, nameOf: NameOf): MarketData {
  const { FINNHUB_BASE_URL, FINNHUB_API_KEY, TWELVEDATA_BASE_URL, TWELVEDATA_API_KEY } = config;
  return createProviderChain({
    yahoo: createYahooMarketData(config.YAHOO_BASE_URL, runtime, nameOf),
    finnhub:
      FINNHUB_API_KEY === '' ? null : createFinnhub(FINNHUB_BASE_URL, FINNHUB_API_KEY, runtime, nameOf),
    twelveData:
      TWELVEDATA_API_KEY === '' ? null : createTwelveData(TWELVEDATA_BASE_URL, TWELVEDATA_API_KEY, runtime),
    nameOf,
  });
}
